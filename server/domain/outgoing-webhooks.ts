/**
 * Outgoing webhooks, the chat's side: which bots a message triggers, the payload they are sent
 * (api-v1.md, Outgoing webhook payload), and what becomes of their answers.
 * The network's side is delivery/outgoing-webhooks.ts.
 */
import type { components } from '../contract/types.ts';
import { enqueueDelivery } from '../delivery/queue.ts';
import { narrowUrl } from '../markdown/urls.ts';
import type { Reader } from '../storage/database.ts';
import type { Acting, SystemActing, SystemViewing } from './acting.ts';
import { findBotService, type WebhookTrigger } from './bot-services.ts';
import { accessibleMessages } from './messages/access.ts';
import { participantIds } from './messages/recipients.ts';
import { findMessage, type MessageRow } from './messages/rows.ts';
import { sendMessage } from './messages/send.ts';
import { sendAsSystemBot } from './messages/system.ts';
import { messagesWire } from './messages/wire.ts';
import { findChannel } from './channels.ts';
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
const replyClient = 'OutgoingWebhookResponse';

/** Queues a call for every outgoing-webhook bot that a message triggers; called on send. */
export function triggerWebhooks(acting: Acting, message: { id: number; sender_id: number }, recipients: WebhookRecipients): void {
  const { db } = acting;
  const called = new Map<number, WebhookTrigger>();
  for (const id of recipients.mentioned) called.set(id, 'mention');
  for (const id of recipients.direct) called.set(id, 'direct_message');
  const bots = findUsers(db, called.keys()).filter((user) => user.bot_type === outgoingWebhookBot && user.is_active === 1);
  // Bots do not call bots: two of them would never stop talking.
  if (bots.length === 0 || findUser(db, message.sender_id)?.is_bot !== 0) return;
  for (const bot of bots) {
    const trigger = called.get(bot.id);
    const service = findBotService(db, bot.id);
    const [row] = accessibleMessages({ db, user: bot }, [message.id]);
    if (trigger === undefined || service === undefined || row === undefined || !service.triggers.includes(trigger)) continue;
    const call: WebhookCall = { trigger, messageId: row.id, data: row.content, message: webhookMessage(acting, bot, row) };
    const { accepted } = enqueueDelivery(acting, { kind: 'webhook', subjectId: bot.id, payload: call });
    if (!accepted) tellOwner(acting, bot, row.id, 'Too much is waiting to be sent already.');
  }
}

/** The message in the GET /messages format, raw, with its HTML beside it; flags are nobody's. */
function webhookMessage(acting: SystemActing, bot: UserRow, row: MessageRow): WebhookCall['message'] {
  const options = { applyMarkdown: false, clientGravatar: false, allowEmptyTopicName: false };
  const [wire] = messagesWire({ ...acting, user: bot, client: replyClient }, [row.id], options);
  if (wire === undefined) throw new Error(`message ${row.id} was just read`);
  const { flags: _flags, match_content: _content, match_subject: _subject, ...message } = wire;
  return { ...message, rendered_content: row.rendered_content };
}

/** @returns address and body of a call; undefined when the bot has gone or is no longer called. */
export function webhookRequest(db: Reader, botId: number, call: WebhookCall): { url: string; payload: WebhookPayload } | undefined {
  const bot = findUser(db, botId);
  const service = findBotService(db, botId);
  if (bot === undefined || bot.is_active === 0 || service === undefined) return undefined;
  return {
    url: service.base_url,
    payload: { bot_email: bot.email, bot_full_name: bot.full_name, data: call.data, trigger: call.trigger, token: service.token, message: call.message },
  };
}

/** Posts a bot's answer where it was called from. @throws ApiError when the bot may not write there. */
export function postWebhookReply(acting: SystemActing, botId: number, messageId: number, content: string): void {
  const bot = findUser(acting.db, botId);
  const message = findMessage(acting.db, messageId);
  // Deleted in the meantime: there is nothing to answer to.
  if (bot === undefined || bot.is_active === 0 || message === undefined) return;
  const letters = [...content];
  const limit = acting.services.options.limits.maxMessageLength;
  const text = letters.length > limit ? letters.slice(0, limit).join('') : content;
  const asBot: Acting = { ...acting, user: bot, client: replyClient };
  const stream = message.stream_id === null ? undefined : findChannel(acting.db, message.stream_id);
  if (stream !== undefined) sendMessage(asBot, { type: 'stream', stream, topic: message.topic, content: text });
  else sendMessage(asBot, { type: 'private', toUserIds: participantIds(acting.db, message.recipient_id), content: text });
}

/** Tells the bot's owner that a call failed for good. */
export function tellWebhookFailure(acting: SystemActing, botId: number, messageId: number, reason: string): void {
  const bot = findUser(acting.db, botId);
  if (bot !== undefined) tellOwner(acting, bot, messageId, reason);
}

function tellOwner(acting: SystemActing, bot: UserRow, messageId: number, reason: string): void {
  const owner = bot.bot_owner_id === null ? undefined : findUser(acting.db, bot.bot_owner_id);
  if (owner === undefined || owner.is_active === 0) return;
  const content = `[A message](${messageLink(acting, messageId)}) to your bot @_**${bot.full_name}|${bot.id}** could not be delivered to its server:\n\n~~~ text\n${reason.replaceAll('~~~', '')}\n~~~`;
  sendAsSystemBot(acting, 'notification-bot', { toUserIds: [owner.id] }, content);
}

function messageLink({ db }: SystemViewing, messageId: number): string {
  const message = findMessage(db, messageId);
  const stream = message?.stream_id == null ? undefined : findChannel(db, message.stream_id);
  if (message !== undefined && stream !== undefined) return narrowUrl(stream, message.topic, messageId);
  const people = message === undefined ? [] : participantIds(db, message.recipient_id);
  return `/#narrow/dm/${people.join(',')}-dm/near/${messageId}`;
}
