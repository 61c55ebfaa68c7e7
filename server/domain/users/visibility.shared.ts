/**
 * Visibility of users. Everyone sees everyone, except guests: they see users they share a channel or a direct conversation
 * with, and bots (contract: `realm_can_access_all_users_group`). Also who may see a real address (change level 163).
 */
import { badRequest } from '../../errors.ts';
import { everyone, type Audience } from '../../events/audience.ts';
import { isGuest, Role } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { Viewing } from '../acting.ts';
import { mayBy, settingMembersAmong } from '../groups/membership.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findUser, findUserByEmail, isVisitor, systemBots, type UserRow } from './rows.ts';
import { EmailVisibility, userSetting } from './settings.shared.ts';

/** What sight depends on: the data and the one who looks. */
type Looking = Pick<Viewing, 'db' | 'user'>;

const noSuchUser = () => badRequest('No such user');

/** True for guests whom the organization does not let see everyone. */
function hasLimitedVisibility(db: Reader, user: UserRow): boolean {
  return isGuest(user) && user.is_bot === 0 && !mayBy(db, user, 'can_access_all_users_group');
}

/** Everyone that a guest of limited sight sees: themselves, bots, and all with whom they share something. */
function seenByGuest(db: Reader, guestId: number): Set<number> {
  const rows = db.all<{ id: number }>(
    `SELECT ? AS id
     UNION SELECT id FROM users WHERE is_bot = 1
     UNION SELECT other.user_id FROM subscriptions own JOIN streams s ON s.id = own.stream_id AND s.is_archived = 0
       JOIN subscriptions other ON other.stream_id = own.stream_id AND other.active = 1 WHERE own.user_id = ? AND own.active = 1
     UNION SELECT other.user_id FROM recipient_users own JOIN recipient_users other ON other.recipient_id = own.recipient_id
       WHERE own.user_id = ?`,
    guestId,
    guestId,
    guestId,
  );
  return new Set(rows.map((row) => row.id));
}

/** So far back in each web-public channel visitors see who wrote there. */
const writersLookedThrough = 5000;

/** Everyone that visitors see: who wrote in the web-public channels, and the server's own bots. */
function seenByVisitors(db: Reader): Set<number> {
  const channels = db.all<{ recipient_id: number }>('SELECT recipient_id FROM streams WHERE is_web_public = 1');
  const writers = channels.flatMap(({ recipient_id: recipientId }) =>
    db.all<{ id: number }>(
      'SELECT DISTINCT sender_id AS id FROM (SELECT sender_id FROM messages WHERE recipient_id = ? ORDER BY id DESC LIMIT ?)',
      recipientId,
      writersLookedThrough,
    ),
  );
  return new Set([...writers, ...systemBots(db)].map(({ id }) => id));
}

/** Ids that this user sees; null = everyone. */
export function visibleUserIds({ db, user }: Looking): Set<number> | null {
  if (isVisitor(user)) return db.remember('seen by visitors', () => seenByVisitors(db));
  return hasLimitedVisibility(db, user) ? seenByGuest(db, user.id) : null;
}

/**
 * Those of these users with whom a user shares a channel or a direct conversation; to share is mutual. Costs as much as the
 * question: judging a few must not cost a look at everyone.
 */
export function sharingWith(db: Reader, userId: number, ids: Iterable<number>): number[] {
  const rows = db.all<{ id: number }>(
    `SELECT asked.value AS id FROM json_each(?) asked WHERE EXISTS (
       SELECT 1 FROM subscriptions own JOIN streams s ON s.id = own.stream_id AND s.is_archived = 0
         JOIN subscriptions other ON other.stream_id = own.stream_id AND other.user_id = asked.value AND other.active = 1
       WHERE own.user_id = ? AND own.active = 1)
     OR EXISTS (
       SELECT 1 FROM recipient_users own JOIN recipient_users other
         ON other.recipient_id = own.recipient_id AND other.user_id = asked.value WHERE own.user_id = ?)`,
    JSON.stringify([...ids]),
    userId,
    userId,
  );
  return rows.map((row) => row.id);
}

/** May know of the user: guests of some organizations know only those with whom they share a channel or a conversation. */
export function canAccessUser({ db, user }: Looking, target: UserRow): boolean {
  if (isVisitor(user)) return visibleUserIds({ db, user })?.has(target.id) === true;
  if (target.id === user.id || target.is_bot === 1 || !hasLimitedVisibility(db, user)) return true;
  return sharingWith(db, user.id, [target.id]).length > 0;
}

