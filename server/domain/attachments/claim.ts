/**
 * Attachments: what users uploaded and which messages share it. Owns `attachments` and `attachment_messages`.
 * A row exists only once its file is on disk; a file without a row is swept away by uploads/cleanup.ts.
 * A file is its uploader's alone until a message shares it; then it is everybody's who may read such a message.
 */
import type { components } from '../../contract/types.ts';
import { daySecs } from '../../durations.ts';
import { toUser } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import { removeUpload } from '../../uploads/files.ts';
import type { Acting, SystemActing, SystemViewing, Viewing } from '../acting.ts';
import { organizationId } from '../organization-settings/rows.ts';
import { mayReadUpload } from './access.ts';
import { checkUploadQuota } from './limits.ts';
import { type AttachmentRow, findAttachmentByPath, pathIdOf } from './rows.ts';

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
function attachmentWire(db: Reader, row: AttachmentRow): AttachmentWire {
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

/** @returns a new path id that nobody can guess. */
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

/**
 * Ties a message to exactly the uploads that its content links to; called on send and on edit.
 * A link counts when its file is the caller's own, or one the caller may read already.
 * @param paths path ids ("1/x/y.png"), or addresses that end in one ("/user_uploads/1/x/y.png").
 * @returns whether the message has uploads now, and the uploads that no message shares any more because of this edit.
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
  for (const row of added)
    tx.run('INSERT INTO attachment_messages (attachment_id, message_id) VALUES (?, ?)', row.id, messageId);
  for (const row of removed)
    tx.run('DELETE FROM attachment_messages WHERE attachment_id = ? AND message_id = ?', row.id, messageId);
  for (const row of [...added, ...removed]) announceAttachment(acting, 'update', row);
  const detached = removed.map((row) => attachmentWire(db, row)).filter(({ messages }) => messages?.length === 0);
  return { attached: wanted.size > 0, detached };
}

/**
 * Unties messages that are being deleted; an upload that no message shares any more goes with them
 * (contract: remove-attachment: "deleted automatically after the last message linking them is deleted").
 */
export function releaseUploads(acting: SystemActing, messageIds: readonly number[]): void {
  const ids = JSON.stringify(messageIds);
  const rows = acting.db.all<AttachmentRow>(
    'SELECT * FROM attachments WHERE id IN (SELECT attachment_id FROM attachment_messages WHERE message_id IN (SELECT value FROM json_each(?)))',
    ids,
  );
  if (rows.length === 0) return;
  acting.tx.run('DELETE FROM attachment_messages WHERE message_id IN (SELECT value FROM json_each(?))', ids);
  for (const row of rows) {
    const shared = acting.db.get('SELECT 1 FROM attachment_messages WHERE attachment_id = ? LIMIT 1', row.id);
    if (shared === undefined) removeAttachment(acting, row);
    else announceAttachment(acting, 'update', row);
  }
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
  const waiting = keptContents(acting.db);
  const unused = rows.filter((row) => !waiting.some((content) => content.includes(row.path_id)));
  for (const row of unused) removeAttachment(acting, row);
  return unused.length;
}

/** Path ids of all uploads. */
export function uploadPathIds(db: Reader): Set<string> {
  return new Set(db.all<{ path_id: string }>('SELECT path_id FROM attachments').map((row) => row.path_id));
}

/** Texts that are kept and may yet be sent: uploads they link to are not unused. */
function keptContents(db: Reader): string[] {
  const sources = ['scheduled_messages', 'drafts', 'saved_snippets'];
  return sources.flatMap((table) =>
    db
      .all<{ content: string }>(`SELECT content FROM ${table} WHERE content LIKE '%/user_uploads/%'`)
      .map((row) => row.content),
  );
}

function announceAttachment(acting: SystemActing, op: 'add' | 'update', row: AttachmentRow): void {
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
