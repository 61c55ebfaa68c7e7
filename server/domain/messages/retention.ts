/**
 * Retention: messages older than their channel's number of days, or the organization's, are deleted
 * (contract: create-channel, message_retention_days). Called by the housekeeping timer.
 */
import { daySecs } from '../../durations.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing } from '../acting.ts';
import { allChannels } from '../channels/rows.ts';
import { organizationSetting } from '../organization/rows.ts';
import { deleteMessages } from './delete.ts';
import { firstIdSince, idRangesBefore, importedRanges, type IdRange } from './message-time-rows.ts';
import type { MessageRow } from './rows.ts';

/** Messages deleted in one transaction: more would hold up everyone. */
const batch = 500;

/** Deletes up to a batch of expired messages. @returns whether there may be more. */
export function deleteExpiredMessages(acting: SystemActing): boolean {
  const rows = expiredMessages(acting);
  if (rows.length > 0) deleteMessages(acting, rows, null);
  return rows.length === batch;
}

/** A place whose messages are kept for some days. */
interface Place {
  days: number;
  /** Condition on a message `m`, and its parameters. */
  of: string;
  params: number[];
}

function places(db: Reader): Place[] {
  const ofOrganization = organizationSetting(db, 'message_retention_days');
  const channels = allChannels(db).flatMap(({ message_retention_days: own, recipient_id: id }): Place[] => {
    const days = own ?? ofOrganization;
    return expires(days) ? [{ days, of: 'messages m WHERE m.recipient_id = ?', params: [id] }] : [];
  });
  const direct = 'recipients r CROSS JOIN messages m ON m.recipient_id = r.id WHERE r.user_ids IS NOT NULL';
  return expires(ofOrganization) ? [...channels, { days: ofOrganization, of: direct, params: [] }] : channels;
}

function expiredMessages({ db, now }: SystemActing): MessageRow[] {
  const known = new Map<number, ExpiredIds>();
  const idsOf = (days: number): ExpiredIds => {
    const ids = known.get(days) ?? expiredIds(db, now - days * daySecs);
    known.set(days, ids);
    return ids;
  };
  const found = new Map<number, MessageRow>();
  for (const { days, of, params } of places(db)) {
    const { time, ranges } = idsOf(days);
    for (const { low, high } of ranges) {
      if (found.size >= batch) break;
      const sql = `SELECT m.* FROM ${of} AND m.id BETWEEN ? AND ? AND m.timestamp < ? LIMIT ?`;
      for (const row of db.all<MessageRow>(sql, ...params, low, high, time, batch - found.size)) found.set(row.id, row);
    }
  }
  return [...found.values()];
}

interface ExpiredIds {
  /** UNIX seconds: messages sent before are expired. */
  time: number;
  /** Ids of them. */
  ranges: IdRange[];
}

/**
 * Ids of messages from before a time. Those of this server are in the order of time only as long as the clock was right: there both have
 * to be old. Imported ones have the times of another chat.
 */
function expiredIds(db: Reader, time: number): ExpiredIds {
  const own = { low: 0, high: firstIdSince(db, time) - 1 };
  const imported = importedRanges(db).map(({ low, high }) => ({ low: Math.max(low, own.high + 1), high }));
  const ranges = idRangesBefore(db, time).flatMap((range) =>
    [own, ...imported].flatMap(({ low, high }) => {
      const both = { low: Math.max(low, range.low), high: Math.min(high, range.high) };
      return both.low > both.high ? [] : [both];
    }),
  );
  return { time, ranges };
}

/**
 * @param after id of the last message that is not counted.
 * @returns how many messages are older than they are kept.
 */
export function countExpired({ db, now }: Pick<SystemActing, 'db' | 'now'>, after: number): number {
  return places(db).reduce((sum, { days, of, params }) => {
    const sql = `SELECT count(*) AS count FROM ${of} AND m.id > ? AND m.timestamp < ?`;
    return sum + (db.get<{ count: number }>(sql, ...params, after, now - days * daySecs)?.count ?? 0);
  }, 0);
}

/** @returns the least number of days for which messages of a place are kept here; undefined where all are kept. */
export function shortestRetention(db: Reader): number | undefined {
  const days = [
    organizationSetting(db, 'message_retention_days'),
    ...allChannels(db).map((one) => one.message_retention_days),
  ];
  const limits = days.filter(expires);
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** -1 and null stand for "for ever". */
const expires = (days: number | null): days is number => days !== null && days >= 0;
