/**
 * The table recipients: each set of recipients, a channel or a group of users, has one id (contract: Message, recipient_id).
 * Who may be in a set, and who is informed, is decided by the nouns that make one.
 */
import type { Transaction } from '../../storage/database.ts';

/** The recipient of a new channel, whose id is known only afterwards. */
export function insertChannelRecipient(tx: Transaction): number {
  return tx.run('INSERT INTO recipients (stream_id, user_ids) VALUES (NULL, NULL)').lastId;
}

/** Ties a channel's recipient to its channel. */
export function setRecipientChannel(tx: Transaction, recipientId: number, channelId: number): void {
  tx.run('UPDATE recipients SET stream_id = ? WHERE id = ?', channelId, recipientId);
}

/** @param key the participants' ids, ascending, joined with ",". */
export function insertDirectRecipient(tx: Transaction, key: string, userIds: readonly number[]): number {
  const { lastId } = tx.run('INSERT INTO recipients (user_ids) VALUES (?)', key);
  const everybody = JSON.stringify(userIds);
  tx.run(
    'INSERT INTO recipient_users (user_id, recipient_id) SELECT DISTINCT value, ? FROM json_each(?)',
    lastId,
    everybody,
  );
  return lastId;
}
