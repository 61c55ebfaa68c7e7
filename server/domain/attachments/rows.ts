/** Attachments as they are stored, and the messages that share them (tables attachments and attachment_messages). */
import type { Reader, Transaction } from '../../storage/database.ts';

export interface AttachmentRow {
  id: number;
  owner_id: number;
  /** "<realm>/<random>/<file name>", below uploads/ and below /user_uploads/. */
  path_id: string;
  name: string;
  /** Bytes. */
  size: number;
  content_type: string;
  create_time: number;
  width: number | null;
  height: number | null;
  /** 1 for a picture that is shown moving. */
  is_animated: number;
}

/** `path` below the data folder and `bytes` of every upload, for backups. */
export const uploadedFilesSql = `SELECT 'uploads/' || path_id AS path, size AS bytes FROM attachments ORDER BY path_id`;

/** @param pathId as it stands in the file's address, behind /user_uploads/. */
export function findAttachmentByPath(db: Reader, pathId: string): AttachmentRow | undefined {
  return db.get<AttachmentRow>('SELECT * FROM attachments WHERE path_id = ?', pathId);
}

/** The message links to the file. */
export function shareInMessage(tx: Transaction, attachmentId: number, messageId: number): void {
  tx.run('INSERT INTO attachment_messages (attachment_id, message_id) VALUES (?, ?)', attachmentId, messageId);
}

/** The message no longer links to the file. */
export function unshareFromMessage(tx: Transaction, attachmentId: number, messageId: number): void {
  tx.run('DELETE FROM attachment_messages WHERE attachment_id = ? AND message_id = ?', attachmentId, messageId);
}

/** For messages that go: nothing is shared by them any more. */
export function unshareFromMessages(tx: Transaction, messageIds: readonly number[]): void {
  tx.run(
    'DELETE FROM attachment_messages WHERE message_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(messageIds),
  );
}

/** The path id in a link, without what an address adds to it. */
export function pathIdOf(path: string): string {
  const bare = path.replace(/^(?:https?:\/\/[^/]+)?\/?user_uploads\/(?:thumbnail\/)?/, '').replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(bare);
  } catch (error) {
    if (error instanceof URIError) return bare;
    throw error;
  }
}
