/**
 * Outgoing webhooks, the chat's side: which bots a message triggers, the payload they are sent
 * (contract: OutgoingWebhookPayload), and what administrators see of a call. What becomes of their answers is in reply.ts; the network's side in
 * delivery/outgoing-webhooks.ts.
 */
import type { WebhookContent } from '../../contract/shapes/deliveries.ts';
import type { components } from '../../contract/types.ts';
import type { DeliveryRow } from '../../delivery/queue.ts';
import type { Reader } from '../../storage/database.ts';
import type { Viewing } from '../acting.ts';
import { findBotService, type BotService } from '../bots/rows.ts';
import { accessibleMessages } from '../messages/access.ts';
import { type WebhookCall, webhookMessage } from '../messages/notifying/trigger-webhooks.ts';
import { organizationId, organizationSetting } from '../organization/rows.ts';
import { findUser } from '../users/rows.ts';

export type WebhookPayload = components['schemas']['OutgoingWebhookPayload'];

type WebhookBody = { payload: WebhookPayload } | { form: Record<string, string> };

/** The fields in which Slack calls outgoing webhooks, and others after it. Ids have a letter before them there. */
function compatibleForm(db: Reader, { bot_id: botId, token }: BotService, call: WebhookCall): Record<string, string> {
  const { message } = call;
  const isDirect = message.type === 'private';
  return {
    token,
    team_id: `T${organizationId}`,
    team_domain: organizationSetting(db, 'string_id') || organizationSetting(db, 'name'),
    channel_id: isDirect ? `D${message.recipient_id}` : `C${message.stream_id ?? 0}`,
    channel_name: isDirect ? 'directmessage' : String(message.display_recipient),
    thread_ts: String(message.id),
    // Seconds, and after the point what distinguishes messages of one second.
    timestamp: `${message.timestamp}.${String(message.id).padStart(6, '0')}`,
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: call.data,
    trigger_word: call.trigger,
    service_id: String(botId),
  };
}

/** @returns address and body of a call; undefined when the bot has gone or is no longer called. */
export function webhookRequest(
  db: Reader,
  botId: number,
  call: WebhookCall,
): (WebhookBody & { url: string }) | undefined {
  const bot = findUser(db, botId);
  const service = findBotService(db, botId);
  if (bot === undefined || bot.is_active === 0 || service === undefined) return undefined;
  if (service.interface === 2) return { url: service.base_url, form: compatibleForm(db, service, call) };
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

type Stored = Partial<WebhookCall>;

const storedCall = ({ payload }: DeliveryRow): Stored => JSON.parse(payload) as Stored;

/** What every administrator sees of a call. */
export function webhookHead(row: DeliveryRow): { trigger: string | null; message_id: number | null } {
  const { trigger = null, messageId = null } = storedCall(row);
  return { trigger, message_id: messageId };
}

/** What it was sent and what it answered: for the user who may read the message anyway. */
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
