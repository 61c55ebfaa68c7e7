/** What the server itself has to say: messages of its own bots. */
import type { SystemActing } from '../acting.ts';
import { systemBots, type UserRow } from '../users/rows.ts';
import type { ChannelRow } from '../channels/rows.ts';
import { sendMessage, type SentMessage } from './send.ts';

export type SystemTarget = { toUserIds: readonly number[] } | { channel: ChannelRow; topic: string };

/** Sends as one of the server's bots, whatever the permissions of the place. */
export function sendAsSystemBot(
  acting: SystemActing,
  bot: 'notification-bot' | 'welcome-bot',
  target: SystemTarget,
  content: string,
  options: { readBy?: readonly number[] } = {},
): SentMessage {
  const asBot = { ...acting, user: systemBot(acting, bot), client: 'Internal' };
  return 'stream' in target
    ? sendMessage(asBot, { type: 'stream', ...target, ...options, content })
    : sendMessage(asBot, { type: 'private', ...target, ...options, content });
}

function systemBot(acting: SystemActing, name: string): UserRow {
  const bot = systemBots(acting.db).find((user) => user.email.startsWith(`${name}@`));
  if (bot === undefined) throw new Error(`There is no ${name}: the organization has not been created.`);
  return bot;
}
