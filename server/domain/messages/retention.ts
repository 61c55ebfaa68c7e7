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
import { firstIdSince, type MessageRow } from './rows.ts';

/** Messages deleted in one transaction: more would hold up everybody. */
const batch = 500;

/** Deletes up to a batch of expired messages. @returns whether there may be more. */
export function deleteExpiredMessages(acting: SystemActing): boolean {
  const rows = expiredMessages(acting);
  if (rows.length > 0) deleteMessages(acting, rows, null);
  return rows.length === batch;
}

function expiredMessages({ db, now }: SystemActing): MessageRow[] {
  const ofOrganization = organizationSetting(db, 'message_retention_days');
  // Ids are in the order of time only as long as the clock was right: both have to be old.
  const cutoffOf = (days: number): [id: number, time: number] => {
    const time = now - days * daySecs;
    return [firstIdSince(db, time), time];
  };
  const found: MessageRow[] = [];
  for (const channel of allChannels(db)) {
    const days = channel.message_retention_days ?? ofOrganization;
    if (!expires(days) || found.length === batch) continue;
    const sql = 'SELECT * FROM messages WHERE recipient_id = ? AND id < ? AND timestamp < ? ORDER BY id LIMIT ?';
    found.push(...db.all<MessageRow>(sql, channel.recipient_id, ...cutoffOf(days), batch - found.length));
  }
  if (expires(ofOrganization) && found.length < batch) {
    const sql = `SELECT m.* FROM recipients r CROSS JOIN messages m ON m.recipient_id = r.id
                 WHERE r.user_ids IS NOT NULL AND m.id < ? AND m.timestamp < ? LIMIT ?`;
    found.push(...db.all<MessageRow>(sql, ...cutoffOf(ofOrganization), batch - found.length));
  }
  return found;
}

/**
 * @param after id of the last message that is not counted.
 * @returns how many messages are older than they are kept. Those behind newer ones are deleted when these are old, too.
 */
export function countExpired({ db, now }: Pick<SystemActing, 'db' | 'now'>, after: number): number {
  const ofOrganization = organizationSetting(db, 'message_retention_days');
  const count = (of: string, days: number, ...params: number[]): number => {
    const sql = `SELECT count(*) AS count FROM messages m WHERE ${of} AND m.id > ? AND m.timestamp < ?`;
    return db.get<{ count: number }>(sql, ...params, after, now - days * daySecs)?.count ?? 0;
  };
  const inChannels = allChannels(db).map(({ message_retention_days: own, recipient_id: id }) => {
    const days = own ?? ofOrganization;
    return expires(days) ? count('m.recipient_id = ?', days, id) : 0;
  });
  const direct = expires(ofOrganization) ? count('m.stream_id IS NULL', ofOrganization) : 0;
  return inChannels.reduce((sum, found) => sum + found, direct);
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
