/**
 * Messages over time and the busiest channels, for the overview. Messages are never read to be counted: their ids rise by one
 * with every message sent, so a span of time is the distance between two ids, which are found by halving.
 */
import type { BusyChannel } from '../contract/shapes/overview.ts';
import type { Viewing } from '../domain/acting.ts';
import { canAccessMetadata } from '../domain/channels/access.ts';
import type { ChannelRow } from '../domain/channels/rows.ts';
import type { Reader } from '../storage/database.ts';

interface Sent {
  id: number;
  timestamp: number;
}

/** So many of the newest messages are looked at for the busiest channels, however long the time asked for. */
const mostCounted = 200_000;

/**
 * @param boundaries UNIX seconds, rising: n + 1 of them for n spans.
 * @returns for each span how many messages were sent in it, those deleted since included.
 */
export function sentBetween(db: Reader, boundaries: readonly number[]): number[] {
  let from = 1;
  const starts = boundaries.map((time) => (from = firstIdAt(db, time, from)));
  return starts.slice(1).map((end, at) => end - (starts[at] ?? end));
}

/** The id of the first message there is of a time or after, not below `from`; one after the last id when there is none. */
function firstIdAt(db: Reader, time: number, from: number): number {
  const last = db.get<Sent>('SELECT id, timestamp FROM messages ORDER BY id DESC LIMIT 1');
  if (last === undefined || last.timestamp < time) return (last?.id ?? 0) + 1;
  let [low, high] = [from, last.id];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const message = db.get<Sent>('SELECT id, timestamp FROM messages WHERE id >= ? ORDER BY id LIMIT 1', middle);
    if (message === undefined || message.timestamp >= time) high = middle;
    else low = message.id + 1;
  }
  // Deleted messages belong to what came before them: old ones that are kept no longer must not count for the first day that is.
  return db.get<Sent>('SELECT id, timestamp FROM messages WHERE id >= ? ORDER BY id LIMIT 1', low)?.id ?? low;
}

/** The channels with most messages since a time, of those that the viewer may know of; the busiest first. */
export function busiestChannels(viewing: Viewing, since: number, limit: number): BusyChannel[] {
  const { db } = viewing;
  const first = Math.max(firstIdAt(db, since, 1), newestId(db) - mostCounted);
  const rows = db.all<ChannelRow & { messages: number }>(
    `SELECT s.*, (SELECT count(*) FROM messages m WHERE m.recipient_id = s.recipient_id AND m.id >= ?) AS messages
     FROM streams s WHERE s.is_archived = 0 ORDER BY messages DESC, s.id`,
    first,
  );
  return rows
    .filter((row) => row.messages > 0 && canAccessMetadata(viewing, row))
    .slice(0, limit)
    .map(({ id, name, invite_only, messages }) => ({ stream_id: id, name, invite_only: invite_only === 1, messages }));
}

const newestId = (db: Reader): number => db.get<{ id: number | null }>('SELECT max(id) AS id FROM messages')?.id ?? 0;
