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
  /** @param failure `isAnswered`: the bot's server took the call, and its answer could not be posted. */
  failed(acting: A, delivery: DeliveryRow, failure: { reason: string; answer: string; isAnswered: boolean }): void;
}

// Five attempts within some six minutes: an answer in a chat is worth little later.
const pausesMs = [2_000, 10_000, 60_000, 300_000];

export function webhookHandler<A>(port: WebhookPort<A>): DeliveryHandler<A> {
  return {
    kind: 'webhook',
    pausesMs,
    async send(delivery, signal) {
      const call = await port.prepare(delivery);
      if (call === undefined) throw new DeliveryError('The bot no longer exists.', { permanent: true });
      const guard = await makeNetworkGuard(call.allowedNetworks);
      try {
        const { status, text } = await ('form' in call
          ? postForm(call.url, call.form, guard, signal)
          : postJson(call.url, call.payload, guard, signal));
        const content = replyOf(text, status, 'form' in call);
        return {
          status,
          response: text.slice(0, 2000),
          follow: (acting) => (content === null ? undefined : port.reply(acting, delivery, content)),
        };
      } finally {
        await guard.dispatcher.close();
      }
    },
    failed: (acting, delivery, error) => {
      const { status = null, response = null } = error;
      const isAnswered = status !== null && status >= 200 && status < 300;
      port.failed(acting, delivery, { reason: error.message, answer: shortened((response ?? '').trim()), isAnswered });
    },
  };
}

/**
 * A poll or a to-do list as the text that a person writes for it; undefined for anything else, whose `content` is posted, and for
 * one that says nothing.
 * @param content is the question of a poll and the title of a list that have none
 */
function widgetText(widget: unknown, content: unknown): string | undefined {
  const said = parsed(widget);
  const { widget_type: kind, extra_data: data } = fieldsOf(said);
  const { question, options, task_list_title: title, tasks } = fieldsOf(parsed(data));
  if (kind === 'poll') return linesOf('/poll', lineOf(question), listOf(options).map(lineOf), lineOf(content));
  if (kind !== 'todo') return undefined;
  const lines = listOf(tasks).map((one) => {
    const { task, desc } = fieldsOf(one);
    return lineOf(desc) === '' ? lineOf(task) : `${lineOf(task)}: ${lineOf(desc)}`;
  });
  return linesOf('/todo', lineOf(title), lines, lineOf(content));
}

/** @param inStead is the title where there are only lines */
function linesOf(command: string, title: string, lines: readonly string[], inStead: string): string | undefined {
  const isEmpty = title === '' && lines.every((line) => line === '');
  return isEmpty ? undefined : [`${command} ${title || inStead}`, ...lines].join('\n');
}

/** A value that is sent as JSON, or as the text of JSON. */
function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return undefined;
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Servers in languages without types write numbers. */
const isText = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);
const lineOf = (value: unknown): string => (isText(value) ? String(value).replaceAll(/\s+/g, ' ').trim() : '');

/** Characters of an answer that its bot's owner reads. */
const shownLength = 500;

const shortened = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);

/** As replyContent; the error knows the whole answer. */
function replyOf(text: string, status: number, wasForm: boolean): string | null {
  try {
    return replyContent(text, wasForm);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    throw new DeliveryError(error.message, { permanent: true, status, response: text.slice(0, 2000) });
  }
}

/**
 * What the bot wants to say: `content`, or the older `response_string`, unless `response_not_required`; called by form, `text`.
 * @returns null for nothing. @throws DeliveryError when the answer is no JSON object, or what it says no text.
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
    widget_content: widget,
  } = answer as Record<string, unknown>;
  if (silent === true) return null;
  const said = wasForm ? compatible : (widgetText(widget, content ?? older) ?? content ?? older);
  if (said === undefined || said === null) return null;
  const field = wasForm ? 'text' : 'content';
  if (!isText(said)) throw new DeliveryError(`The "${field}" of the answer is not a text.`, { permanent: true });
  return String(said).trim() === '' ? null : String(said);
}
