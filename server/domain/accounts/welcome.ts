/** The direct message that greets a new account, with the organization's own words where it has some. */
import type { SystemActing } from '../acting.ts';
import type { UserRow } from '../users/rows.ts';
import { organizationSetting } from '../organization/rows.ts';
import { sendAsSystemBot } from '../messages/system.ts';

/**
 * Greets a user.
 * @param customText Markdown in place of the organization's own; null = the organization's, '' = none
 *   (api-v1.md, POST /invites, welcome_message_custom_text)
 * @returns ids of the messages sent
 */
export function sendWelcome(acting: SystemActing, user: UserRow, customText: string | null = null): number[] {
  const name = organizationSetting(acting.db, 'name');
  const greeting = `Hello, and welcome to **${name}**! This message is from the server itself; nobody else can read it.\n\nMessages live in **channels**, and every channel message has a **topic**: pick one on the left, or start your own. To write to one person, or to a few, send a direct message.`;
  const own = customText ?? organizationSetting(acting.db, 'welcome_message_custom_text');
  return [greeting, own].flatMap((content) => (content === '' ? [] : [sendWelcomeText(acting, user, content)]));
}

/** Sends one text of the welcome bot to one user; returns the message's id. */
export function sendWelcomeText(acting: SystemActing, user: UserRow, content: string): number {
  return sendAsSystemBot(acting, 'welcome-bot', { toUserIds: [user.id] }, content).id;
}
