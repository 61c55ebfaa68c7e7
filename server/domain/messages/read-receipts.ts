/** Who has read a message: of those who received it, all who let others know and do not have it unread. */
import { badRequest } from '../../errors.ts';
import type { Viewing } from '../acting.ts';
import { receiverIds } from './access.ts';
import { flagBits, flagsByUser } from './flags.ts';
import type { MessageRow } from './rows.ts';
import { organizationSetting } from '../organization/rows.ts';
import { userSetting } from '../users/settings.ts';
import { visibleUserIds } from '../users/visibility.ts';
import { findUsers } from '../users/rows.ts';

/**
 * Ids of users whom the caller sees, ascending, without the author and without users who muted the caller or whom the caller muted.
 * @throws ApiError BAD_REQUEST when the organization has read receipts off
 */
export function readReceipts(viewing: Viewing, message: MessageRow): number[] {
  const { db, user } = viewing;
  if (!organizationSetting(db, 'enable_read_receipts'))
    throw badRequest('Read receipts are disabled in this organization.');
  const flags = flagsByUser(db, message.id);
  const muting = db.all<{ id: number }>(
    'SELECT user_id AS id FROM muted_users WHERE muted_user_id = ? UNION SELECT muted_user_id FROM muted_users WHERE user_id = ?',
    user.id,
    user.id,
  );
  const hidden = new Set(muting.map((row) => row.id));
  const visible = visibleUserIds(viewing);
  const readers = receiverIds(db, message).filter(
    (id) =>
      id !== message.sender_id &&
      !hidden.has(id) &&
      (visible?.has(id) ?? true) &&
      ((flags.get(id) ?? 0) & flagBits.unread) === 0,
  );
  return findUsers(db, readers)
    .filter((reader) => userSetting(db, reader, 'send_read_receipts'))
    .map((reader) => reader.id);
}
