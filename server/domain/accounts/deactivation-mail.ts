/** The mail that tells somebody that their account was deactivated (contract: DELETE /users/{user_id}). */
import { sendMail } from '../../delivery/mail.ts';
import type { Acting } from '../acting.ts';
import { organizationSetting } from '../organization/rows.ts';
import type { UserRow } from '../users/rows.ts';

/** @param comment of the administrator; '' = none. */
export function deactivationMail(acting: Acting, user: UserRow, comment: string): void {
  const name = organizationSetting(acting.db, 'name');
  const words = comment === '' ? '' : `\n\n${acting.user.full_name} wrote:\n\n${comment}`;
  sendMail(acting, {
    to: user.delivery_email,
    subject: `Your account on ${name} was deactivated`,
    text: `Hello ${user.full_name},\n\nYour account on ${name} was deactivated, and you can no longer sign in.${words}\n`,
    subjectId: user.id,
  });
}
