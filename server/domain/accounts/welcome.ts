/**
 * Welcome messages for a new account: a direct message, with the organization's own words where it has some, a mail where it wants one, and
 * a word to the others in the channel for it.
 */
import { sendMail } from '../../delivery/mail.ts';
import type { SystemActing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { mailBody } from '../notifications/mail-layout.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { sayInOrganization } from '../organization/language.shared.ts';
import { organization, organizationSetting } from '../organization/rows.ts';
import { readingOf } from '../users/language.shared.ts';
import type { UserRow } from '../users/rows.ts';

/**
 * Greets a new user, and notifies the others of them.
 * @param customText Markdown in place of the organization's own; null = the organization's, '' = none
 *   (contract: send-invites, welcome_message_custom_text)
 * @returns ids of the messages sent to them
 */
export function sendWelcome(acting: SystemActing, user: UserRow, customText: string | null = null): number[] {
  const name = organizationSetting(acting.db, 'name');
  const { t } = readingOf(user);
  const greeting = [
    t('Hello, and welcome to **{{team}}**! This is an automatic message. Only you can see it.', { team: name }),
    t(
      'Messages live in **channels**, and every channel message has a **topic**: choose one in the list of channels, or start your own. To write to one person, or to a few, send a direct message.',
    ),
  ].join('\n\n');
  if (organizationSetting(acting.db, 'send_welcome_emails')) mailWelcome(acting, user, name);
  const own = customText ?? organizationSetting(acting.db, 'welcome_message_custom_text');
  const sent = [greeting, own].flatMap((content) => (content === '' ? [] : [sendWelcomeText(acting, user, content)]));
  announceSignup(acting, user);
  return sent;
}

/** Sends one text of the welcome bot to one user; returns the message's id. */
export function sendWelcomeText(acting: SystemActing, user: UserRow, content: string): number {
  return sendAsSystemBot(acting, 'welcome-bot', { toUserIds: [user.id] }, content).id;
}

/** What someone wants to find again in their mail: where the chat is, and with which address they sign in. */
function mailWelcome(acting: SystemActing, user: UserRow, team: string): void {
  const address = originForOthers(acting);
  const { t, language } = readingOf(user);
  sendMail(acting, {
    to: user.delivery_email,
    subject: t('Welcome to {{team}}', { team }),
    ...mailBody(language, [
      { kind: 'paragraph', text: t('Hello {{name}},', { name: user.full_name }) },
      {
        kind: 'paragraph',
        text: t(
          'You now have an account on {{team}}. Keep this email. It has the address of the chat and explains how to sign in.',
          { team },
        ),
      },
      { kind: 'link', text: t('The chat, in any browser on the same network'), href: `${address}/chat/` },
      { kind: 'paragraph', text: t('Sign in with {{email}} and your password.', { email: user.delivery_email }) },
      {
        kind: 'paragraph',
        text: t(
          "To connect other chat apps and phones, use the address {{address}}. The chat's settings show it as a QR code.",
          { address },
        ),
      },
      { kind: 'link', text: t('Help with connecting'), href: `${address}/help` },
    ]),
    subjectId: user.id,
  });
}

/** In the organization's channel for it, where there is one; however the account was made. */
function announceSignup(acting: SystemActing, user: UserRow): void {
  const { signup_announcements_stream_id: channelId } = organization(acting.db);
  const channel = channelId === -1 ? undefined : findChannel(acting.db, channelId);
  if (channel === undefined || channel.is_archived === 1) return;
  const t = sayInOrganization(acting.db);
  const text = t('{{user}} joined this organization.', { user: `@_**${user.full_name}|${user.id}**` });
  sendAsSystemBot(acting, 'notification-bot', { channel, topic: t('signups') }, text);
}
