/**
 * Many newcomers at once: each row of a list becomes an account with a link to choose a password, or an invitation. All rows are
 * looked at before anything is made, and each says what is wrong with it, field by field.
 */
import { readAddressList } from '../../address-list.ts';
import type { ImportRow, ResetLink, RowError } from '../../contract/shapes/accounts.ts';
import { ApiError, badRequest } from '../../errors.ts';
import { canCreateUsers, canGrantRole, Role } from '../../permissions/roles.ts';
import type { Acting, Viewing } from '../acting.ts';
import { findChannelByName, type ChannelRow } from '../channels/rows.ts';
import { subscribeUsers } from '../channels/subscriptions/subscribe.ts';
import { mayBy } from '../groups/membership.shared.ts';
import { findGroupByName } from '../groups/rows.ts';
import { addToPromisedGroups, checkMayAddToGroup } from '../invitations/groups.ts';
import { checkChannels, inviteByEmail, refusalOf } from '../invitations/invite.ts';
import { checkNameUnique, checkNewAddress } from '../users/edit.ts';
import { validFullName } from '../users/rows.ts';
import { createUser } from './lifecycle.ts';
import { makeResetLink } from './password-changes.ts';
import { sendWelcome } from './welcome.ts';

/** What becomes of a row. */
export const importKinds = ['accounts', 'invitations'] as const;
export type ImportKind = (typeof importKinds)[number];

/** @throws ApiError BAD_REQUEST where the caller may not make any of this kind. */
export function checkMayImport({ db, user }: Viewing, kind: ImportKind): void {
  if (kind === 'accounts' && !canCreateUsers(user)) throw badRequest('User not authorized to create users');
  if (kind === 'invitations' && !mayBy(db, user, 'can_invite_users_group')) throw badRequest('Insufficient permission');
}

/** What stands where a file was read in another encoding than it was written in. */
const unreadable = '\u{fffd}';

/** A long list is looked at for this many milliseconds at a time: everyone else waits in the meantime. */
const sliceMs = 10;

/**
 * What is wrong with the first rows of a list, in order: as many as there is time for, and one at least.
 * @param addresses those of the rows before, to which these add theirs: rows of one list may be in each other's way.
 */
export function firstErrors(
  viewing: Viewing,
  rows: readonly ImportRow[],
  kind: ImportKind,
  addresses: Set<string>,
): RowError[][] {
  const startedMs = performance.now();
  const found: RowError[][] = [];
  for (const row of rows) {
    const key = emailOf(row).toLowerCase();
    const isSecond = addresses.has(key);
    addresses.add(key);
    const errors = rowErrors(viewing, row, kind);
    if (isSecond && key !== '' && !errors.some(({ field }) => field === 'email'))
      errors.push({ field: 'email', message: 'Another row has this address too.' });
    found.push(errors);
    if (performance.now() - startedMs > sliceMs) break;
  }
  return found;
}

/** What is wrong with one row; nothing, when it can be made now. */
export function rowErrors(viewing: Viewing, row: ImportRow, kind: ImportKind): RowError[] {
  const checks: [keyof ImportRow, () => unknown][] = [
    ['full_name', () => checkName(viewing, row, kind)],
    ['email', () => checkEmail(viewing, row, kind)],
    ['role', () => checkRole(viewing, roleOf(row))],
    ['channels', () => checkChannels(viewing, idsOf(channelsOf(viewing, row)))],
    ['groups', () => groupIdsOf(viewing, row).forEach((id) => checkMayAddToGroup(viewing, id))],
  ];
  return checks.flatMap(([field, check]) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof ApiError) return [{ field, message: error.message }];
      throw error;
    }
  });
}

/** Makes the account of a row that has no errors. @returns its id, and the link to choose a password. */
export function importAccount(acting: Acting, row: ImportRow): { user_id: number } & ResetLink {
  const user = createUser(acting, {
    email: checkNewAddress(acting, emailOf(row)),
    fullName: row.full_name,
    role: roleOf(row),
    passwordHash: null,
    by: acting.user,
  });
  subscribeUsers(acting, channelsOf(acting, row), [user.id]);
  addToPromisedGroups(acting, user.id, groupIdsOf(acting, row));
  sendWelcome(acting, user);
  return { user_id: user.id, ...makeResetLink(acting, user, 'welcome') };
}

/** Invites the person of a row that has no errors; an invitation has no name in it, so the person gives it. @returns its link */
export function importInvitation(acting: Acting, row: ImportRow): { link_url?: string } {
  const {
    links: [link],
  } = inviteByEmail(acting, emailOf(row), {
    expiresInMinutes: undefined,
    invitedAs: roleOf(row),
    channelIds: idsOf(channelsOf(acting, row)),
    groupIds: groupIdsOf(acting, row),
    includeDefaultChannels: true,
    notifyReferrer: false,
    welcomeText: null,
  });
  return link === undefined ? {} : { link_url: link };
}

/** An invited person chooses a name, so a list of invitations may do without. */
function checkName(viewing: Viewing, { full_name: name }: ImportRow, kind: ImportKind): void {
  if (name.includes(unreadable))
    throw badRequest('This name contains an unreadable character. Save the file as UTF-8, or correct the name.');
  if (kind === 'invitations' && name.trim() === '') return;
  checkNameUnique(viewing, validFullName(name), null);
}

/** The address of a cell, which may have a name or a link around it; a cell with several addresses, or none, as it is. */
function emailOf({ email }: ImportRow): string {
  const listed = readAddressList(email);
  return (listed.length === 1 ? listed[0]?.email : null) ?? email.trim();
}

function checkEmail(viewing: Viewing, row: ImportRow, kind: ImportKind): void {
  const email = emailOf(row);
  if (readAddressList(email).length > 1)
    throw badRequest('Enter one email address. Use a separate row for each person.');
  if (kind === 'accounts') checkNewAddress(viewing, email);
  const refusal = kind === 'accounts' ? null : refusalOf(viewing, email);
  if (refusal !== null) throw badRequest(refusal[1]);
}

function checkRole({ user }: Viewing, role: number): void {
  if (!canGrantRole(user, role)) throw badRequest("You can't give a role with more permissions than your own.");
}

function roleOf({ role }: ImportRow): number {
  const word = role.trim().toLowerCase();
  if (word === '') return Role.member;
  const found = Object.entries(Role).find(([name, number]) => name === word || String(number) === word);
  if (found === undefined) throw badRequest(`Unknown role "${role}". Roles are ${Object.keys(Role).join(', ')}.`);
  return found[1];
}

function channelsOf({ db }: Pick<Viewing, 'db'>, { channels }: ImportRow): ChannelRow[] {
  return channels.map((written) => {
    const name = written.trim().replace(/^#/, '');
    const channel = findChannelByName(db, name);
    if (channel === undefined || channel.is_archived === 1) throw badRequest(`There is no channel "${name}".`);
    return channel;
  });
}

function groupIdsOf({ db }: Pick<Viewing, 'db'>, { groups }: ImportRow): number[] {
  return groups.map((written) => {
    const name = written.trim().replace(/^@/, '');
    const group = findGroupByName(db, name);
    if (group === undefined) throw badRequest(`There is no group "${name}".`);
    return group.id;
  });
}

const idsOf = (channels: readonly ChannelRow[]): number[] => channels.map(({ id }) => id);
