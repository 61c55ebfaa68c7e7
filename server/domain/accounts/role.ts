/** Another role for an account, with what it brings and takes: system groups, sight of others, addresses, bots, queues and links. */
import { badRequest } from '../../errors.ts';
import { everyone, toUser } from '../../events/audience.ts';
import { canChangeRole, isAdministrator, isGuest, Role } from '../../permissions/roles.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { announceBotRank, announceBotVisibility } from '../bots/wire.ts';
import { keepSystemGroups } from '../groups/system-groups.shared.ts';
import { revokeInvitationsOf } from '../invitations/invitations.ts';
import { endMailedLinks } from '../users/link-rows.ts';
import { allUsers, findUser, updateUserRow, type UserRow } from '../users/rows.ts';
import { forgetGivenRole } from '../users/sign-in-grant-rows.ts';
import { audienceOf, canAccessUser, lowestRoleSeeingEmail } from '../users/visibility.shared.ts';
import { withVisibilityEvents } from '../visibility/events.shared.ts';
import { regenerateApiKey } from './authentication.ts';
import { botsOf, isOnlyOwner } from './lifecycle.ts';

/**
 * Gives a user another role, as the caller may.
 * @throws ApiError BAD_REQUEST where the caller may not, or the last owner would be gone.
 */
export function changeRole(acting: Acting, user: UserRow, role: number): UserRow {
  if (user.role === role) return user;
  if (!canChangeRole(acting.user, user, role)) throw badRequest('Insufficient permission');
  return setRole(acting, user, role, acting.user);
}

/**
 * Gives a user another role, and with it other system groups. Where it may do more, links that open the account end;
 * where it may do less, its bots do not go on doing more.
 * @param by whose rights limit what happens to the user's bots; undefined for the server.
 * @throws ApiError BAD_REQUEST where the last owner would be gone.
 */
export function setRole(acting: SystemActing, user: UserRow, role: number, by?: UserRow): UserRow {
  if (user.role === role) return user;
  if (isOnlyOwner(acting.db, user)) {
    throw badRequest('The owner permission cannot be removed from the only organization owner.');
  }
  const canCreateUsers = role > Role.administrator ? 0 : isAdministrator(user) ? user.can_create_users : 1;
  const changed = { ...user, role, can_create_users: canCreateUsers };
  const change = (): UserRow => {
    updateUserRow(acting.tx, user.id, { role, can_create_users: canCreateUsers });
    forgetGivenRole(acting.tx, user.id);
    // Not where it may do less: newcomers still need the link that they were mailed.
    if (role < user.role) endMailedLinks(acting.tx, user.id);
    revokeInvitationsOf(acting, user.id, role);
    const person = { user_id: user.id, role: role as 100 | 200 | 300 | 400 | 600 };
    acting.announce({ type: 'realm_user', op: 'update', person }, audienceOf(acting.db, changed));
    keepSystemGroups(acting, changed, everyone);
    if (isGuest(changed)) dropPublicQueues(acting, user.id);
    return changed;
  };
  withVisibilityEvents(acting, { users: [user.id] }, change);
  announceAddressVisibility(acting, user, changed);
  announceBotVisibility(acting, user, changed);
  for (const bot of botsOf(acting.db, user.id)) {
    // A guest would read with the key of a bot what guests do not read.
    if (bot.role < role && (by === undefined || canChangeRole(by, bot, role))) setRole(acting, bot, role, by);
  }
  if (user.is_bot === 1) announceBotRank(acting, user, changed);
  // Administrators know the key of every bot that is no owner.
  if (user.is_bot === 1 && role === Role.owner) regenerateApiKey(acting, changed);
  return changed;
}

/** Lowers the role of a bot to that of its owner, who has its key. @returns the bot as it is then */
export function lowerToOwner(acting: SystemActing, bot: UserRow): UserRow {
  const owner = bot.bot_owner_id === null ? undefined : findUser(acting.db, bot.bot_owner_id);
  return owner !== undefined && bot.role < owner.role ? setRole(acting, bot, owner.role) : bot;
}

/** Another rank sees other addresses: sends the user which became visible and which became hidden. */
function announceAddressVisibility(acting: SystemActing, before: UserRow, now: UserRow): void {
  const { db } = acting;
  for (const other of allUsers(db)) {
    const lowestRole = other.id === now.id ? Role.guest : lowestRoleSeeingEmail(db, other);
    const sees = now.role <= lowestRole;
    if (sees === before.role <= lowestRole || !canAccessUser({ db, user: now }, other)) continue;
    const person = { user_id: other.id, delivery_email: sees ? other.delivery_email : null };
    acting.announce({ type: 'realm_user', op: 'update', person }, toUser(now.id));
  }
}

/** Guests do not listen to all public channels: queues that do are the member's whom the guest once was. */
function dropPublicQueues({ tx, services }: SystemActing, userId: number): void {
  for (const queue of services.queues.ofUser(userId))
    if (queue.options.allPublicStreams) services.queues.delete(tx, queue);
}
