/**
 * Attachments: what users uploaded. A row exists only once its file is on disk; a file without a row is swept away by
 * uploads/cleanup.ts. Which messages share it, and who may read it then, is in messages/uploads.ts.
 */
import type { components } from '../../contract/types.ts';
import { daySecs } from '../../durations.ts';
import { toUser } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import { removeUpload } from '../../uploads/files.ts';
import type { Acting, SystemActing, SystemViewing, Viewing } from '../acting.ts';
import { organizationId } from '../organization/rows.ts';
import { checkUploadQuota } from './limits.shared.ts';
import type { AttachmentRow } from './rows.ts';

export type AttachmentWire = components['schemas']['Attachment'];

/** What is known of a stored file when its row is written. */
export interface NewAttachment {
  pathId: string;
  name: string;
  size: number;
  contentType: string;
  width: number | null;
  height: number | null;
  isAnimated: boolean;
}

/** @returns how the attachment leaves (contract: Attachment); times are UNIX milliseconds there. */
export function attachmentWire(db: Reader, row: AttachmentRow): AttachmentWire {
  const messages = db.all<{ id: number; timestamp: number }>(
    'SELECT m.id, m.timestamp FROM attachment_messages am JOIN messages m ON m.id = am.message_id WHERE am.attachment_id = ? ORDER BY m.id',
    row.id,
  );
  return {
    id: row.id,
    name: row.name,
    path_id: row.path_id,
    size: row.size,
    create_time: row.create_time * 1000,
    messages: messages.map(({ id, timestamp }) => ({ id, date_sent: timestamp * 1000 })),
  };
}

/** Bytes of every upload of the organization (contract: `upload_space_used`). */
export function uploadSpaceUsed(db: Reader): number {
  return db.get<{ bytes: number }>('SELECT coalesce(sum(size), 0) AS bytes FROM attachments')?.bytes ?? 0;
}

/** The caller's own uploads, oldest first (contract: get-attachments). */
export function ownAttachments(viewing: Viewing): AttachmentWire[] {
  return viewing.db
    .all<AttachmentRow>('SELECT * FROM attachments WHERE owner_id = ? ORDER BY id', viewing.user.id)
    .map((row) => attachmentWire(viewing.db, row));
}

/** @returns a new path id that no one can guess. */
export function newPathId({ random }: SystemViewing['services'], fileName: string): string {
  return `${organizationId}/${random.token(24)}/${fileName}`;
}

/** Records a file that is on disk already as the caller's. */
export function recordUpload(acting: Acting, file: NewAttachment): AttachmentRow {
  checkUploadQuota(acting, acting.user.id, file.size);
  const { lastId } = acting.tx.run(
    'INSERT INTO attachments (owner_id, path_id, name, size, content_type, create_time, width, height, is_animated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    acting.user.id,
    file.pathId,
    file.name,
    file.size,
    file.contentType,
    acting.now,
    file.width,
    file.height,
    Number(file.isAnimated),
  );
  const row: AttachmentRow = {
    id: lastId,
    owner_id: acting.user.id,
    path_id: file.pathId,
    name: file.name,
    size: file.size,
    content_type: file.contentType,
    create_time: acting.now,
    width: file.width,
    height: file.height,
    is_animated: Number(file.isAnimated),
  };
  announceAttachment(acting, 'add', row);
  return row;
}

/** Removes the row now and the file once that is on disk. */
export function removeAttachment(acting: SystemActing, row: AttachmentRow): void {
  acting.tx.run('DELETE FROM attachment_messages WHERE attachment_id = ?', row.id);
  acting.tx.run('DELETE FROM attachments WHERE id = ?', row.id);
  const { options, log } = acting.services;
  acting.afterDurable(() => {
    removeUpload(options.dataDir, row.path_id).catch((error: unknown) =>
      log.warn({ err: error, path: row.path_id }, 'an upload stays on disk until the next clean-up'),
    );
  });
  acting.announce(
    { type: 'attachment', op: 'remove', attachment: { id: row.id }, upload_space_used: uploadSpaceUsed(acting.db) },
    toUser(row.owner_id),
  );
}

/** Removes what no message has used within the retention time (spec: Limits). @returns how many. */
export function removeUnusedUploads(acting: SystemActing): number {
  const before = acting.now - acting.services.options.limits.unusedUploadDays * daySecs;
  const rows = acting.db.all<AttachmentRow>(
    'SELECT * FROM attachments a WHERE create_time < ? AND NOT EXISTS (SELECT 1 FROM attachment_messages am WHERE am.attachment_id = a.id) ORDER BY id LIMIT 500',
    before,
  );
  const unused = notWaiting(acting.db, rows);
  for (const row of unused) removeAttachment(acting, row);
  return unused.length;
}

/** Texts that their authors keep and may yet send. */
const keptTexts = `SELECT sender_id AS author, content FROM scheduled_messages WHERE kind = 'message'
  UNION ALL SELECT user_id, content FROM drafts UNION ALL SELECT user_id, content FROM saved_snippets`;

/** Those of these uploads to which no such text of their owners links. */
export function notWaiting(db: Reader, rows: readonly AttachmentRow[]): AttachmentRow[] {
  if (rows.length === 0) return [];
  const kept = db.all<{ author: number; content: string }>(
    `SELECT author, content FROM (${keptTexts}) WHERE content LIKE '%/user_uploads/%'`,
  );
  return rows.filter(
    (row) => !kept.some(({ author, content }) => author === row.owner_id && content.includes(row.path_id)),
  );
}

/** Tells the owner of a file that is new, or shared in other messages than before. */
export function announceAttachment(acting: SystemActing, op: 'add' | 'update', row: AttachmentRow): void {
  acting.announce(
    {
      type: 'attachment',
      op,
      attachment: attachmentWire(acting.db, row),
      upload_space_used: uploadSpaceUsed(acting.db),
    },
    toUser(row.owner_id),
  );
}
