/**
 * Messages that share an upload, and its readers: a file is its uploader's alone until a message shares it; then it is
 * everyone's who may read such a message.
 */
import { notFound } from '../../errors.ts';
import type { Acting, SystemActing } from '../acting.ts';
import {
  announceAttachment,
  attachmentWire,
  notWaiting,
  removeAttachment,
  type AttachmentWire,
} from '../attachments/edit.ts';
import {
  type AttachmentRow,
  findAttachmentByPath,
  pathIdOf,
  shareInMessage,
  unshareFromMessage,
  unshareFromMessages,
} from '../attachments/rows.ts';
import { accessibleMessages, type Viewer } from './access.ts';

/** The uploader, and the user who may read a message that shares the file. */
export function mayReadUpload(viewing: Viewer, row: AttachmentRow): boolean {
  if (row.owner_id === viewing.user.id) return true;
  const ids = viewing.db
    .all<{ message_id: number }>(
      'SELECT message_id FROM attachment_messages WHERE attachment_id = ? ORDER BY message_id DESC',
      row.id,
    )
    .map((link) => link.message_id);
  // The newest are the likeliest; a much-shared file is decided after few.
  for (let at = 0; at < ids.length; at += 50) {
    if (accessibleMessages(viewing, ids.slice(at, at + 50)).length > 0) return true;
  }
  return false;
}

/** @returns the upload of a path, when the caller may read it; a forbidden one is answered like one that is not there. */
export function accessUpload(viewing: Viewer, pathId: string): AttachmentRow {
  const row = findAttachmentByPath(viewing.db, pathId);
  if (row === undefined || !mayReadUpload(viewing, row))
    throw notFound('This file does not exist or has been deleted.');
  return row;
}

/** An upload as a list or a card shows it. */
export interface UploadDetails {
  /** As it was asked for. */
  url: string;
  name: string;
  /** Bytes. */
  size: number;
  content_type: string;
  /** Of a picture, in pixels. */
  width: number | null;
  height: number | null;
}

/** @param urls addresses or path ids of uploads. @returns those that the caller may read; deleted and forbidden ones are missing. */
export function uploadDetails(viewing: Viewer, urls: readonly string[]): UploadDetails[] {
  return [...new Set(urls)].flatMap((url) => {
    const row = findAttachmentByPath(viewing.db, pathIdOf(url));
    if (row === undefined || !mayReadUpload(viewing, row)) return [];
    const { name, size, content_type, width, height } = row;
    return [{ url, name, size, content_type, width, height }];
  });
}

/**
 * Ties a message to exactly the uploads that its content links to; called on send and on edit.
 * A link counts when its file is the caller's own, or one the caller may read already.
 * @param paths path ids ("1/x/y.png"), or addresses that end in one ("/user_uploads/1/x/y.png").
 * @returns whether the message has uploads now, and the caller's uploads that no message shares any more because of this edit: those
 * of others are not the caller's to delete.
 */
export function claimUploads(
  acting: Acting,
  messageId: number,
  paths: readonly string[],
): { attached: boolean; detached: AttachmentWire[] } {
  const { db, tx } = acting;
  const before = db.all<AttachmentRow>(
    'SELECT a.* FROM attachments a JOIN attachment_messages am ON am.attachment_id = a.id WHERE am.message_id = ?',
    messageId,
  );
  const wanted = new Map<number, AttachmentRow>();
  for (const path of paths) {
    const row = findAttachmentByPath(db, pathIdOf(path));
    if (row !== undefined && (before.some(({ id }) => id === row.id) || mayReadUpload(acting, row)))
      wanted.set(row.id, row);
  }
  const added = [...wanted.values()].filter((row) => !before.some(({ id }) => id === row.id));
  const removed = before.filter((row) => !wanted.has(row.id));
  for (const row of added) shareInMessage(tx, row.id, messageId);
  for (const row of removed) unshareFromMessage(tx, row.id, messageId);
  for (const row of [...added, ...removed]) announceAttachment(acting, 'update', row);
  const detached = removed
    .filter((row) => row.owner_id === acting.user.id)
    .map((row) => attachmentWire(db, row))
    .filter(({ messages }) => messages?.length === 0);
  return { attached: wanted.size > 0, detached };
}

/**
 * Unties messages that are being deleted; an upload that no message shares any more goes with them
 * (contract: remove-attachment: "deleted automatically after the last message linking them is deleted"), unless one that is yet to
 * be sent links to it.
 */
export function releaseUploads(acting: SystemActing, messageIds: readonly number[]): void {
  const rows = acting.db.all<AttachmentRow>(
    'SELECT * FROM attachments WHERE id IN (SELECT attachment_id FROM attachment_messages WHERE message_id IN (SELECT value FROM json_each(?)))',
    JSON.stringify(messageIds),
  );
  if (rows.length === 0) return;
  unshareFromMessages(acting.tx, messageIds);
  const isShared = ({ id }: AttachmentRow): boolean =>
    acting.db.get('SELECT 1 FROM attachment_messages WHERE attachment_id = ? LIMIT 1', id) !== undefined;
  const unused = new Set(
    notWaiting(
      acting.db,
      rows.filter((row) => !isShared(row)),
    ),
  );
  for (const row of rows) {
    if (unused.has(row)) removeAttachment(acting, row);
    else announceAttachment(acting, 'update', row);
  }
}
