/** Invitation email. */
import { sendMail } from '../../delivery/mail.ts';
import type { SystemActing } from '../acting.ts';
import { joinUrl } from '../organization/addresses.shared.ts';
import { sayInOrganization } from '../organization/language.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { universalTime } from '../users/local-time.shared.ts';
import { findUser } from '../users/rows.ts';
import type { InvitationRow } from './rows.ts';

/** Queues the mail of an invitation to one address; reusable links are not mailed. */
export function mailInvitation(acting: SystemActing, invitation: InvitationRow): void {
  if (invitation.email === null) return;
  const organization = organizationSetting(acting.db, 'name');
  const inviter = findUser(acting.db, invitation.invited_by);
  const link = joinUrl(acting, invitation.key);
  const language = organizationSetting(acting.db, 'default_language');
  const t = sayInOrganization(acting.db);
  const name = inviter?.full_name ?? t('Someone');
  const address = inviter?.delivery_email ?? organization;
  const lines = [
    t('Hello,'),
    t('{{name}} ({{address}}) invites you to {{organization}}, the team chat on this network.', {
      name,
      address,
      organization,
    }),
    t('To join, open this link in a browser:'),
    link,
    invitation.expires_at === null
      ? t('The link does not expire.')
      : t('The link is valid until {{time}}.', { time: universalTime(language, invitation.expires_at) }),
  ];
  sendMail(acting, {
    to: invitation.email,
    subject: t('{{name}} invites you to {{organization}}', { name, organization }),
    text: `${lines.join('\n\n')}\n`,
    subjectId: invitation.id,
  });
}
