/** A range of messages that is open, and what is going on in it. */
import { pause, pauseAfter } from '../../client/long-poll.ts';
import type { ApiError } from '../../client/request.ts';
import type { MatchContext } from '../routing/local-match.ts';
import type { Narrow } from '../routing/narrow.ts';
import { emptyRange, type MessageRange } from './message-range.ts';
import type { MessageStore } from './message-store.ts';

/** Where the first fetch begins: a message, the first unread one, or one of the ends. */
export type Anchor = number | 'first_unread' | 'newest' | 'oldest';

/** Which messages of a narrow are asked for. */
export interface PageRequest {
  anchor: Anchor;
  num_before: number;
  num_after: number;
  include_anchor?: boolean;
}

export interface OpenRange extends MessageRange {
  narrow: Narrow;
  /** The message that the first fetch was about; null = the end, or nothing is here yet. */
  anchorId: number | null;
  /** What is being asked for. */
  loading: { first: boolean; older: boolean; newer: boolean };
  /** Why the last request failed; what is not refused is tried again on its own while someone looks at the range. */
  error: ApiError | null;
}

export interface RangeStoreOptions {
  messages: MessageStore;
  context: () => MatchContext;
  /** Terms that the server must be asked with beside the narrow's own, e.g. to leave out what is muted. */
  extraTerms: (narrow: Narrow) => Narrow;
  /** Settles once the server has what was changed here of flags. */
  flagsTold: () => Promise<void>;
  /** Ids of the first and last message of a range that are on the screen; null = nothing of it is. */
  visible: (key: string) => readonly [number, number] | null;
}

/** Nothing is being asked for. */
export const idle = { first: false, older: false, newer: false } as const;

export function freshRange(narrow: Narrow): OpenRange {
  return { ...emptyRange, narrow, anchorId: null, loading: idle, error: null };
}

/** Whether the anchor is in what is here, so that nothing need be asked for. */
export function holds(range: OpenRange, anchor: Anchor, messages: MessageStore): boolean {
  const [first] = range.ids;
  if (typeof anchor === 'number') return range.ids.includes(anchor);
  if (anchor === 'oldest') return range.foundOldest;
  if (anchor === 'newest' || first === undefined) return range.foundNewest;
  // What is unread may lie before a run that begins with something unread.
  const isRead = messages.get(first)?.flags.includes('read') === true;
  return range.foundNewest && (range.foundOldest || isRead);
}

export function isSameRun(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

/** Whether a side is being asked for, or will be again on its own. */
export function isBusy({ loading, error }: OpenRange, side: 'older' | 'newer'): boolean {
  return loading.first || loading[side] || error !== null;
}

export function isByFlag(narrow: Narrow): boolean {
  return narrow.some(({ operator, operand }) => operator === 'is' && ['unread', 'starred'].includes(String(operand)));
}

/** Whether asking again has no use: a session that is over may begin again. */
export const isRefused = ({ status }: ApiError): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 429;

const never = new AbortController().signal;

/**
 * Reads until the server answers, each time after a longer pause: what went on without being read would have a hole that no one
 * sees. @param errorOf why the last reading failed; null = it did not, or no one wants it any more.
 */
export async function untilAnswered(read: () => Promise<void>, errorOf: () => ApiError | null): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    await read();
    const error = errorOf();
    if (error === null || isRefused(error)) return;
    await pause(pauseAfter(failures), never);
    if (errorOf() !== error) return;
  }
}
