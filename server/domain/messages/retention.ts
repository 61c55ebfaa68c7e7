/**
 * Retention: messages older than their channel's number of days, or the organization's, are deleted
 * (contract: create-channel, message_retention_days). Called by the housekeeping timer.
 */
import { daySecs } from '../../durations.ts';
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

/** -1 and null stand for "for ever". */
const expires = (days: number | null): days is number => days !== null && days >= 0;
