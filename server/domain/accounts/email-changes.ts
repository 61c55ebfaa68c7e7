/** Other addresses for accounts: one's own counts once the link that was mailed to it is followed (contract: PATCH /settings, email). */
import { sendMail } from '../../delivery/mail.ts';
import { badRequest } from '../../errors.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { endInvitationsTo } from '../invitations/invitations.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { changeEmail, checkNewAddress } from '../users/edit.ts';
import { readingOf } from '../users/language.shared.ts';
import { emailChangeSecs, storeEmailChange } from '../users/link-rows.ts';
import { findUser, type UserRow } from '../users/rows.ts';

/** Below the server's address, with the key after it. */
export const confirmationPath = '/confirm-email/';

/** Mails a link to the new address; nothing changes before it is followed. @throws ApiError BAD_REQUEST */
export function startEmailChange(acting: Acting, address: string): void {
  const { tx, user, now } = acting;
  if (address.trim().toLowerCase() === user.delivery_email_key) return;
  checkMayChange(acting, user);
  const email = checkNewAddress(acting, address);
  const key = acting.services.random.token(40);
  storeEmailChange(tx, { key, user_id: user.id, new_email: email, expires_at: now + emailChangeSecs });
  const { t } = readingOf(user);
  const lines = [
    t('Hello {{name}},', { name: user.full_name }),
    t('To use {{email}} as your address, open this link within a day:', { email }),
    `${originForOthers(acting)}${confirmationPath}${key}`,
    t('If you did not ask for this, ignore this email.'),
  ];
  sendMail(acting, {
    to: email,
    subject: t('Confirm your new address'),
    text: `${lines.join('\n\n')}\n`,
    subjectId: user.id,
  });
}

/** @throws ApiError BAD_REQUEST where the organization does not let its people change their addresses. */
function checkMayChange({ db }: SystemActing, user: UserRow): void {
  if (organizationSetting(db, 'email_changes_disabled') && !isAdministrator(user))
    throw badRequest('Email address changes are disabled in this organization.');
}

/** Gives an account another real address, to which no one is invited any more. @throws ApiError BAD_REQUEST */
export function giveEmail(acting: SystemActing, user: UserRow, address: string): void {
  endInvitationsTo(acting, changeEmail(acting, user, address));
}

/** Follows a link. @returns the account with its new address. @throws ApiError BAD_REQUEST when the link is not good any more. */
export function confirmEmailChange(acting: SystemActing, key: string): UserRow {
  const change = acting.db.get<{ user_id: number; new_email: string; expires_at: number }>(
    'SELECT * FROM email_changes WHERE key = ?',
    key,
  );
  const user = change === undefined ? undefined : findUser(acting.db, change.user_id);
  if (change === undefined || change.expires_at < acting.now || user === undefined || user.is_active === 0) {
    throw badRequest('This link is no longer valid.');
  }
  checkMayChange(acting, user);
  // This ends the link too.
  giveEmail(acting, user, change.new_email);
  return findUser(acting.db, user.id) as UserRow;
}
