/**
 * What greets a new account: a direct message, with the organization's own words where it has some, a mail where it wants one, and
 * a word to the others in the channel for it.
 */
import { sendMail } from '../../delivery/mail.ts';
import type { SystemActing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { mailBody } from '../notifications/mail-layout.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { organization, organizationSetting } from '../organization/rows.ts';
import type { UserRow } from '../users/rows.ts';

/**
 * Greets a new user, and tells the others of them.
 * @param customText Markdown in place of the organization's own; null = the organization's, '' = none
 *   (contract: send-invites, welcome_message_custom_text)
 * @returns ids of the messages sent to them
 */
export function sendWelcome(acting: SystemActing, user: UserRow, customText: string | null = null): number[] {
  const name = organizationSetting(acting.db, 'name');
  const greeting = `Hello, and welcome to **${name}**! This is an automatic message. Only you can see it.\n\nMessages live in **channels**, and every channel message has a **topic**: choose one in the list of channels, or start your own. To write to one person, or to a few, send a direct message.`;
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
  sendMail(acting, {
    to: user.delivery_email,
    subject: `Welcome to ${team}`,
    ...mailBody([
      { kind: 'paragraph', text: `Hello ${user.full_name},` },
      {
        kind: 'paragraph',
        text: `You now have an account on ${team}. Keep this email. It has the address of the chat and explains how to sign in.`,
      },
      { kind: 'link', text: 'The chat, in any browser on the same network', href: `${address}/chat/` },
      { kind: 'paragraph', text: `Sign in with ${user.delivery_email} and your password.` },
      {
        kind: 'paragraph',
        text: `To connect other chat apps and phones, use the address ${address}. The chat's settings show it as a QR code.`,
      },
      { kind: 'link', text: 'Help with connecting', href: `${address}/help` },
    ]),
    subjectId: user.id,
  });
}

/** In the organization's channel for it, where there is one; however the account was made. */
function announceSignup(acting: SystemActing, user: UserRow): void {
  const { signup_announcements_stream_id: channelId } = organization(acting.db);
  const channel = channelId === -1 ? undefined : findChannel(acting.db, channelId);
  if (channel === undefined || channel.is_archived === 1) return;
  const text = `@_**${user.full_name}|${user.id}** joined this organization.`;
  sendAsSystemBot(acting, 'notification-bot', { channel, topic: 'signups' }, text);
}
