/**
 * Files that messages share: of a narrow, or of all that the reader may read. A file is listed with the message through which the
 * reader sees it, the newest message first. Read in steps, page by page, through the index of messages with files.
 */
import type { Filter } from '../../../narrow/parse.ts';
import type { Viewer } from '../access.ts';
import { participantIds } from '../direct-recipients.shared.ts';
import { readNarrow } from '../narrow.ts';
import { NarrowSearch } from '../search/narrow-search.ts';
import { slices, type Steps } from './steps.ts';

/** A file with the message through which the reader sees it. */
export interface SharedFile {
  id: number;
  name: string;
  /** Its path, for those who may read the message. */
  url: string;
  /** Bytes. */
  size: number;
  content_type: string;
  /** Of a picture, in pixels. */
  width: number | null;
  height: number | null;
  message_id: number;
  /** When the message was sent. UNIX seconds. */
  timestamp: number;
  sender_id: number;
  /** null for a direct message. */
  stream_id: number | null;
  topic: string;
  /** Participants of a direct message. */
  user_ids: number[];
}

/** What people call the kinds of files, as SQL patterns of content types. */
const kinds = {
  image: ['image/%'],
  video: ['video/%'],
  audio: ['audio/%'],
  pdf: ['application/pdf'],
  document: [
    'text/%',
    'application/pdf',
    'application/rtf',
    'application/json',
    'application/msword',
    'application/vnd.ms-%',
    'application/vnd.openxmlformats-%',
    'application/vnd.oasis.opendocument.%',
    'application/epub%',
  ],
  archive: [
    'application/zip',
    'application/gzip',
    'application/x-gzip',
    'application/x-tar',
    'application/x-7z-compressed',
    'application/x-bzip2',
    'application/x-xz',
    'application/zstd',
    'application/vnd.rar',
    'application/x-rar%',
  ],
} as const;

export const fileKinds = ['image', 'video', 'audio', 'pdf', 'document', 'archive', 'other'] as const;
export type FileKind = (typeof fileKinds)[number];

export interface FileQuery {
  kind: FileKind | undefined;
  /** Part of the name, without regard to case and marks; empty = any. */
  name: string;
  /** Only messages before this one; null = the newest first. */
  before: number | null;
  /** Files of one answer; the files of one message stay together. */
  limit: number;
}

/** Messages that one answer looks through, when hardly any file fits; the next request goes on from there. */
const mostMessages = 2000;
const pageSize = 200;
/** Messages whose files are looked up in one step: each may have hundreds. */
const messagesAtOnce = 10;

const hasFile: Filter = { operator: 'has', kind: 'attachment', negated: false };

/** @returns files of messages that match the narrow and that the reader may read, and where to go on; null = that was all. */
export function* sharedFiles(
  viewer: Viewer,
  filters: readonly Filter[],
  query: FileQuery,
): Steps<{ files: SharedFile[]; next_before: number | null }> {
  const searches = searchesFor(viewer, filters);
  const files: SharedFile[] = [];
  let start = query.before === null ? Number.MAX_SAFE_INTEGER : query.before - 1;
  for (let looked = 0; looked < mostMessages; looked += pageSize) {
    const found = new Set<number>();
    for (const search of searches) for (const id of yield* search.next(start, 'DESC', pageSize)) found.add(id);
    const ids = [...found].toSorted((a, b) => b - a).slice(0, pageSize);
    for (const part of slices(ids, messagesAtOnce)) {
      for (const file of filesOf(viewer, part, query)) {
        const last = files.at(-1);
        if (files.length >= query.limit && last !== undefined && last.message_id !== file.message_id)
          return { files, next_before: last.message_id };
        files.push(file);
      }
      yield;
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return { files, next_before: null };
    start = last - 1;
    yield;
  }
  return { files, next_before: start + 1 };
}

/** Without a conversation: what the reader received, and public channels. */
function searchesFor(viewer: Viewer, filters: readonly Filter[]): NarrowSearch[] {
  const asked = [...filters, hasFile];
  const isPlaced = filters.some(({ operator, negated }) => !negated && (operator === 'channel' || operator === 'dm'));
  const own = new NarrowSearch(viewer, asked);
  if (isPlaced || filters.some(isDirect)) return [own];
  const { filters: everyPublic } = readNarrow(viewer, [['channels', 'public']]);
  return [own, new NarrowSearch(viewer, [...asked, ...everyPublic])];
}

const isDirect = (filter: Filter): boolean =>
  !filter.negated && (filter.operator === 'dm-including' || (filter.operator === 'is' && filter.kind === 'dm'));

interface FileRow extends Omit<SharedFile, 'url' | 'user_ids'> {
  path_id: string;
  recipient_id: number;
}

function filesOf({ db }: Viewer, ids: readonly number[], { kind, name }: FileQuery): SharedFile[] {
  const { text, params } = kindSql(kind);
  const rows = db.all<FileRow>(
    `SELECT a.id, a.name, a.path_id, a.size, a.content_type, a.width, a.height, m.id AS message_id, m.timestamp, m.sender_id,
       m.stream_id, m.topic, m.recipient_id
     FROM attachment_messages am JOIN attachments a ON a.id = am.attachment_id JOIN messages m ON m.id = am.message_id
     WHERE am.message_id IN (SELECT value FROM json_each(?)) AND ${text} ORDER BY m.id DESC, a.id`,
    JSON.stringify(ids),
    ...params,
  );
  const wanted = foldedName(name);
  return rows
    .filter((row) => foldedName(row.name).includes(wanted))
    .map(({ path_id: pathId, recipient_id: recipientId, ...file }) => ({
      ...file,
      url: `/user_uploads/${pathId}`,
      user_ids: file.stream_id === null ? participantIds(db, recipientId) : [],
    }));
}

function kindSql(kind: FileKind | undefined): { text: string; params: readonly string[] } {
  if (kind === undefined) return { text: '1', params: [] };
  const patterns: readonly string[] = kind === 'other' ? Object.values(kinds).flat() : kinds[kind];
  const any = patterns.map(() => 'a.content_type LIKE ?').join(' OR ');
  return { text: kind === 'other' ? `NOT (${any})` : `(${any})`, params: patterns };
}

const foldedName = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
