/**
 * Invitations: who has been invited and by whom, withdrawing and repeating. Owns the table invitations.
 * Making them is in invitations/invite.ts, accepting them in accounts/join.ts.
 */
import { clockSlackSecs, daySecs } from '../../durations.ts';
import { badRequest, unauthorizedPrincipal } from '../../errors.ts';
import { toUsers } from '../../events/audience.ts';
import type { RandomSource } from '../../options.ts';
import { canGrantRole, isAdministrator, Role } from '../../permissions/roles.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import type { Acting, SystemActing, SystemViewing, Viewing } from '../acting.ts';
import { mayBy } from '../groups/membership.shared.ts';
import { joinUrl } from '../organization/addresses.shared.ts';
import { objectionToAddress } from '../organization/domains.shared.ts';
import { activeIdsByRole, findUser, type UserRow } from '../users/rows.ts';
import { mailInvitation } from './mail.ts';
import { type InvitationRow, type NewInvitation, findInvitation } from './rows.ts';

/** Contract: Invite. */
export interface InviteWire {
  id: number;
  invited_by_user_id: number;
  invited: number;
  expiry_date: number | null;
  invited_as: number;
  notify_referrer_on_join: boolean;
  is_multiuse: boolean;
  email?: string;
  link_url?: string;
}

/**
 * Whether a viewer may know of an invitation: their own, or for administrators that of anybody to a role that they may give
 * themselves. A user who has the link has the role.
 */
function maySeeInvitation(viewer: UserRow, row: Pick<InvitationRow, 'invited_by' | 'invited_as'>): boolean {
  return row.invited_by === viewer.id || (isAdministrator(viewer) && canGrantRole(viewer, row.invited_as));
}

/** Whether a text holds no link of an invitation that is not the viewer's to see. */
export function mayReadInvitationLinks({ db, user }: Pick<Viewing, 'db' | 'user'>, text: string): boolean {
  return [...text.matchAll(/\/join\/([\w-]+)/g)].every(([, key = '']) => {
    const row = db.get<InvitationRow>("SELECT * FROM invitations WHERE key = ? AND status = 'pending'", key);
    return row === undefined || maySeeInvitation(user, row);
  });
}

/** Invitations that can still be accepted and that the caller may know of; newest first. */
export function listInvitations(viewing: Viewing): InviteWire[] {
  const rows = viewing.db.all<InvitationRow>(
    "SELECT * FROM invitations WHERE status = 'pending' AND (expires_at IS NULL OR expires_at > ?) ORDER BY id DESC",
    viewing.now,
  );
  return rows.filter((row) => maySeeInvitation(viewing.user, row)).map((row) => inviteWire(viewing, row));
}

/** How many invitations to one address no one has accepted, and run out within a day. */
export function expiringInvitations(db: Reader, now: number): number {
  const found = db.get<{ count: number }>(
    "SELECT count(*) AS count FROM invitations WHERE status = 'pending' AND is_multiuse = 0 AND expires_at > ? AND expires_at <= ?",
    now,
    now + daySecs,
  );
  return found?.count ?? 0;
}

function inviteWire(viewing: SystemViewing, row: InvitationRow): InviteWire {
  return {
    id: row.id,
    invited_by_user_id: row.invited_by,
    invited: row.invited_at,
    expiry_date: row.expires_at,
    invited_as: row.invited_as,
    notify_referrer_on_join: row.notify_referrer_on_join === 1,
    is_multiuse: row.is_multiuse === 1,
    ...(row.email === null ? { link_url: joinUrl(viewing, row.key) } : { email: row.email }),
  };
}

/** By the key of its link, whether it still works or not; undefined for a key that never was, or was forgotten. */
export function findInvitationByKey(db: Reader, key: string): InvitationRow | undefined {
  return db.get<InvitationRow>('SELECT * FROM invitations WHERE key = ?', key);
}

