/** Event queues as they outlive the process: table event_queues. */
import type { Filter } from '../narrow/parse.ts';
import type { Reader, Transaction } from '../storage/database.ts';
import { EventQueue, type QueueOptions } from './queue.ts';

/** Every queue as it was stored, with nothing waiting in it yet. */
export function storedQueues(db: Reader, nowMs: number): EventQueue[] {
  type Row = { id: string; user_id: number; options: string; after_id: number; created_at: number };
  return db.all<Row>('SELECT id, user_id, options, after_id, created_at FROM event_queues').map(
    (row) =>
      new EventQueue({
        id: row.id,
        userId: row.user_id,
        options: restored(JSON.parse(row.options) as QueueOptions),
        afterId: row.after_id,
        createdAtMs: row.created_at * 1000,
        nowMs,
      }),
  );
}

/** Narrows of the version before told of words by text alone; they go on without stems. */
function restored(options: QueueOptions): QueueOptions {
  return { ...options, narrow: options.narrow.map(restoredFilter) };
}

/** How that version kept them. */
interface FormerSearch {
  operator: 'search';
  negated: boolean;
  languages?: never;
  phrases: { words: string[]; isPrefix: boolean }[];
}

function restoredFilter(filter: Filter | FormerSearch): Filter {
  if (filter.operator !== 'search' || filter.languages !== undefined) return filter;
  const phrases = filter.phrases.map(({ words, isPrefix }) => ({
    words: words.map((word) => ({ forms: [word], stems: [] })),
    isPrefix,
    byStem: false,
  }));
  return { ...filter, phrases, languages: [] };
}

export function storeQueue(tx: Transaction, queue: EventQueue): void {
  tx.run(
    'INSERT INTO event_queues (id, user_id, options, after_id, created_at) VALUES (?, ?, ?, ?, ?)',
    queue.id,
    queue.userId,
    JSON.stringify(queue.options),
    queue.afterId,
    Math.floor(queue.createdAtMs / 1000),
  );
}

/** Stores up to which event the queue's client has received all. */
export function storeAcknowledged(tx: Transaction, queue: EventQueue): void {
  const { id, afterId } = queue;
  tx.run('UPDATE event_queues SET after_id = ? WHERE id = ?', afterId, id);
  tx.afterDurable(() => {
    queue.savedAfterId = afterId;
  });
}

export function deleteStoredQueue(tx: Transaction, queueId: string): void {
  tx.run('DELETE FROM event_queues WHERE id = ?', queueId);
}

export function deleteAllQueues(tx: Transaction): void {
  tx.run('DELETE FROM event_queues');
}
