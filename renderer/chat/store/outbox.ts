/**
 * Unacknowledged sent messages, so that nothing is lost and nothing is sent twice: every entry carries a key that the
 * server stores with the message, and goes on under the same key until the server has answered. Entries of one conversation
 * leave in their order. Pure; outbox-runner.ts does the sending and the keeping.
 */
import { hourMs } from '../../client/durations.ts';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';

export interface OutboxEntry {
  /** Idempotency key, and the `local_id` of the message. */
  key: string;
  /** Rising in the order of sending. */
  order: number;
  /** Whose words, in which organization: elsewhere they are never sent. */
  home: string;
  conversation: Conversation;
  content: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  attempts: number;
  /** A request with it may have left: the server may have a message under this key. */
  isTried: boolean;
  /** Its words were changed after a request may have left: what the server has under this key may be the text of before. */
  isRevised: boolean;
  /** When it is tried again on its own, in milliseconds since 1970. */
  nextAttemptAt: number;
  /** Why it will not be tried again on its own; null while it will. */
  failure: Failure | null;
  /** The message that the server made of it, until that is here; null before the server has answered. */
  messageId: number | null;
}

export interface Failure {
  /**
   * refused: the server's own sentence; old: waited so long that its writer is asked first; sent-before: the words before an edit
   * were sent, and why they stay.
   */
  kind: 'refused' | 'old' | 'sent-before';
  reason: string;
}

/** How an attempt ended. */
export type Outcome =
  | { kind: 'sent'; messageId: number }
  /** No answer, or one that says nothing of the message: it may be there or not. */
  | { kind: 'unknown' }
  /** Too many requests: seconds until the next. */
  | { kind: 'limited'; retryAfter: number }
  | { kind: 'refused'; reason: string }
  /** The text of before were sent, and are gone again: these are a message of their own, under this key. */
  | { kind: 'as-new'; key: string }
  /** The earlier text was sent and can no longer be changed; this one is sent beside it under this key when its writer confirms. */
  | { kind: 'sent-before'; key: string; reason: string };

/** After an hour what was written may no longer be meant: its writer is asked. Milliseconds. */
export const askAfterMs = hourMs;
const firstPauseMs = 500;
const longestPauseMs = 15_000;
const refusals = new Set([400, 403, 404, 405, 413, 414, 415, 422]);

/** An entry behind all others. @param isRevised it goes under the key of words that it takes the place of. */
export function newEntry(
  {
    key,
    home,
    conversation,
    content,
    isRevised = false,
  }: Pick<OutboxEntry, 'key' | 'home' | 'conversation' | 'content'> & { isRevised?: boolean },
  before: readonly OutboxEntry[],
  now: number,
): OutboxEntry {
  const order = before.reduce((least, entry) => Math.max(least, entry.order + 1), now);
  const state = { createdAt: now, attempts: 0, isTried: false, isRevised, nextAttemptAt: now };
  return { key, order, home, conversation, content, ...state, failure: null, messageId: null };
}

/** @returns an entry as a browser kept it; undefined for anything else. */
export function entryFrom(value: unknown): OutboxEntry | undefined {
  const entry = value as Partial<OutboxEntry> | null;
  const isEntry =
    typeof entry?.key === 'string' &&
    typeof entry.order === 'number' &&
    typeof entry.content === 'string' &&
    typeof entry.conversation === 'object';
  // Entries of earlier versions do not say whether a request left: one may have.
  return isEntry ? ({ isTried: true, isRevised: false, ...entry } as OutboxEntry) : undefined;
}

/** Whether the server may have a message of it, without this browser knowing. What was refused is not there. */
export function mayBeThere({ isTried, isRevised, failure }: OutboxEntry): boolean {
  return isRevised || (isTried && failure?.kind !== 'refused' && failure?.kind !== 'sent-before');
}

/** A request with it leaves now. */
export function tried(entries: readonly OutboxEntry[], key: string): readonly OutboxEntry[] {
  return entries.map((entry) => (entry.key === key && !entry.isTried ? { ...entry, isTried: true } : entry));
}

/** @returns the entries with this one in its place by the order of sending, instead of an older state of it. */
export function withEntry(entries: readonly OutboxEntry[], entry: OutboxEntry): readonly OutboxEntry[] {
  return [...entries.filter(({ key }) => key !== entry.key), entry].toSorted((a, b) => a.order - b.order);
}

