/** Limits of event queues, and poll timeouts. */

export interface QueueLimits {
  /** Pending events past which a queue that no one reads is dropped. */
  maxEvents: number;
  /** Bytes that may wait in all queues together, and in those of one user; the queue with the most is dropped. */
  maxBytes: number;
  maxBytesPerUser: number;
  /** Queues a user may have; the one unread for longest is dropped. */
  maxQueuesPerUser: number;
  heartbeatMs: number;
}

/** Those that no option of the server changes. */
export const fixedQueueLimits = { maxEvents: 20_000, maxQueuesPerUser: 100 };

/** About how many bytes of events one answer has: a user who is further behind asks again. */
export const maxAnswerBytes = 4 * 1024 * 1024;
/** Bytes of serialized events that are kept for the next queue which needs the same. */
export const maxFormBytes = 16 * 1024 * 1024;
/** Bytes in the log that no one needs, at which it is tidied before its time. */
export const maxUnneededBytes = 16 * 1024 * 1024;
