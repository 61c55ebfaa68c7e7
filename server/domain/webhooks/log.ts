/**
 * The log of outgoing webhooks, for administrators: what called a bot, what it was sent and what it answered. Content is shown
 * only to whoever may read the message anyway; the others see the envelope.
 */
import type { WebhookContent } from '../../contract/shapes/deliveries.ts';
import type { DeliveryRow } from '../../delivery/queue.ts';
import type { Viewing } from '../acting.ts';
import { accessibleMessages } from '../messages/access.ts';
import { findUser } from '../users/rows.ts';
import { webhookMessage, type WebhookCall } from '../messages/trigger-webhooks.ts';

type Stored = Partial<WebhookCall>;

const storedCall = ({ payload }: DeliveryRow): Stored => JSON.parse(payload) as Stored;

/** What every administrator sees of a call. */
export function webhookHead(row: DeliveryRow): { trigger: string | null; message_id: number | null } {
  const { trigger = null, messageId = null } = storedCall(row);
  return { trigger, message_id: messageId };
}

export function webhookContent(viewing: Viewing, row: DeliveryRow): WebhookContent {
  const { trigger = 'mention', messageId = 0, message } = storedCall(row);
  const bot = findUser(viewing.db, row.subject_id ?? 0);
  const [read] = accessibleMessages(viewing, [messageId]);
  if (bot === undefined || read === undefined) return { request: null, answer: null };
  const request = {
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    data: read.content,
    trigger,
    token: '[secret]',
    // Of a call that is over the message is shown as it is now.
    message: message ?? webhookMessage(viewing, bot, read),
  } as const;
  return { request, answer: row.response };
}