/** Why the link of an invitation no longer works. */
export type DeadReason = 'used' | 'expired' | 'withdrawn' | 'replaced';

/** @returns why an invitation cannot be accepted; null when it can: no one lets others in as what they are not any more. */
export function deadReason(viewing: SystemViewing, row: InvitationRow): DeadReason | null {
  if (row.status === 'replaced') return 'replaced';
  if (row.status === 'revoked') return 'withdrawn';
  if (row.status !== 'pending') return 'used';
  if (row.expires_at !== null && row.expires_at <= viewing.now) return 'expired';
  const inviter = findUser(viewing.db, row.invited_by);
  return inviter?.is_active === 1 && canGrantRole(inviter, row.invited_as) ? null : 'withdrawn';
}

/** Invitations to one address that no one has accepted yet, of all inviters. */
function openInvitationsTo(db: Reader, email: string): InvitationRow[] {
  // SQL ignores capitals in ASCII only: other addresses are compared here, and are few.
  const rows = db.all<InvitationRow>(
    `SELECT * FROM invitations WHERE status = 'pending' AND is_multiuse = 0
       AND (email = ? COLLATE NOCASE OR email GLOB '*[^ -~]*')`,
    email,
  );
  return rows.filter((row) => row.email?.toLowerCase() === email.toLowerCase());
}

/**
 * Ends what an inviter has sent to these addresses before: the links say that there are newer ones. Announces nothing.
 * Looks through the open invitations once, however many addresses there are.
 */
export function replaceInvitations(acting: SystemActing, inviterId: number, emails: readonly string[]): void {
  const wanted = new Set(emails.map((email) => email.toLowerCase()));
  const rows = acting.db.all<{ id: number; email: string }>(
    "SELECT id, email FROM invitations WHERE invited_by = ? AND status = 'pending' AND is_multiuse = 0",
    inviterId,
  );
  for (const { id, email } of rows)
    if (wanted.has(email.toLowerCase())) acting.tx.run("UPDATE invitations SET status = 'replaced' WHERE id = ?", id);
}

/** Invitations of one inviter that are over and still remembered: their links say what became of them. */
const rememberedPerInviter = 2000;

/** Forgets the oldest invitations of an inviter that are over. */
export function forgetOldInvitations(acting: SystemActing, inviterId: number): void {
  acting.tx.run(
    `DELETE FROM invitations WHERE id IN (SELECT id FROM invitations
       WHERE invited_by = ? AND (status <> 'pending' OR expires_at <= ?) ORDER BY id DESC LIMIT -1 OFFSET ?)`,
    inviterId,
    acting.now,
    rememberedPerInviter,
  );
}

/** Dates back invitations of a clock that was ahead: they last as long as others. Only where the clock is trusted. */
export function redateInvitations({ tx, now }: Pick<SystemActing, 'tx' | 'now'>): void {
  tx.run(
    'UPDATE invitations SET expires_at = expires_at - (invited_at - ?1), invited_at = ?1 WHERE invited_at > ?2',
    now,
    now + clockSlackSecs,
  );
}

