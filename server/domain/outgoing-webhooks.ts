/**
 * Outgoing webhooks, the chat's side: which bots a message triggers, the payload they are sent
 * (api-v1.md, Outgoing webhook payload). What becomes of their answers is in webhook-replies.ts; the network's side in
 * delivery/outgoing-webhooks.ts.
 */
import type { components } from '../contract/types.ts';
import { enqueueDelivery } from '../delivery/queue.ts';
import type { Reader } from '../storage/database.ts';
import type { Acting, Viewing } from './acting.ts';
import { findBotService, type WebhookTrigger } from './bot-services.ts';
import { accessibleMessages } from './messages/access.ts';
import type { MessageRow } from './messages/rows.ts';
import { messagesWire } from './messages/wire.ts';
import { findUser, findUsers, type UserRow } from './users.ts';

/** Who may be triggered by a message. */
export interface WebhookRecipients {
  /** Participants of a direct message; empty for channel messages. */
  direct: readonly number[];
  /** Users mentioned by name; wildcards do not trigger bots. */
  mentioned: readonly number[];
}

/** What the queue keeps of one call; address and token are the bot's at the time of the call. */
export interface WebhookCall {
  trigger: WebhookTrigger;
  messageId: number;
  data: string;
  message: components['schemas']['OutgoingWebhookMessage'];
}

export type WebhookPayload = components['schemas']['OutgoingWebhookPayload'];

const outgoingWebhookBot = 3;

/** Queues a call for every outgoing-webhook bot that a message triggers; called on send. */
export function triggerWebhooks(
  acting: Acting,
  message: { id: number; sender_id: number },
  recipients: WebhookRecipients,
): void {
  const { db } = acting;
  const called = new Map<number, WebhookTrigger>();
  for (const id of recipients.mentioned) called.set(id, 'mention');
  for (const id of recipients.direct) called.set(id, 'direct_message');
  const bots = findUsers(db, called.keys()).filter(
    (user) => user.bot_type === outgoingWebhookBot && user.is_active === 1,
  );
  // Bots do not call bots: two of them would never stop talking.
  if (bots.length === 0 || findUser(db, message.sender_id)?.is_bot !== 0) return;
  for (const bot of bots) {
    const trigger = called.get(bot.id);
    const service = findBotService(db, bot.id);
    const [row] = accessibleMessages({ db, user: bot }, [message.id]);
    if (trigger === undefined || service === undefined || row === undefined || !service.triggers.includes(trigger))
      continue;
    const call: WebhookCall = {
      trigger,
      messageId: row.id,
      data: row.content,
      message: webhookMessage(acting, bot, row),
    };
    const { accepted } = enqueueDelivery(acting, { kind: 'webhook', subjectId: bot.id, payload: call });
    if (!accepted)
      acting.services.log.warn(
        { bot: bot.id, message: row.id },
        'a webhook was not called: the delivery queue is full',
      );
  }
}

/** The message in the GET /messages format, raw, with its HTML beside it; flags are nobody's. */
export function webhookMessage(viewing: Viewing, bot: UserRow, row: MessageRow): WebhookCall['message'] {
  const options = { applyMarkdown: false, clientGravatar: false, allowEmptyTopicName: false };
  const [wire] = messagesWire({ ...viewing, user: bot }, [row.id], options);
  if (wire === undefined) throw new Error(`message ${row.id} was just read`);
  const { flags: _flags, match_content: _content, match_subject: _subject, ...message } = wire;
  return { ...message, rendered_content: row.rendered_content };
}

/** @returns address and body of a call; undefined when the bot has gone or is no longer called. */
export function webhookRequest(
  db: Reader,
  botId: number,
  call: WebhookCall,
): { url: string; payload: WebhookPayload } | undefined {
  const bot = findUser(db, botId);
  const service = findBotService(db, botId);
  if (bot === undefined || bot.is_active === 0 || service === undefined) return undefined;
  return {
    url: service.base_url,
    payload: {
      bot_email: bot.email,
      bot_full_name: bot.full_name,
      data: call.data,
      trigger: call.trigger,
      token: service.token,
      message: call.message,
    },
  };
}
