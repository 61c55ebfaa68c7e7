/**
 * Channel activity: messages a week, and whether anything was said lately. An estimate for lists of channels,
 * counted for all of them together and at most once an hour.
 */
import { daySecs, hourMs, ifPast } from '../../durations.ts';
import type { Reader } from '../../storage/database.ts';
import type { ChatServices, SystemViewing } from '../acting.ts';
import { idRangesSince, type IdRange } from '../messages/message-time-rows.ts';
import { presentSecs } from '../users/activity.shared.ts';
import type { ChannelRow } from './rows.ts';

const recentSecs = 180 * daySecs;
const trafficDays = 28;
const keptMs = hourMs;

interface Counted {
  atMs: number;
  /** Messages of the last four weeks, by channel id. */
  messages: ReadonlyMap<number, number>;
}

const counted = new WeakMap<ChatServices, Counted>();

/** Average messages a week over the last four; null for a channel younger than a week: no estimate. */
export function weeklyTraffic(viewing: SystemViewing, channel: ChannelRow): number | null {
  const ageDays = Math.floor((viewing.now - ifPast(channel.date_created, viewing.now)) / daySecs);
  if (ageDays < 7) return null;
  const messages = recentMessages(viewing).get(channel.id) ?? 0;
  return Math.ceil((messages * 7) / Math.min(ageDays, trafficDays));
}

/** A message, or the creation, within the last 180 days. */
export function isRecentlyActive(viewing: SystemViewing, channel: ChannelRow): boolean {
  const since = viewing.now - recentSecs;
  if (ifPast(channel.date_created, viewing.now) > since) return true;
  const last = viewing.db.get<{ timestamp: number }>(
    'SELECT timestamp FROM messages WHERE recipient_id = ? AND timestamp <= ? ORDER BY id DESC LIMIT 1',
    channel.recipient_id,
    viewing.now + presentSecs,
  );
  return last !== undefined && last.timestamp > since;
}

function recentMessages(viewing: SystemViewing): ReadonlyMap<number, number> {
  const { db, nowMs, services } = viewing;
  const known = counted.get(services);
  if (known !== undefined && Math.abs(nowMs - known.atMs) < keptMs) return known.messages;
  const messages = messagesSince(db, viewing.now - trafficDays * daySecs);
  counted.set(services, { atMs: nowMs, messages });
  return messages;
}

/**
 * @param time UNIX seconds.
 * @param firstId messages with lower ids are not counted.
 * @returns how many messages of this time and later each channel has, by its id
 */
export function messagesSince(db: Reader, time: number, firstId = 0): Map<number, number> {
  const { whole, partial } = idRangesSince(db, time);
  const messages = new Map<number, number>();
  const count = (ranges: readonly IdRange[], condition: string, ...params: number[]): void => {
    for (const { low, high } of ranges)
      for (const row of db.all<{ id: number; count: number }>(
        `SELECT s.id, (SELECT count(*) FROM messages m WHERE m.recipient_id = s.recipient_id AND m.id BETWEEN ? AND ? ${condition}) AS count
         FROM streams s`,
        Math.max(low, firstId),
        high,
        ...params,
      ))
        messages.set(row.id, (messages.get(row.id) ?? 0) + row.count);
  };
  count(whole, '');
  count(partial, 'AND m.timestamp >= ?', time);
  return messages;
}
