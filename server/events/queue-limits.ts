/** Limits of event queues, and poll timeouts. */
import type { EventQueue } from './queue.ts';

export interface QueueLimits {
  /** Pending events past which a queue that no one reads is dropped. */
  maxEvents: number;
  /** Bytes that may wait in all queues together, and in those of one user; the queue with the most is dropped. */
  maxBytes: number;
  maxBytesPerUser: number;
  /** Queues a user may have; the one unread for longest is dropped. */
  maxQueuesPerUser: number;
  /** Of these, with words to search for in their narrows: each reads every message. */
  maxSearchingQueuesPerUser: number;
  heartbeatMs: number;
}

/** Those that no option of the server changes. */
export const fixedQueueLimits = { maxEvents: 20_000, maxQueuesPerUser: 100, maxSearchingQueuesPerUser: 10 };

/** About how many bytes of events one answer has: a user who is further behind asks again. */
export const maxAnswerBytes = 4 * 1024 * 1024;
/** Bytes of serialized events that are kept for the next queue which needs the same. */
export const maxFormBytes = 16 * 1024 * 1024;
/** Bytes in the log that no one needs, at which it is tidied before its time. */
export const maxUnneededBytes = 16 * 1024 * 1024;

/** Whether a queue looks for words in each message. */
const searches = ({ options }: EventQueue): boolean => options.narrow.some(({ operator }) => operator === 'search');

/** @returns the queues for which there is no room beside a new one, the ones unread for longest. @param own all of its user */
export function crowdedOut(
  queue: EventQueue,
  own: readonly EventQueue[],
  { maxQueuesPerUser, maxSearchingQueuesPerUser }: QueueLimits,
): EventQueue[] {
  const oldest = (queues: readonly EventQueue[], most: number): EventQueue[] =>
    queues.toSorted((a, b) => a.lastPollMs - b.lastPollMs).slice(0, Math.max(0, queues.length + 1 - most));
  const searching = searches(queue) ? own.filter(searches) : [];
  return [...new Set([...oldest(own, maxQueuesPerUser), ...oldest(searching, maxSearchingQueuesPerUser)])];
}
