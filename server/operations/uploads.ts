/**
 * Every upload of the organization, for administrators who look after its space. A file that the reader may not open shows
 * whose it is, when it came and how large it is; neither its name nor where it is shared.
 */
import type { ConsoleUpload, ConsoleUploads } from '../contract/shapes/uploads.ts';
import type { Viewing } from '../domain/acting.ts';
import { uploadSpaceUsed } from '../domain/attachments/edit.ts';
import type { AttachmentRow } from '../domain/attachments/rows.ts';
import { accessibleMessages } from '../domain/messages/access.ts';
import { mayReadUpload } from '../domain/messages/uploads.ts';

/** In which order uploads are listed. */
export const uploadOrders = ['newest', 'oldest', 'largest', 'smallest'] as const;

export interface UploadFilter {
  /** Whose; undefined = everyone's. */
  owner: number | undefined;
  /** Shared by a message or not; undefined = both. */
  isUsed: boolean | undefined;
  /** Part of the name. Finds own files and those shared in public channels: other names are not for the reader. */
  name: string;
  order: (typeof uploadOrders)[number];
  offset: number;
  limit: number;
}

const shownMessages = 5;
const orders: Record<UploadFilter['order'], string> = {
  newest: 'a.id DESC',
  oldest: 'a.id',
  largest: 'a.size DESC, a.id DESC',
  smallest: 'a.size, a.id DESC',
};

/** One page of the uploads. */
export function listUploads(viewing: Viewing, filter: UploadFilter): ConsoleUploads {
  const { db, services } = viewing;
  const { sql, params } = conditions(viewing, filter);
  const sums = db.get<{ total: number; size: number }>(
    `SELECT count(*) AS total, coalesce(sum(size), 0) AS size FROM attachments a WHERE ${sql}`,
    ...params,
  );
  const rows = db.all<AttachmentRow>(
    `SELECT a.* FROM attachments a WHERE ${sql} ORDER BY ${orders[filter.order]} LIMIT ? OFFSET ?`,
    ...params,
    filter.limit,
    filter.offset,
  );
  return {
    uploads: rows.map((row) => uploadWire(viewing, row)),
    total: sums?.total ?? 0,
    total_size: sums?.size ?? 0,
    upload_space_used: uploadSpaceUsed(db),
    quota_mib_per_user: services.options.limits.uploadQuotaMibPerUser,
  };
}

const isShared = 'EXISTS (SELECT 1 FROM attachment_messages am WHERE am.attachment_id = a.id)';
const isPublic = `EXISTS (SELECT 1 FROM attachment_messages am JOIN messages m ON m.id = am.message_id JOIN streams s ON s.id = m.stream_id
  WHERE am.attachment_id = a.id AND s.invite_only = 0)`;

function conditions(
  { user }: Viewing,
  { owner, isUsed, name }: UploadFilter,
): { sql: string; params: (string | number)[] } {
  const parts: { sql: string; params: (string | number)[] }[] = [{ sql: '1 = 1', params: [] }];
  if (owner !== undefined) parts.push({ sql: 'a.owner_id = ?', params: [owner] });
  if (isUsed !== undefined) parts.push({ sql: isUsed ? isShared : `NOT ${isShared}`, params: [] });
  if (name !== '')
    parts.push({
      sql: `instr(lower(a.name), ?) > 0 AND (a.owner_id = ? OR ${isPublic})`,
      params: [name.toLowerCase(), user.id],
    });
  return { sql: parts.map((part) => part.sql).join(' AND '), params: parts.flatMap((part) => part.params) };
}

function uploadWire(viewing: Viewing, row: AttachmentRow): ConsoleUpload {
  const ids = viewing.db
    .all<{ id: number }>(
      'SELECT message_id AS id FROM attachment_messages WHERE attachment_id = ? ORDER BY message_id DESC',
      row.id,
    )
    .map(({ id }) => id);
  const readable = accessibleMessages(viewing, ids.slice(0, 50)).toReversed().slice(0, shownMessages);
  const mayRead = readable.length > 0 || mayReadUpload(viewing, row);
  return {
    id: row.id,
    owner_id: row.owner_id,
    size: row.size,
    create_time: row.create_time,
    message_count: ids.length,
    file: mayRead ? { name: row.name, path_id: row.path_id, content_type: row.content_type } : null,
    messages: readable.map(({ id, stream_id, topic, timestamp }) => ({ id, stream_id, topic, timestamp })),
  };
}
