/**
 * Messages over time and the busiest channels, for the overview. Ids rise by one with every message sent, so most messages are never
 * read to be counted: neighbours of one span are a distance between two ids (domain/messages/message-time-rows.ts).
 */
import type { BusyChannel } from '../contract/shapes/overview.ts';
import type { Viewing } from '../domain/acting.ts';
import { canAccessMetadata } from '../domain/channels/access.ts';
import { messagesSince } from '../domain/channels/activity.shared.ts';
import type { ChannelRow } from '../domain/channels/rows.ts';
import { blocksBetween, type TimedBlock } from '../domain/messages/message-time-rows.ts';
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
  const sent = boundaries.slice(1).map(() => 0);
  const lastId = newestId(db);
  const count = (time: number, messages: number): void => {
    const span = spanOf(boundaries, time);
    if (span in sent) sent[span] = (sent[span] ?? 0) + messages;
  };
  for (const block of blocksBetween(db, boundaries[0] ?? 0, boundaries.at(-1) ?? 0)) {
    const [low, high] = [Math.max(block.low, 1), Math.min(block.high, lastId)];
    if (high < low) continue;
    if (spanOf(boundaries, block.since) === spanOf(boundaries, block.until - 1)) count(block.since, high - low + 1);
    else for (const { timestamp, messages } of sentOf(db, { ...block, low, high })) count(timestamp, messages);
  }
  return sent;
}

/** @returns which span a time is in; -1 for one before all. */
function spanOf(boundaries: readonly number[], time: number): number {
  let [low, high] = [0, boundaries.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((boundaries[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Messages of a block, each with those deleted since that came after it. */
function sentOf(db: Reader, { low, high }: TimedBlock): { timestamp: number; messages: number }[] {
  const rows = db.all<Sent>('SELECT id, timestamp FROM messages WHERE id BETWEEN ? AND ? ORDER BY id', low, high);
  return rows.map(({ id, timestamp }, at) => ({ timestamp, messages: (rows[at + 1]?.id ?? high + 1) - id }));
}

/** The channels with most messages since a time, of those that the viewer may know of; the busiest first. */
export function busiestChannels(viewing: Viewing, since: number, limit: number): BusyChannel[] {
  const { db } = viewing;
  const counts = messagesSince(db, since, newestId(db) - mostCounted);
  const rows = db
    .all<ChannelRow>('SELECT * FROM streams WHERE is_archived = 0 ORDER BY id')
    .map((row) => ({ ...row, messages: counts.get(row.id) ?? 0 }))
    .toSorted((one, other) => other.messages - one.messages);
  return rows
    .filter((row) => row.messages > 0 && canAccessMetadata(viewing, row))
    .slice(0, limit)
    .map(({ id, name, invite_only, messages }) => ({ stream_id: id, name, invite_only: invite_only === 1, messages }));
}

const newestId = (db: Reader): number => db.get<{ id: number | null }>('SELECT max(id) AS id FROM messages')?.id ?? 0;
