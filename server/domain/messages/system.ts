/** System messages: messages of its own bots. */
import type { SystemActing } from '../acting.ts';
import { systemBot } from '../users/rows.ts';
import { sendMessage, type MessageTarget, type SentMessage } from './send.ts';

/** Sends as one of the server's bots, whatever the permissions of the place, and under no topic where there are none. */
export function sendAsSystemBot(
  acting: SystemActing,
  bot: 'notification-bot' | 'welcome-bot',
  target: MessageTarget,
  content: string,
  options: { readBy?: readonly number[] } = {},
): SentMessage {
  const asBot = { ...acting, user: systemBot(acting.db, bot), client: 'Internal' };
  const hasNoTopics = 'channel' in target && target.channel.topics_policy === 'empty_topic_only';
  return sendMessage(asBot, { ...target, ...(hasNoTopics && { topic: '' }), ...options, content });
}
