/** What an invited person reads. */
import { sendMail } from '../../delivery/mail.ts';
import type { SystemActing } from '../acting.ts';
import { joinUrl } from '../organization/addresses.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findUser } from '../users/rows.ts';
import type { InvitationRow } from './rows.ts';

/** Queues the mail of an invitation to one address; reusable links are not mailed. */
export function mailInvitation(acting: SystemActing, invitation: InvitationRow): void {
  if (invitation.email === null) return;
  const organization = organizationSetting(acting.db, 'name');
  const inviter = findUser(acting.db, invitation.invited_by);
  const link = joinUrl(acting, invitation.key);
  const until =
    invitation.expires_at === null
      ? 'The link does not expire.'
      : `The link is valid until ${new Date(invitation.expires_at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  sendMail(acting, {
    to: invitation.email,
    subject: `${inviter?.full_name ?? 'Someone'} invites you to ${organization}`,
    text: `Hello,\n\n${inviter?.full_name ?? 'Someone'} (${inviter?.delivery_email ?? organization}) invites you to ${organization}, the team chat on this network.\n\nTo join, open this link in a browser:\n\n${link}\n\n${until}\n`,
    subjectId: invitation.id,
  });
}