/** @param error of the request: its status, 0 when nothing answered. */
export function outcomeOf(error: { status: number; message: string; retryAfter?: number; code?: string }): Outcome {
  if (error.status === 429) return { kind: 'limited', retryAfter: error.retryAfter ?? 1 };
  // Another tab has begun another session: it is this one's too as soon as it knows.
  if (error.code === 'CSRF_FAILED') return { kind: 'unknown' };
  if (refusals.has(error.status)) return { kind: 'refused', reason: error.message };
  return { kind: 'unknown' };
}

/** @returns the entries after an attempt with one of them. */
export function afterAttempt(
  entries: readonly OutboxEntry[],
  key: string,
  outcome: Outcome,
  now: number,
): readonly OutboxEntry[] {
  return entries.map((entry) => {
    if (entry.key !== key) return entry;
    if (outcome.kind === 'sent') return { ...entry, messageId: outcome.messageId };
    if (outcome.kind === 'as-new' || outcome.kind === 'sent-before') {
      const { kind, key: other } = outcome;
      const failure = kind === 'as-new' ? null : ({ kind, reason: outcome.reason } satisfies Failure);
      return { ...entry, key: other, attempts: 0, isTried: false, isRevised: false, nextAttemptAt: now, failure };
    }
    const attempts = entry.attempts + 1;
    if (outcome.kind === 'refused')
      return { ...entry, attempts, failure: { kind: 'refused', reason: outcome.reason } satisfies Failure };
    const pause =
      outcome.kind === 'limited'
        ? outcome.retryAfter * 1000
        : Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 10));
    return { ...entry, attempts, nextAttemptAt: now + pause };
  });
}

/** Entries that have waited so long that no one expects them to leave on their own any more. */
export function withAged(entries: readonly OutboxEntry[], now: number): readonly OutboxEntry[] {
  if (!entries.some((entry) => isAged(entry, now))) return entries;
  return entries.map((entry) =>
    isAged(entry, now) ? { ...entry, failure: { kind: 'old', reason: '' } satisfies Failure } : entry,
  );
}

function isAged(entry: OutboxEntry, now: number): boolean {
  return isWaiting(entry) && now - entry.createdAt > askAfterMs;
}

/** Whether it will leave on its own. */
function isWaiting({ failure, messageId }: OutboxEntry): boolean {
  return failure === null && messageId === null;
}

/** Without one that another tab has finished; what this tab knows to be the server's waits here for its message. */
export function withoutUnsent(entries: readonly OutboxEntry[], key: string): readonly OutboxEntry[] {
  return entries.filter((entry) => entry.key !== key || entry.messageId !== null);
}

/** What is still to be acknowledged: the rest is the server's. */
export function unsent(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return entries.filter(({ messageId }) => messageId === null);
}

/** The same again, at its writer's word: under the same key, as the server may have it already. */
export function retried(entries: readonly OutboxEntry[], key: string, now: number): readonly OutboxEntry[] {
  return entries.map((entry) =>
    entry.key === key ? { ...entry, failure: null, createdAt: now, nextAttemptAt: now } : entry,
  );
}

/** @returns the first entry of each conversation that may leave now; what stands behind it waits for it. */
export function due(entries: readonly OutboxEntry[], now: number): OutboxEntry[] {
  const heads = new Map<string, OutboxEntry>();
  for (const entry of unsent(entries)) {
    const key = keyOf(entry.conversation);
    if (!heads.has(key)) heads.set(key, entry);
  }
  return [...heads.values()].filter(({ failure, nextAttemptAt }) => failure === null && nextAttemptAt <= now);
}

/** When the next entry may leave on its own, in milliseconds since 1970; null when none will. */
export function nextDueAt(entries: readonly OutboxEntry[], now: number): number | null {
  const waiting = entries.filter(isWaiting).map(({ nextAttemptAt }) => nextAttemptAt);
  return waiting.length === 0 ? null : Math.max(now, Math.min(...waiting));
}

/**
 * The topic of a conversation was renamed or resolved while something waited for it: it goes where the others went. What the server
 * may have already is no exception: under its key it is not sent twice, and what the server has was moved with the topic.
 */
export function redirected(
  entries: readonly OutboxEntry[],
  from: Conversation,
  to: Conversation,
): readonly OutboxEntry[] {
  const key = keyOf(from);
  return entries.map((entry) => (keyOf(entry.conversation) === key ? { ...entry, conversation: to } : entry));
}
