/**
 * Channel access of a user. `accessChannel*` is the only way from an id or name in a request to a channel:
 * a channel that the caller may not see is answered exactly like one that does not exist.
 */
import { badRequest, invalidParameter } from '../../errors.ts';
import { canPost, canReadContent, canSeeMetadata, type ChannelStanding } from '../../permissions/channels.ts';
import { addsTo, mayHold, type AddingPermission, type ChannelSettingName } from '../../permissions/group-settings.ts';
import { isAdministrator, isGuest, Role } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { Viewing } from '../acting.ts';
import { groupIdsOf, mayBy, settingMemberIds } from '../groups/membership.shared.ts';
import { type UserRow, findUser } from '../users/rows.ts';
import { findChannel, findChannelByName, type ChannelRow } from './rows.ts';
import { channelPermissionSettings, channelSetting } from './settings.shared.ts';
import { isSubscribed } from './subscriptions/rows.ts';

/** Whose view, on which data: a Viewing is one. */
export type Viewer = Pick<Viewing, 'db' | 'user'>;

/** What is known of a user in advance, when many channels are judged. */
interface StandingFacts {
  subscribed?: boolean;
  /** groups.groupIdsOf the user. */
  groups?: ReadonlySet<number>;
}

/** The user's relation to a channel; memberships are looked up only when asked for, and once. */
export function standingIn(viewer: Viewer, channel: ChannelRow, known: StandingFacts = {}): ChannelStanding {
  const { db, user } = viewer;
  let { groups } = known;
  return {
    isSubscribed: known.subscribed ?? isSubscribed(db, user.id, channel.id),
    isIn: (setting) => {
      if (!mayHold(user, channelPermissionSettings[setting])) return false;
      const value = channelSetting(channel, setting);
      groups ??= groupIdsOf(db, user.id);
      if (typeof value === 'number') return groups.has(value);
      return value.direct_members.includes(user.id) || value.direct_subgroups.some((id) => groups?.has(id));
    },
  };
}

/** Whether the user holds what a channel's setting gives, by that setting or by the organization's that it adds to. */
export function holdsInChannel(viewer: Viewer, channel: ChannelRow, permission: AddingPermission): boolean {
  return mayBy(viewer.db, viewer.user, addsTo[permission]) || standingIn(viewer, channel).isIn(permission);
}

/** May know of the channel: its name, its description, who is in it. */
export function canAccessMetadata(viewer: Viewer, channel: ChannelRow): boolean {
  return canSeeMetadata(viewer.user, channel, standingIn(viewer, channel));
}

/** May read the channel; how far back is a matter of its history setting and the messages received. */
export function canAccessContent(viewer: Viewer, channel: ChannelRow): boolean {
  return canReadContent(viewer.user, channel, standingIn(viewer, channel));
}

/** May post in the channel: bots may where their owner may. */
export function canSendTo(viewer: Viewer, channel: ChannelRow): boolean {
  const owner = ownerOf(viewer);
  return (
    canPost(viewer.user, channel, standingIn(viewer, channel)) || (owner !== undefined && canSendTo(owner, channel))
  );
}

/** The view of a bot's owner; undefined for people, and where the owner is deactivated. */
export function ownerOf({ db, user }: Viewer): Viewer | undefined {
  const owner = user.bot_owner_id === null || user.is_bot === 0 ? undefined : findUser(db, user.bot_owner_id);
  return owner?.is_active === 1 ? { db, user: owner } : undefined;
}

/** The user and, of a bot, its owner, who gives it their rights. */
export function withOwner(viewer: Viewer): UserRow[] {
  const owner = ownerOf(viewer);
  return owner === undefined ? [viewer.user] : [viewer.user, owner.user];
}

/** @throws ApiError BAD_REQUEST when there is no such channel, or the caller may not see (or with 'content', read) it. */
export function accessChannel(viewer: Viewer, id: number, need: 'metadata' | 'content' = 'metadata'): ChannelRow {
  const channel = findChannel(viewer.db, id);
  if (channel === undefined || !mayAccess(viewer, channel, need))
    throw invalidParameter('stream_id', 'Invalid channel ID');
  return channel;
}

