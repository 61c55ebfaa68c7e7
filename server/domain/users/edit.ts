/**
 * Changes to a person or bot that others see: name, addresses, time zone; each with its form of the
 * `realm_user` update event (spec: Events, `person` forms). Who may is checked by the callers, except where a rule
 * belongs to the thing itself.
 */
import { invalidParameter } from '../../errors.ts';
import { toUsers } from '../../events/audience.ts';
import { lookalikeOf, nameOf } from '../../names.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing } from '../acting.ts';
import { objectionToAddress } from '../organization/domains.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { endMailedLinks } from './link-rows.ts';
import {
  activeIdsByRole,
  activeNames,
  findUser,
  findUserByEmail,
  placeholderEmail,
  updateUserRow,
  validEmail,
  validFullName,
  type UserRow,
} from './rows.ts';
import { EmailVisibility, userSetting } from './settings.shared.ts';
import { audienceOf, lowestRoleSeeingEmail, usersWhoCannotSee } from './visibility.shared.ts';

/** @returns the name as stored. @throws ApiError BAD_REQUEST for a bad name, or one in use where names must be unique. */
export function changeFullName(acting: SystemActing, user: UserRow, name: string): string {
  const fullName = validFullName(name);
  if (fullName === user.full_name) return fullName;
  if (user.is_bot === 1) checkBotName(acting.db, fullName, user.id);
  checkNameUnique(acting, fullName, user.id);
  updateUserRow(acting.tx, user.id, { full_name: fullName });
  const person = { user_id: user.id, full_name: fullName };
  acting.announce({ type: 'realm_user', op: 'update', person }, audienceOf(acting.db, user));
  return fullName;
}

/** Two bots of one name could not be told apart. @throws ApiError BAD_REQUEST where another active bot has the name. */
export function checkBotName(db: Reader, fullName: string, exceptId = 0): void {
  const sql = 'SELECT 1 FROM users WHERE is_bot = 1 AND is_active = 1 AND full_name = ? AND id != ?';
  if (db.get(sql, nameOf(fullName), exceptId) !== undefined)
    throw invalidParameter('full_name', 'Name is already in use.');
}

const systemBotNames = (db: SystemActing['db']): string[] =>
  db.all<{ full_name: string }>('SELECT full_name FROM users WHERE is_system_bot = 1').map((bot) => bot.full_name);

/**
 * Names that look the same are one name here.
 * @throws ApiError BAD_REQUEST for the name of a system bot, or where the organization wants unique names and this one is taken (`require_unique_names`).
 */
export function checkNameUnique(acting: Pick<SystemActing, 'db'>, fullName: string, exceptId: number | null): void {
  const isLike = lookalikeOf(fullName);
  if (systemBotNames(acting.db).some(isLike))
    throw invalidParameter('full_name', 'This is the name of a bot of the server. Choose another one.');
  if (!organizationSetting(acting.db, 'require_unique_names')) return;
  const taken = activeNames(acting.db).some((other) => other.id !== exceptId && isLike(other.full_name));
  if (taken) throw invalidParameter('full_name', 'Unique names required in this organization.');
}

/** Checks an address someone is to have. @throws ApiError BAD_REQUEST */
export function checkNewAddress(acting: Pick<SystemActing, 'db'>, address: string): string {
  const email = validEmail(address);
  const objection = objectionToAddress(acting.db, email);
  if (objection !== null) throw invalidParameter('email', objection);
  if (findUserByEmail(acting.db, email) !== undefined)
    throw invalidParameter('email', `Email '${email}' is already in use.`);
  return email;
}

/**
 * Gives a user another real address; where it is for everyone, it is the API email too. Links mailed to the old one end.
 * @returns the address as stored.
 */
export function changeEmail(acting: SystemActing, user: UserRow, address: string): string {
  const email = checkNewAddress(acting, address);
  updateUserRow(acting.tx, user.id, { delivery_email: email });
  endMailedLinks(acting.tx, user.id);
  announceRealEmail(acting, user, email, [
    user.id,
    ...viewersByRole(acting, user, 0, lowestRoleSeeingEmail(acting.db, user)),
  ]);
  keepApiEmail(acting, findUser(acting.db, user.id) as UserRow);
  return email;
}

/** Ids of those of some roles who see a user at all; without the user. */
function viewersByRole({ db }: SystemActing, user: UserRow, from: number, to: number): number[] {
  const ids = activeIdsByRole(db, from, to);
  const blind = new Set([user.id, ...usersWhoCannotSee(db, user, ids)]);
  return ids.filter((id) => !blind.has(id));
}

function announceRealEmail(
  acting: SystemActing,
  user: UserRow,
  email: string | null,
  viewers: readonly number[],
): void {
  if (viewers.length === 0) return;
  const person = { user_id: user.id, delivery_email: email };
  acting.announce({ type: 'realm_user', op: 'update', person }, toUsers(viewers));
}

/** Makes the API email what `email_address_visibility` says: the real address, or a placeholder. */
function keepApiEmail(acting: SystemActing, user: UserRow): void {
  const isPublic =
    user.is_bot === 1 || userSetting(acting.db, user, 'email_address_visibility') === EmailVisibility.everyone;
  const email = isPublic ? user.delivery_email : placeholderEmail(user.id);
  if (email === user.email) return;
  updateUserRow(acting.tx, user.id, { email });
  acting.announce(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, new_email: email } },
    audienceOf(acting.db, user),
  );
}

/**
 * Tells everyone who gains or loses sight of a real address, after `email_address_visibility` changed.
 * @param before the user as stored before the change.
 */
export function announceEmailVisibility(acting: SystemActing, before: UserRow): void {
  const { db } = acting;
  const now = findUser(db, before.id) as UserRow;
  const [saw, sees] = [lowestRoleSeeingEmail(db, before), lowestRoleSeeingEmail(db, now)];
  for (const [from, to, email] of [
    [saw + 1, sees, now.delivery_email],
    [sees + 1, saw, null],
  ] as const) {
    announceRealEmail(acting, now, email, viewersByRole(acting, now, from, to));
  }
  keepApiEmail(acting, now);
}

/** @param timezone IANA identifier, checked by the caller. */
export function changeTimezone(acting: SystemActing, user: UserRow, timezone: string): void {
  if (timezone === user.timezone) return;
  updateUserRow(acting.tx, user.id, { timezone });
  const person = { user_id: user.id, email: user.email, timezone };
  acting.announce({ type: 'realm_user', op: 'update', person }, audienceOf(acting.db, user));
}

/** Gives or takes the permission to create accounts (contract: create-user); only administrators can hold it. */
export function setCanCreateUsers(acting: SystemActing, user: UserRow, may: boolean): void {
  if (may && !isAdministrator(user))
    throw invalidParameter('can_create_users', 'Only administrators can be allowed to create users.');
  updateUserRow(acting.tx, user.id, { can_create_users: may ? 1 : 0 });
}
