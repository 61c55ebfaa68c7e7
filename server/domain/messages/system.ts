/** What the server itself has to say: messages of its own bots. */
import type { SystemActing } from '../acting.ts';
import { systemBots, type UserRow } from '../users/rows.ts';
import { sendMessage, type MessageTarget, type SentMessage } from './send.ts';

/** Sends as one of the server's bots, whatever the permissions of the place. */
export function sendAsSystemBot(
  acting: SystemActing,
  bot: 'notification-bot' | 'welcome-bot',
  target: MessageTarget,
  content: string,
  options: { readBy?: readonly number[] } = {},
): SentMessage {
  const asBot = { ...acting, user: systemBot(acting, bot), client: 'Internal' };
  return sendMessage(asBot, { ...target, ...options, content });
}

function systemBot(acting: SystemActing, name: string): UserRow {
  const bot = systemBots(acting.db).find((user) => user.email.startsWith(`${name}@`));
  if (bot === undefined) throw new Error(`There is no ${name}: the organization has not been created.`);
  return bot;
}