/** @throws ApiError BAD_REQUEST for a user who does not exist or whom the caller may not see: the two look the same. */
export function accessUser(looking: Looking, id: number): UserRow {
  const user = findUser(looking.db, id);
  if (user === undefined || !canAccessUser(looking, user)) throw noSuchUser();
  return user;
}

/**
 * By API email, or by the real address where the caller may see it; undefined for everyone else: whose a hidden address is
 * must not be reported by what an address finds, and to visitors no one has one.
 */
export function findVisibleUserByEmail(looking: Looking, email: string): UserRow | undefined {
  const user = findUserByEmail(looking.db, email);
  if (user === undefined || isVisitor(looking.user) || !canAccessUser(looking, user)) return undefined;
  const isApiEmail = user.email_key === email.trim().toLowerCase();
  return isApiEmail || canSeeRealEmail(looking, user) ? user : undefined;
}

/** As `findVisibleUserByEmail`. @throws ApiError BAD_REQUEST as `accessUser`. */
export function accessUserByEmail(looking: Looking, email: string): UserRow {
  const user = findVisibleUserByEmail(looking, email);
  if (user === undefined) throw noSuchUser();
  return user;
}

/** The lowest role that sees a user's real address, as `email_address_visibility` says; 0 = none does. */
export function lowestRoleSeeingEmail(db: Reader, target: UserRow): number {
  if (target.is_bot === 1) return Role.guest;
  switch (userSetting(db, target, 'email_address_visibility')) {
    case EmailVisibility.everyone:
      return Role.guest;
    case EmailVisibility.members:
      return Role.member;
    case EmailVisibility.moderators:
      return Role.moderator;
    case EmailVisibility.administrators:
      return Role.administrator;
    default:
      return 0;
  }
}

/** Whether the caller may see a user's real address; visitors see none. */
export function canSeeRealEmail({ db, user }: Looking, target: UserRow): boolean {
  if (isVisitor(user)) return false;
  return target.id === user.id || user.role <= lowestRoleSeeingEmail(db, target);
}

/** An address as the caller may read it in a mail: the one that the API returns, of an account that does not show them its own. */
export function shownAddress(looking: Looking, address: string): string {
  const owner = findUserByEmail(looking.db, address) ?? findUserChangingTo(looking.db, address);
  return owner === undefined || canSeeRealEmail(looking, owner) ? address : owner.email;
}

/** A user who is to confirm that an address is theirs. */
function findUserChangingTo(db: Reader, address: string): UserRow | undefined {
  const change = db.get<{ user_id: number }>('SELECT user_id FROM email_changes WHERE new_email = ?', address);
  return change === undefined ? undefined : findUser(db, change.user_id);
}

/** Ids of active guests of limited sight. */
export function limitedGuestIds(db: Reader): number[] {
  const guests = db.all<{ id: number }>(
    'SELECT id FROM users WHERE role = ? AND is_active = 1 AND is_bot = 0 ORDER BY id',
    Role.guest,
  );
  if (guests.length === 0) return [];
  const ids = guests.map(({ id }) => id);
  const seeingAll = settingMembersAmong(db, organizationSetting(db, 'can_access_all_users_group'), ids);
  return ids.filter((id) => !seeingAll.has(id));
}

/** Users who can see a user: whom a `realm_user` event about them is for (spec: Events). */
export function audienceOf(db: Reader, user: UserRow): Audience {
  if (user.is_bot === 1) return everyone;
  const guests = limitedGuestIds(db);
  if (guests.length === 0) return everyone;
  const sharing = new Set(sharingWith(db, user.id, guests));
  const blind = guests.filter((id) => id !== user.id && !sharing.has(id));
  return blind.length === 0 ? everyone : { everyone: true, except: blind };
}

/** Those of these users who do not see a user: guests of limited sight. An event names the user to them as unknown. */
export function usersWhoCannotSee(db: Reader, user: UserRow, ids: readonly number[]): number[] {
  if (user.is_bot === 1) return [];
  const limited = new Set(limitedGuestIds(db));
  const asked = limited.size === 0 ? [] : ids.filter((id) => id !== user.id && limited.has(id));
  if (asked.length === 0) return [];
  const sharing = new Set(sharingWith(db, user.id, asked));
  return asked.filter((id) => !sharing.has(id));
}
