/**
 * Password changes, and the links for choosing a new one (stored by link-rows.ts). A link is an account's
 * only one, works once and for a day, and is stored as a hash.
 */
import type { ResetLink } from '../../contract/shapes/accounts.ts';
import { sendMail } from '../../delivery/mail.ts';
import { isMailFailing } from '../../delivery/queue.ts';
import { daySecs } from '../../durations.ts';
import { badRequest, coded } from '../../errors.ts';
import { canManageAccount } from '../../permissions/roles.ts';
import { hashToken } from '../../secrets.ts';
import type { Reader } from '../../storage/database.ts';
import type { Say } from '../../texts.ts';
import type { Acting, SystemActing, SystemViewing, Viewing } from '../acting.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { sendsMail } from '../organization/delivery-settings.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findDirectoryRow } from '../users/directory-rows.ts';
import { readingOf } from '../users/language.shared.ts';
import { endMailedLinks, storeReset, type ResetRow } from '../users/link-rows.ts';
import { universalTime } from '../users/local-time.shared.ts';
import { findUser, findUserByEmail, updateUserRow, type UserRow } from '../users/rows.ts';
import { forgetEndedSignIns } from '../users/sign-in-check-rows.ts';
import { canSeeRealEmail } from '../users/visibility.shared.ts';
import { checkManages } from './lifecycle.ts';
import { closeSessionsOf } from './sessions.ts';

/** Seconds in which a link is good; a newcomer who is away for a while still gets in. */
const validity = { reset: daySecs, welcome: 7 * daySecs };
/** Seconds in which an account gets no second link for the asking. */
const pauseBetweenAsked = 300;
/** Below the server's address, with the key after it. */
const resetPath = '/new-password/';

export interface NewPassword {
  /** Made by passwords.shared.ts before the transaction. */
  hash: string;
  /** The API key is replaced, too: apps that use it are signed out. */
  endsApiKey: boolean;
}

/** Stores a new password, and ends every session and every link of the account. */
export function changePassword(acting: SystemActing, user: UserRow, { hash, endsApiKey }: NewPassword): void {
  const key = endsApiKey ? { api_key: acting.services.random.token(32) } : {};
  updateUserRow(acting.tx, user.id, { password_hash: hash, ...key });
  closeSessionsOf(acting, user.id);
  endMailedLinks(acting.tx, user.id);
}

/**
 * Makes the one link with which a person chooses a password, and mails it. Until they do, the old password and all sessions
 * go on working.
 * @param occasion a newcomer's link lasts longer and is worded as a welcome.
 * @throws ApiError BAD_REQUEST for bots, closed accounts, and whom the caller does not manage.
 */
export function makeResetLink(acting: Acting, user: UserRow, occasion: 'reset' | 'welcome' = 'reset'): ResetLink {
  checkManages(acting, user);
  if (user.is_bot === 1) throw badRequest('Bots have no password. Create a new API key instead.');
  if (user.is_active === 0) throw badRequest('Account is deactivated');
  if (findDirectoryRow(acting.db, user.id) !== undefined)
    throw badRequest("The password of this account is managed by the organization's directory. Change it there.");
  const organization = organizationSetting(acting.db, 'name');
  const { t } = readingOf(user);
  const { full_name: name } = acting.user;
  const link = mailResetLink(acting, user, {
    makerId: acting.user.id,
    validSecs: validity[occasion],
    subject:
      occasion === 'welcome'
        ? t('Your account on {{organization}}', { organization })
        : subjectOfReset(t, organization),
    why:
      occasion === 'welcome'
        ? t(
            '{{name}} created an account for you on {{organization}}, the team chat on this network. Sign in with this email address.',
            { name, organization },
          )
        : t(
            '{{name}} created a password link for your account on {{organization}}. Your current password works until you set a new one.',
            { name, organization },
          ),
  });
  return canSeeRealEmail(acting, user) ? link : { ...link, mailed_to: null };
}

/**
 * Mails a link to the user who has forgotten their password. Does nothing for an address without an account that could sign in, nor
 * while the account's link is only minutes old: no one's mailbox can be filled from here.
 */
export function mailForgottenPassword(acting: SystemActing, email: string): void {
  const user = findUserByEmail(acting.db, email);
  if (user === undefined || user.is_bot === 1 || user.is_active === 0) return;
  if (findDirectoryRow(acting.db, user.id) !== undefined) return;
  const pending = pendingReset(acting.db, user, acting.now);
  if (pending !== undefined && Math.abs(acting.now - pending.created_at) < pauseBetweenAsked) return;
  const organization = organizationSetting(acting.db, 'name');
  const { t } = readingOf(user);
  mailResetLink(acting, user, {
    makerId: user.id,
    validSecs: validity.reset,
    subject: subjectOfReset(t, organization),
    why: t(
      'You requested a new password for {{organization}}. If it was not you, ignore this email. Your password is not changed.',
      { organization },
    ),
  });
}

