/**
 * Outgoing webhooks, the network's side: calls a bot's server with its payload (contract: OutgoingWebhookPayload) and reads its answer.
 * What the call means in the chat is handed in.
 */
import { postForm, postJson } from './http-post.ts';
import { makeNetworkGuard } from './network-guard.ts';
import type { DeliveryRow } from './queue.ts';
import { DeliveryError, type DeliveryHandler } from './worker.ts';

/** A call: JSON of our own, or the form fields that other chat servers send. */
export type WebhookBody = { payload: object } | { form: Readonly<Record<string, string>> };

export interface WebhookPort<A> {
  /** Address and body, and the private networks that may be called; undefined when the bot has gone. */
  prepare(
    delivery: DeliveryRow,
  ): Promise<(WebhookBody & { url: string; allowedNetworks: readonly string[] }) | undefined>;
  reply(acting: A, delivery: DeliveryRow, content: string): void;
  failed(acting: A, delivery: DeliveryRow, reason: string): void;
}

// Five attempts within some six minutes: an answer in a chat is worth little later.
const pausesMs = [2_000, 10_000, 60_000, 300_000];

export function webhookHandler<A>(port: WebhookPort<A>): DeliveryHandler<A> {
  return {
    kind: 'webhook',
    pausesMs,
    async send(delivery, signal) {
      const call = await port.prepare(delivery);
      if (call === undefined) throw new DeliveryError('The bot is no longer there.', { permanent: true });
      const guard = await makeNetworkGuard(call.allowedNetworks);
      try {
        const { status, text } = await ('form' in call
          ? postForm(call.url, call.form, guard, signal)
          : postJson(call.url, call.payload, guard, signal));
        const content = replyContent(text, 'form' in call);
        return {
          status,
          response: text.slice(0, 2000),
          follow: (acting) => (content === null ? undefined : port.reply(acting, delivery, content)),
        };
      } finally {
        await guard.dispatcher.close();
      }
    },
    failed: (acting, delivery, error) => port.failed(acting, delivery, error.message),
  };
}

/**
 * What the bot wants to say: `content`, or the older `response_string`, unless `response_not_required`; called by form, `text`.
 * @returns null for nothing. @throws DeliveryError when the answer is no JSON object.
 */
export function replyContent(text: string, wasForm = false): string | null {
  if (text.trim() === '') return null;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new DeliveryError('The answer is not valid JSON.', { permanent: true, response: text.slice(0, 2000) });
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new DeliveryError('The answer is not a JSON object.', { permanent: true });
  const {
    content,
    text: compatible,
    response_string: older,
    response_not_required: silent,
  } = answer as Record<string, unknown>;
  if (silent === true) return null;
  const said = wasForm ? compatible : (content ?? older);
  return typeof said === 'string' && said.trim() !== '' ? said : null;
}