/** @throws ApiError BAD_REQUEST as accessChannel. */
export function accessChannelByName(
  viewer: Viewer,
  name: string,
  need: 'metadata' | 'content' = 'metadata',
): ChannelRow {
  const channel = findChannelByName(viewer.db, name);
  if (channel === undefined || !mayAccess(viewer, channel, need))
    throw invalidParameter('stream', `Invalid channel name '${name}'`);
  return channel;
}

function mayAccess(viewer: Viewer, channel: ChannelRow, need: 'metadata' | 'content'): boolean {
  return need === 'content' ? canAccessContent(viewer, channel) : canAccessMetadata(viewer, channel);
}

/** @throws ApiError BAD_REQUEST for an archived channel: nothing in it is written, changed or deleted until it is unarchived. */
export function checkNotArchived({ is_archived: isArchived, name }: ChannelRow): void {
  if (isArchived === 1) throw badRequest(`Channel '${name}' is archived: its messages stay as they are.`);
}

/** Settings whose members see a private channel without being in it. */
export const grantingSettings: readonly ChannelSettingName[] = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
];

/** Active guests who do not see a channel that is not private: only web-public ones are for guests who are not in them. */
export function guestsWithoutAccess(db: Reader, channel: ChannelRow): number[] {
  if (channel.is_web_public === 1) return [];
  return db
    .all<{ id: number }>(
      `SELECT id FROM users u WHERE role = ? AND is_active = 1
         AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE user_id = u.id AND stream_id = ? AND active = 1) ORDER BY id`,
      Role.guest,
      channel.id,
    )
    .map((row) => row.id);
}

/** Every active user who sees the channel: the audience of its events. The many-user form of canSeeMetadata. */
export function metadataUserIds(db: Reader, channel: ChannelRow): Set<number> {
  const users = db.all<Pick<UserRow, 'id' | 'role'>>(
    'SELECT id, role FROM users WHERE is_active = 1 AND is_system_bot = 0',
  );
  if (channel.is_web_public === 1) return new Set(users.map((user) => user.id));
  const subscribed = new Set(
    db
      .all<{ user_id: number }>('SELECT user_id FROM subscriptions WHERE stream_id = ? AND active = 1', channel.id)
      .map((row) => row.user_id),
  );
  if (channel.invite_only === 0)
    return new Set(users.filter((user) => !isGuest(user) || subscribed.has(user.id)).map((user) => user.id));
  const granted = grantingSettings.map((setting) => settingMemberIds(db, channelSetting(channel, setting)));
  const sees = (user: Pick<UserRow, 'id' | 'role'>): boolean =>
    subscribed.has(user.id) || isAdministrator(user) || (!isGuest(user) && granted.some((ids) => ids.has(user.id)));
  return new Set(users.filter(sees).map((user) => user.id));
}

/**
 * The address that posts mail into a channel. This server receives no mail, so there is none: clients show that as "not available".
 * @param senderId who would post: the caller, a bot of the caller, or a bot of the server; the latter when absent.
 * @returns '' as there is no mail gateway.
 * @throws ApiError BAD_REQUEST for any other sender, and for a channel whose content the caller may not read.
 */
export function channelEmailAddress(viewing: Viewing, channelId: number, senderId: number | undefined): string {
  const { db, user } = viewing;
  accessChannel(viewing, channelId, 'content');
  const sender = senderId === undefined ? undefined : findUser(db, senderId);
  const isAllowed =
    senderId === undefined ||
    senderId === user.id ||
    sender?.is_system_bot === 1 ||
    (sender?.bot_owner_id === user.id && sender.is_active === 1);
  if (!isAllowed) throw invalidParameter('sender_id', 'Invalid sender_id');
  return '';
}
