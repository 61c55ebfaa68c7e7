/** Wire form of a user: the contract's `User`, pictures, and the addresses that a given viewer may see. */
import type { components } from '../../contract/types.ts';
import { isAdministrator, isGuest, isOwner } from '../../permissions/roles.ts';
import type { Viewing } from '../acting.ts';
import { profileDataOf, type ProfileData } from './profile-rows.ts';
import { isVisitor, placeholderEmail, type UserRow } from './rows.ts';
import { canSeeRealEmail } from './visibility.shared.ts';

export type UserWire = components['schemas']['User'];

export interface UserWireOptions {
  /** Null instead of a picture that the client can compute itself. */
  clientGravatar: boolean;
  includeCustomProfileFields: boolean;
  /** In `realm_users` and `realm_non_active_users`, which say by their name who is active. */
  withoutIsActive?: boolean;
  /** Whose picture the client is left to fetch by their id (capability `user_avatar_url_field_optional`). */
  withoutAvatarUrl?: (user: UserRow) => boolean;
}

type Looking = Pick<Viewing, 'db' | 'user'>;

/**
 * Path of a user's picture on this server.
 * @param clientGravatar the client computes default pictures itself and may see the real address: null for those.
 */
export function avatarUrl(user: UserRow, clientGravatar: false): string;
export function avatarUrl(user: UserRow, clientGravatar: boolean): string | null;
export function avatarUrl(user: UserRow, clientGravatar: boolean): string | null {
  return clientGravatar && user.avatar_source === 'G' ? null : `/avatar/${user.id}?version=${user.avatar_version}`;
}

/** As `avatarUrl`, with the rule on who may compute it applied (contract: Message, `avatar_url`). */
export function avatarUrlFor(looking: Looking, user: UserRow, clientGravatar: boolean): string | null {
  return avatarUrl(user, clientGravatar && canSeeRealEmail(looking, user));
}

/** Path of the larger picture. */
export const avatarUrlMedium = (user: UserRow): string => `/avatar/${user.id}/medium?version=${user.avatar_version}`;

/** Seconds as ISO 8601 with an offset. */
const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, '+00:00');

/** The API email of a user. It may be the real address, which visitors never see. */
export const apiEmailFor = (looking: Pick<Looking, 'user'>, user: UserRow): string =>
  isVisitor(looking.user) && user.is_system_bot === 0 ? placeholderEmail(user.id) : user.email;

/** Users as a viewer sees them, in the given order (contract: User). */
export function usersWire(looking: Looking, users: readonly UserRow[], options: UserWireOptions): UserWire[] {
  // What people say of themselves they say to the organization.
  const profiles =
    options.includeCustomProfileFields && !isVisitor(looking.user)
      ? profileDataOf(
          looking.db,
          users.map((user) => user.id),
        )
      : undefined;
  return users.map((user) => wire(looking, user, options, profiles && (profiles.get(user.id) ?? {})));
}

/** One user as a viewer sees them (contract: User). */
export function userWire(looking: Looking, user: UserRow, options: UserWireOptions): UserWire {
  return usersWire(looking, [user], options)[0] as UserWire;
}

function wire(looking: Looking, user: UserRow, options: UserWireOptions, profile: ProfileData | undefined): UserWire {
  const seesRealEmail = canSeeRealEmail(looking, user);
  return {
    user_id: user.id,
    delivery_email: seesRealEmail ? user.delivery_email : null,
    email: apiEmailFor(looking, user),
    full_name: user.full_name,
    date_joined: isoTime(user.date_joined),
    ...(options.withoutIsActive !== true && { is_active: user.is_active === 1 }),
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: user.is_bot === 1,
    bot_type: user.bot_type as UserWire['bot_type'],
    bot_owner_id: user.bot_owner_id,
    role: user.role as UserWire['role'],
    timezone: user.timezone,
    ...(options.withoutAvatarUrl?.(user) !== true && {
      avatar_url: avatarUrl(user, options.clientGravatar && seesRealEmail),
    }),
    avatar_version: user.avatar_version,
    ...(profile !== undefined && user.is_bot === 0 && { profile_data: profile }),
  };
}

/** What someone is called to those who do not see them. */
export const unknownName = 'Unknown user';

/** Someone whom a guest may not see, for clients that want a name for every id (capability `user_list_incomplete` not set). */
export function unknownUserWire(user: UserRow): UserWire {
  return {
    user_id: user.id,
    delivery_email: null,
    email: placeholderEmail(user.id),
    full_name: unknownName,
    date_joined: isoTime(0),
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: 400,
    timezone: '',
    avatar_url: `/avatar/0?version=1`,
    avatar_version: 1,
    profile_data: {},
  };
}
