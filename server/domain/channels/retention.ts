/**
 * Message retention: messages older than their channel's days are deleted, those of direct conversations and of channels
 * without a setting of their own by the organization's days (api-v1.md, POST /channels/create, message_retention_days).
 */
import type { SystemActing } from '../acting.ts';
import { deleteMessages } from '../messages/delete.ts';
import type { MessageRow } from '../messages/rows.ts';
import { organizationSetting } from '../organization/read.ts';
import { keepForever } from './choices.ts';
import { allChannels } from './rows.ts';

const daySecs = 86_400;
/** Messages deleted in one transaction, so that requests pass in between. */
const atOnce = 1000;

/**
 * Deletes one batch of expired messages; called every hour, and again at once while it returns true.
 * @returns whether there may be more.
 */
export function deleteExpiredMessages(acting: SystemActing): boolean {
  const days = organizationSetting(acting.db, 'message_retention_days');
  const rules = allChannels(acting.db).map((stream) => ({
    recipientId: stream.recipient_id,
    days: stream.message_retention_days ?? days,
  }));
  const rows: MessageRow[] = [];
  for (const rule of rules) {
    if (rule.days === null || rule.days === keepForever || rows.length >= atOnce) continue;
    rows.push(...olderThan(acting, 'recipient_id = ?', rule.recipientId, rule.days, atOnce - rows.length));
  }
  if (days !== null && days !== keepForever && rows.length < atOnce) {
    rows.push(...olderThan(acting, 'stream_id IS ?', null, days, atOnce - rows.length));
  }
  if (rows.length > 0) deleteMessages(acting, rows, null);
  return rows.length >= atOnce;
}

/** The oldest messages of a place, as long as they are past their days: times rise with ids. */
function olderThan(
  { db, now }: SystemActing,
  where: string,
  value: number | null,
  days: number,
  limit: number,
): MessageRow[] {
  const oldest = db.all<MessageRow>(`SELECT * FROM messages WHERE ${where} ORDER BY id LIMIT ?`, value, limit);
  const firstYoung = oldest.findIndex((row) => row.timestamp >= now - days * daySecs);
  return firstYoung === -1 ? oldest : oldest.slice(0, firstYoung);
}
