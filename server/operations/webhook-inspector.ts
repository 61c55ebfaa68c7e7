/**
 * The webhook inspector of a demo: a server for outgoing webhooks that is built in, remembers what it was sent, and answers what
 * someone chose. Kept in memory, bounded.
 */
import type { CaughtWire } from '../contract/shapes/training.ts';
import { enqueueDelivery } from '../delivery/queue.ts';
import { ownOrigin, type Acting, type Viewing } from '../domain/acting.ts';
import { createBot } from '../domain/bots/edit.ts';
import { findBotService } from '../domain/bots/rows.ts';
import type { WebhookCall } from '../domain/messages/notifying/trigger-webhooks.ts';
import { changeDeliverySettings, deliverySettings } from '../domain/organization/delivery-settings.shared.ts';
import { BotType, type UserRow } from '../domain/users/rows.ts';
import type { WebhookPayload } from '../domain/webhooks/request.ts';
import { badRequest } from '../errors.ts';

const mostKept = 100;
const maxPayloadLength = 200_000;
/** Below the prefix of the API. */
export const inspectorPath = '/console/training/catch';

/** What the inspector says to the user who calls it. */
export interface InspectorAnswer {
  status: number;
  answer: string;
}

export const usualAnswer: InspectorAnswer = { status: 200, answer: '{"content": "Caught."}' };

export class WebhookInspector {
  readonly #nowMs: () => number;
  #caught: (CaughtWire & { call: WebhookPayload })[] = [];
  #lastId = 0;
  answers: InspectorAnswer = usualAnswer;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Remembers a call. @param text its body. @returns what to answer. @throws ApiError BAD_REQUEST for what is no webhook. */
  take(text: string): InspectorAnswer {
    const call = payloadOf(text);
    this.#lastId += 1;
    const caught = {
      caught_id: this.#lastId,
      at_ms: this.#nowMs(),
      bot_email: call.bot_email,
      trigger: call.trigger,
      payload: { ...call, token: '[secret]' },
      ...this.answers,
      call,
    };
    this.#caught = [caught, ...this.#caught].slice(0, mostKept);
    return this.answers;
  }

  /** The newest first. */
  list(): CaughtWire[] {
    return this.#caught.map(({ call: _call, ...wire }) => wire);
  }

  clear(): void {
    this.#caught = [];
  }

  /** @throws ApiError BAD_REQUEST */
  access(id: number): WebhookPayload {
    const found = this.#caught.find((one) => one.caught_id === id);
    if (found === undefined) throw badRequest('No such call');
    return found.call;
  }
}

function payloadOf(text: string): WebhookPayload {
  const refused = badRequest('This is not the call of an outgoing webhook.');
  if (text.length > maxPayloadLength) throw refused;
  try {
    const value = JSON.parse(text) as WebhookPayload | null;
    const texts = [value?.bot_email, value?.trigger, value?.data];
    if (texts.every((each) => typeof each === 'string') && typeof value?.message?.id === 'number') return value;
  } catch {
    throw refused;
  }
  throw refused;
}

/** Where the inspector is called: this machine itself. */
export function inspectorUrl({ services }: Viewing): string {
  return `${ownOrigin(services)}/api/v1${inspectorPath}`;
}

/** Bots that call the inspector. */
export function inspectorBots(viewing: Viewing): UserRow[] {
  const url = inspectorUrl(viewing);
  return viewing.db
    .all<UserRow>('SELECT * FROM users WHERE bot_type = ? AND is_active = 1 ORDER BY id', BotType.outgoingWebhook)
    .filter((bot) => findBotService(viewing.db, bot.id)?.base_url === url);
}

/** Makes a bot that calls the inspector when it is mentioned or written to, and allows webhooks to this machine. */
export function createInspectorBot(acting: Acting): UserRow {
  const number = inspectorBots(acting).length + 1;
  const suffix = number === 1 ? '' : String(number);
  const host = new URL(inspectorUrl(acting)).hostname.replaceAll(/[[\]]/g, '');
  const { webhook_allowed_networks: allowed } = deliverySettings(acting.db);
  if (!allowed.includes(host)) changeDeliverySettings(acting, { webhook_allowed_networks: [...allowed, host] });
  return createBot(acting, {
    short_name: `inspector${suffix}`,
    full_name: suffix === '' ? 'Inspector Bot' : `Inspector Bot ${suffix}`,
    bot_type: BotType.outgoingWebhook,
    payload_url: inspectorUrl(acting),
    interface_type: 1,
    triggers: ['mention', 'direct_message'],
  });
}

/** Sends a caught call once more, through the same queue as the first time. @throws ApiError BAD_REQUEST when the bot has gone. */
export function resendCaught(acting: Acting, payload: WebhookPayload): void {
  const bot = inspectorBots(acting).find((one) => one.email === payload.bot_email);
  if (bot === undefined) throw badRequest('The bot no longer exists.');
  const { data, message } = payload;
  const trigger = payload.trigger === 'mention' ? 'mention' : 'direct_message';
  const call: WebhookCall = { trigger, messageId: message.id, data, message };
  enqueueDelivery(acting, { kind: 'webhook', subjectId: bot.id, payload: call });
}
