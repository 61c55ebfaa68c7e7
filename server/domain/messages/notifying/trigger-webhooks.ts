/** Outgoing webhooks that a message triggers, and the message as they get it (contract: OutgoingWebhookPayload). */
import type { components } from '../../../contract/types.ts';
import { enqueueDelivery } from '../../../delivery/queue.ts';
import type { Acting, Viewing } from '../../acting.ts';
import { findBotService, type WebhookTrigger } from '../../bots/rows.ts';
import { ownerOf } from '../../channels/access.ts';
import { findUser, findUsers, type UserRow } from '../../users/rows.ts';
import { accessibleMessages } from '../access.ts';
import { messagesWire } from '../reading/texts.ts';
import type { MessageRow } from '../rows.ts';

/** Who may be triggered by a message. */
export interface WebhookRecipients {
  /** Participants of a direct message; empty for channel messages. */
  direct: readonly number[];
  /** Users mentioned by name; wildcards do not trigger bots. */
  mentioned: readonly number[];
}

const outgoingWebhookBot = 3;

/**
 * Queues a call for every outgoing-webhook bot that a message triggers; called on send.
 * @returns mentioned bots that are not called because neither they nor their owners can read the message
 */
export function triggerWebhooks(
  acting: Acting,
  message: { id: number; sender_id: number },
  recipients: WebhookRecipients,
): UserRow[] {
  const { db } = acting;
  const called = new Map<number, WebhookTrigger>();
  for (const id of recipients.mentioned) called.set(id, 'mention');
  for (const id of recipients.direct) called.set(id, 'direct_message');
  const bots = findUsers(db, called.keys()).filter(
    (user) => user.bot_type === outgoingWebhookBot && user.is_active === 1,
  );
  // Bots do not call bots: two of them would never stop talking.
  if (bots.length === 0 || findUser(db, message.sender_id)?.is_bot !== 0) return [];
  const unreached: UserRow[] = [];
  for (const bot of bots) {
    const trigger = called.get(bot.id);
    const service = findBotService(db, bot.id);
    const owner = ownerOf({ db, user: bot });
    // A bot answers wherever its owner may read and write, also where it is not subscribed.
    const [row] = [{ db, user: bot }, ...(owner === undefined ? [] : [owner])].flatMap((viewer) =>
      accessibleMessages(viewer, [message.id]),
    );
    if (trigger === undefined || service === undefined || !service.triggers.includes(trigger)) continue;
    if (row === undefined) {
      unreached.push(bot);
      continue;
    }
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
  return unreached;
}

/** The message in the GET /messages format, raw, with its HTML beside it; flags are no one's. */
export function webhookMessage(viewing: Viewing, bot: UserRow, row: MessageRow): WebhookCall['message'] {
  const options = { applyMarkdown: false, clientGravatar: false, allowEmptyTopicName: false };
  const [wire] = messagesWire({ ...viewing, user: bot }, [row.id], options);
  if (wire === undefined) throw new Error(`message ${row.id} was just read`);
  const { flags: _flags, match_content: _content, match_subject: _subject, ...message } = wire;
  return { ...message, rendered_content: row.rendered_content };
}

/** What the queue keeps of one call; address and token are the bot's at the time of the call. */
export interface WebhookCall {
  trigger: WebhookTrigger;
  messageId: number;
  data: string;
  message: components['schemas']['OutgoingWebhookMessage'];
}
