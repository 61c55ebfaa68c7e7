/** Two-factor notices sent to the account's user, by direct message and by email. */
import { sendMail } from '../../delivery/mail.ts';
import type { Say } from '../../texts.ts';
import type { SystemActing } from '../acting.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { mailBody } from '../notifications/mail-layout.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { readingOf } from '../users/language.shared.ts';
import type { UserRow } from '../users/rows.ts';

/** After several wrong codes with a right password. */
export const notifyWrongCodes = (acting: SystemActing, user: UserRow): void =>
  notifyAccount(acting, user, (t) =>
    t(
      'Several sign-ins to your account had the right password and a wrong code. If it was not you, another person knows your password: change it now.',
    ),
  );

/** @param say plain text in the user's language: what happened, and what to do if it was not the user. */
export function notifyAccount(acting: SystemActing, user: UserRow, say: (t: Say) => string): void {
  if (user.is_active === 0) return;
  const { t, language } = readingOf(user);
  const sentences = say(t);
  sendAsSystemBot(acting, 'notification-bot', { toUserIds: [user.id] }, sentences);
  sendMail(acting, {
    to: user.delivery_email,
    subject: t('Two-factor sign-in to {{organization}}', { organization: organizationSetting(acting.db, 'name') }),
    ...mailBody(language, [
      { kind: 'paragraph', text: t('Hello {{name}},', { name: user.full_name }) },
      { kind: 'paragraph', text: sentences },
      { kind: 'link', text: t('Open the settings'), href: `${originForOthers(acting)}/chat/#settings/profile` },
    ]),
    subjectId: user.id,
  });
}
