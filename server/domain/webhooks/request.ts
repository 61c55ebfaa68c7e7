/**
 * Outgoing webhooks, the chat's side: which bots a message triggers, the payload they are sent
 * (contract: OutgoingWebhookPayload). What becomes of their answers is in reply.ts; the network's side in
 * delivery/outgoing-webhooks.ts.
 */
import type { components } from '../../contract/types.ts';
import type { Reader } from '../../storage/database.ts';
import { findBotService } from '../bots/rows.ts';
import { findUser } from '../users/rows.ts';
import type { WebhookCall } from '../messages/trigger-webhooks.ts';

export type WebhookPayload = components['schemas']['OutgoingWebhookPayload'];

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
