/**
 * Send times of neighbouring messages (table message_times): ranges of ids that can hold messages of a day. Times do not rise
 * with ids everywhere: imports bring older messages under newer ids (table imported_ranges), and clocks are set back.
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

/** Neighbouring ids, and the time in which their messages were sent: from `since` to before `until`, UNIX seconds. */
export interface TimedBlock extends IdRange {
  since: number;
  until: number;
}

/** @returns blocks of ids with messages of a time, ascending; they may hold others. Times are UNIX seconds. */
export const blocksBetween = (db: Reader, from: number, until: number): TimedBlock[] =>
  db
    .all<{ block: number; since: number; until: number }>(
      'SELECT block, since, until FROM message_times WHERE until > ? AND since < ? ORDER BY block',
      from,
      until,
    )
    .map(({ block, ...times }) => ({ low: block * blockSize, high: (block + 1) * blockSize - 1, ...times }));

/**
 * @param time UNIX seconds.
 * @returns ranges of ids that hold all messages of this time and later, ascending: `whole` ones hold no others, `partial` ones may.
 */
export function idRangesSince(db: Reader, time: number): { whole: IdRange[]; partial: IdRange[] } {
  const rows = db.all<{ block: number; isWhole: number }>(
    'SELECT block, since >= ? AS isWhole FROM message_times WHERE until > ? ORDER BY block',
    time,
    time,
  );
  const of = (isWhole: number): IdRange[] =>
    joined(rows.filter((row) => row.isWhole === isWhole).map(({ block }) => block));
  return { whole: of(1), partial: of(0) };
}

/** @returns ranges of ids that hold all messages from before a time, ascending; they may hold others. @param time UNIX seconds */
export function idRangesBefore(db: Reader, time: number): IdRange[] {
  const rows = db.all<{ block: number }>('SELECT block FROM message_times WHERE since < ? ORDER BY block', time);
  return joined(rows.map(({ block }) => block));
}

/** Neighbouring blocks as one range. */
function joined(blocks: readonly number[]): IdRange[] {
  const ranges: IdRange[] = [];
  for (const block of blocks) {
    const last = ranges.at(-1);
    const [low, high] = [block * blockSize, (block + 1) * blockSize - 1];
    if (last !== undefined && last.high + 1 === low) last.high = high;
    else ranges.push({ low, high });
  }
  return ranges;
}

/** @returns the lowest id of a message of this time or later; the one after the newest message where there is none. @param time UNIX seconds */
export function firstIdSince(db: Reader, time: number): number {
  const blocks = db.all<{ block: number }>('SELECT block FROM message_times WHERE until > ? ORDER BY block', time);
  // Deleted messages leave blocks behind in which there is none of that time.
  for (const { block } of blocks) {
    const found = db.get<{ id: number | null }>(
      'SELECT min(id) AS id FROM messages WHERE id >= ? AND id < ? AND timestamp >= ?',
      block * blockSize,
      (block + 1) * blockSize,
      time,
    )?.id;
    if (found !== null && found !== undefined) return found;
  }
  return (db.get<{ id: number | null }>('SELECT max(id) AS id FROM messages')?.id ?? 0) + 1;
}

/** Notes that an import wrote the messages of these ids. */
export function noteImported(tx: Transaction, { low, high }: IdRange): void {
  tx.run('INSERT OR REPLACE INTO imported_ranges (first_id, last_id) VALUES (?, ?)', low, high);
}

/** @returns ids of imported messages: their times do not depend on the clock of this computer. */
export const importedRanges = (db: Reader): IdRange[] =>
  db.all('SELECT first_id AS low, last_id AS high FROM imported_ranges ORDER BY first_id');