/**
 * Makes the link for the user who has the server's own command line: an only owner has no one else to ask. It is mailed as well, so that
 * its account's person knows. @returns undefined for an address without an account that could sign in.
 */
export function makeResetLinkFor(acting: SystemActing, email: string): ResetLink | undefined {
  const user = findUserByEmail(acting.db, email);
  if (user === undefined || user.is_bot === 1 || user.is_active === 0) return undefined;
  const organization = organizationSetting(acting.db, 'name');
  const { t } = readingOf(user);
  return mailResetLink(acting, user, {
    makerId: user.id,
    validSecs: validity.reset,
    subject: subjectOfReset(t, organization),
    why: t(
      "A password link for your account on {{organization}} was created on the server's command line. Your current password works until you set a new one.",
      { organization },
    ),
  });
}

const subjectOfReset = (t: Say, organization: string): string =>
  t('Choose a new password on {{organization}}', { organization });

interface ResetMail {
  makerId: number;
  validSecs: number;
  subject: string;
  /** Sentences: who lets the reader choose a password. */
  why: string;
}

function mailResetLink(acting: SystemActing, user: UserRow, mail: ResetMail): ResetLink {
  const { tx, now, services } = acting;
  const key = services.random.token(40);
  const expiresAt = now + mail.validSecs;
  const row = { user_id: user.id, created_by: mail.makerId, created_at: now, expires_at: expiresAt };
  storeReset(tx, row, hashToken(key));
  const link = `${originForOthers(acting)}${resetPath}${key}`;
  const { t, language } = readingOf(user);
  const lines = [
    t('Hello {{name}},', { name: user.full_name }),
    mail.why,
    t('To choose your password, open this link in a browser:'),
    link,
    t('The link works once, until {{time}}.', { time: universalTime(language, expiresAt) }),
  ];
  const isQueued = sendMail(acting, {
    to: user.delivery_email,
    subject: mail.subject,
    text: `${lines.join('\n\n')}\n`,
    subjectId: user.id,
  });
  return {
    link_url: link,
    expires_at: expiresAt,
    mailed_to: user.delivery_email,
    is_sent: isQueued && sendsMail(acting.db),
    is_mail_failing: isMailFailing(acting.db, now),
  };
}

/** A link's account. @throws ApiError PASSWORD_LINK_NOT_FOUND when it was used, replaced, has run out, or never was. */
export const accessResetByKey = (viewing: Pick<SystemViewing, 'db' | 'now'>, key: string): UserRow =>
  accessReset(viewing, key).user;

function accessReset({ db, now }: Pick<SystemViewing, 'db' | 'now'>, key: string): { user: UserRow; makerId: number } {
  const row = db.get<ResetRow>('SELECT * FROM password_resets WHERE key_hash = ?', hashToken(key));
  const user = row === undefined ? undefined : findUser(db, row.user_id);
  if (row === undefined || user === undefined || !isGood(db, row, user, now))
    throw coded('PASSWORD_LINK_NOT_FOUND', 'This link is not valid.', 404);
  return { user, makerId: row.created_by };
}

/** A user who made a link may have kept it: it ends when they could not make it any more, as of an account that became an owner's. */
function isGood(db: Reader, row: ResetRow, user: UserRow, now: number): boolean {
  const maker = findUser(db, row.created_by);
  const mayStill = maker?.id === user.id || (maker?.is_active === 1 && canManageAccount(maker, user));
  return row.expires_at > now && user.is_active === 1 && mayStill;
}

/** Follows a link: the new password counts, and every session opened with the old one ends. @throws ApiError PASSWORD_LINK_NOT_FOUND */
export function choosePassword(acting: SystemActing, key: string, fresh: NewPassword): UserRow {
  const { user, makerId } = accessReset(acting, key);
  changePassword(acting, user, fresh);
  // An administrator who makes a link lets the user in again; a link that the user asked for does not.
  if (makerId !== user.id) forgetEndedSignIns(acting.tx, user.id);
  return user;
}

/** When the account's link was made and until when it works; undefined where there is none. UNIX seconds. */
export function pendingReset(db: Reader, user: UserRow, now: number): ResetRow | undefined {
  const row = db.get<ResetRow>(
    'SELECT user_id, created_by, created_at, expires_at FROM password_resets WHERE user_id = ?',
    user.id,
  );
  return row !== undefined && isGood(db, row, user, now) ? row : undefined;
}

/** Whether a text holds no link that would give the reader an account above what they manage. */
export function mayReadResetLinks({ db, user }: Pick<Viewing, 'db' | 'user'>, text: string): boolean {
  return [...text.matchAll(/\/new-password\/([\w-]+)/g)].every(([, key = '']) => {
    const row = db.get<ResetRow>('SELECT * FROM password_resets WHERE key_hash = ?', hashToken(key));
    const owner = row === undefined ? undefined : findUser(db, row.user_id);
    return owner === undefined || owner.id === user.id || canManageAccount(user, owner);
  });
}