/** Writes an invitation. @returns its row */
export function insertInvitation(acting: SystemActing, input: NewInvitation): InvitationRow {
  const row = { ...input, key: acting.services.random.token(32), invited_at: acting.now };
  const names = Object.keys(row) as (keyof typeof row)[];
  const { lastId } = acting.tx.run(
    `INSERT INTO invitations (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...names.map((name) => row[name]),
  );
  return { ...row, id: lastId, status: 'pending', use_count: 0 };
}

/** Takes an invitation back: its link no longer works. @throws ApiError BAD_REQUEST, UNAUTHORIZED_PRINCIPAL */
export function revokeInvitation(acting: Acting, id: number, kind: 'email' | 'multiuse'): void {
  const row = accessInvitation(acting, id, kind);
  acting.tx.run("UPDATE invitations SET status = 'revoked' WHERE id = ?", row.id);
  announceInvitesChanged(acting, row.invited_by);
}

/**
 * Takes back what someone offered who may not any more: all of it where the account goes.
 * @param role that they still have: only what is above it goes.
 */
export function revokeInvitationsOf(acting: SystemActing, userId: number, role = Number.MAX_SAFE_INTEGER): void {
  const { changes } = acting.tx.run(
    "UPDATE invitations SET status = 'revoked' WHERE invited_by = ? AND invited_as < ? AND status = 'pending'",
    userId,
    role,
  );
  if (changes > 0) announceInvitesChanged(acting, userId);
}

/** Links that someone has are worth nothing from now on; the invitations stay. @param which all, or those for one person each. */
export function changeInvitationKeys(tx: Transaction, random: RandomSource, which: 'all' | 'single_use'): void {
  const rows = tx.all<{ id: number }>('SELECT id FROM invitations WHERE is_multiuse = 0 OR ?', which === 'all' ? 1 : 0);
  for (const { id } of rows) tx.run('UPDATE invitations SET key = ? WHERE id = ?', random.token(32), id);
}

/**
 * Mails an invitation again; it is then valid for as long as it was at first.
 * @throws ApiError UNAUTHORIZED_PRINCIPAL, and BAD_REQUEST where the caller could not send it now
 */
export function resendInvitation(acting: Acting, id: number): void {
  const row = accessInvitation(acting, id, 'email');
  if (!mayBy(acting.db, acting.user, 'can_invite_users_group')) throw badRequest('Insufficient permission');
  const objection = objectionToAddress(acting.db, row.email ?? '');
  if (objection !== null) throw badRequest(objection);
  const validFor = row.expires_at === null ? null : row.expires_at - row.invited_at;
  const expiresAt = validFor === null ? null : acting.now + validFor;
  acting.tx.run('UPDATE invitations SET invited_at = ?, expires_at = ? WHERE id = ?', acting.now, expiresAt, row.id);
  mailInvitation(acting, { ...row, invited_at: acting.now, expires_at: expiresAt });
  announceInvitesChanged(acting, row.invited_by);
}

/** Counts an acceptance: an invitation by mail is used up. */
export function noteAccepted(acting: SystemActing, row: InvitationRow): void {
  const status = row.is_multiuse === 1 ? 'pending' : 'accepted';
  acting.tx.run('UPDATE invitations SET status = ?, use_count = use_count + 1 WHERE id = ?', status, row.id);
  announceInvitesChanged(acting, row.invited_by);
}

/** Someone has an account at this address now, in whatever way: no one can be invited there any more. */
export function endInvitationsTo(acting: SystemActing, email: string): void {
  const open = openInvitationsTo(acting.db, email);
  for (const { id } of open) acting.tx.run("UPDATE invitations SET status = 'ended' WHERE id = ?", id);
  for (const inviter of new Set(open.map((row) => row.invited_by))) announceInvitesChanged(acting, inviter);
}

/** Clients fetch the list again (contract: invites_changed). */
export function announceInvitesChanged(acting: SystemActing, inviterId: number): void {
  const administrators = activeIdsByRole(acting.db, 0, Role.administrator);
  acting.announce({ type: 'invites_changed' }, toUsers([...administrators, inviterId]));
}

/** The caller's own invitation, or anybody's for administrators; inviting to a role takes that role. */
function accessInvitation(viewing: Viewing, id: number, kind: 'email' | 'multiuse'): InvitationRow {
  const row = findInvitation(viewing.db, id);
  if (row === undefined || row.status !== 'pending' || (row.is_multiuse === 1) !== (kind === 'multiuse')) {
    throw badRequest('No such invitation');
  }
  if (row.invited_by === viewing.user.id) return row;
  if (!isAdministrator(viewing.user)) throw unauthorizedPrincipal();
  if (!canGrantRole(viewing.user, row.invited_as)) throw unauthorizedPrincipal('Must be an organization owner');
  return row;
}
