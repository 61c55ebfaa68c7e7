/**
 * When neighbouring messages were sent (table message_times): ranges of ids that can hold messages of a day. Times do not rise
 * with ids everywhere: imports bring older messages under newer ids, and clocks are set back.
 */
import type { Reader, Transaction } from '../../storage/database.ts';

/** Neighbouring ids that share one row. */
export const blockSize = 512;
/** Times are noted by the hour, so that most messages write nothing here. */
const hourSecs = 3600;

export interface IdRange {
  low: number;
  high: number;
}

/** Notes when a message was sent. @param timestamp UNIX seconds */
export function noteTime(tx: Transaction, id: number, timestamp: number): void {
  const block = Math.floor(id / blockSize);
  const sql = 'SELECT 1 FROM message_times WHERE block = ? AND since <= ? AND until > ?';
  if (tx.get(sql, block, timestamp, timestamp) !== undefined) return;
  const hour = Math.floor(timestamp / hourSecs) * hourSecs;
  tx.run(
    `INSERT INTO message_times (block, since, until) VALUES (?, ?, ?)
     ON CONFLICT (block) DO UPDATE SET since = min(since, excluded.since), until = max(until, excluded.until)`,
    block,
    hour,
    hour + hourSecs,
  );
}

/**
 * @param from UNIX seconds; null = without limit. @param until the same; messages sent at it are out.
 * @returns every range of ids that can hold messages of that time, ascending. Blocks without a row are in it.
 */
export function idRangesOf(db: Reader, from: number | null, until: number | null): IdRange[] {
  const outside = db.all<{ block: number }>(
    'SELECT block FROM message_times WHERE until <= ? OR since >= ? ORDER BY block',
    from ?? 0,
    until ?? Number.MAX_SAFE_INTEGER,
  );
  const ranges: IdRange[] = [];
  let low = 0;
  for (const { block } of outside) {
    if (block * blockSize > low) ranges.push({ low, high: block * blockSize - 1 });
    low = (block + 1) * blockSize;
  }
  return [...ranges, { low, high: Number.MAX_SAFE_INTEGER }];
}
