/** Files of the larger server's archive: which belong to what, by the lists beside them. */
import { phrase } from '../../translation.ts';
import { rowsOf, parseTables, type Row } from './json-rows.ts';
import type { EmojiRecord, FileRecord, OrganizationRecord, TakeFile } from './records.ts';
import type { ReportProblem } from './report.ts';
import { MissingFile } from './source.ts';
import type { UnpackedArchive } from './unpacked.ts';
import { number, text, type ZulipTables } from './zulip-tables.ts';

/** The lists of pictures: paths in the archive, by what they show. */
export class RecordLists {
  /** By user. */
  readonly avatars = new Map<number, string>();
  /** By the name that the record of the emoji has for its file. */
  readonly emoji = new Map<string, string>();
  /** By what it is: icon, logo, night_logo. */
  readonly organization = new Map<string, string>();
  /** All paths in the archive that the lists name, of all sizes. */
  readonly named = new Set<string>();

  static async read(archive: UnpackedArchive, report: ReportProblem): Promise<RecordLists> {
    const lists = new RecordLists();
    for (const row of await listOf(archive, 'avatars', report)) {
      const [user, path] = [number(row['user_profile_id']), text(row['path'])];
      lists.named.add(`avatars/${path}`);
      // Of several sizes the original is taken.
      if (user !== undefined && path !== undefined && (path.endsWith('.original') || !lists.avatars.has(user)))
        lists.avatars.set(user, `avatars/${path}`);
    }
    for (const row of await listOf(archive, 'emoji', report)) {
      const [name, path] = [text(row['file_name']) ?? text(row['path'])?.split('/').at(-1), text(row['path'])];
      lists.named.add(`emoji/${path}`);
      if (name !== undefined && path !== undefined && (path.endsWith('.original') || !lists.emoji.has(name)))
        lists.emoji.set(name, `emoji/${path}`);
    }
    for (const row of await listOf(archive, 'realm_icons', report)) {
      const path = text(row['path']) ?? '';
      lists.named.add(`realm_icons/${path}`);
      const name = /(?:^|\/)(icon|logo|night_logo)\.original$/.exec(path)?.[1];
      if (name !== undefined) lists.organization.set(name, `realm_icons/${path}`);
    }
    return lists;
  }

  /** @returns what brings a file of the archive elsewhere; it throws MissingFile where there is none. */
  taker(archive: UnpackedArchive, name: string): TakeFile {
    return async (path) => {
      const bytes = await archive.take(name, path);
      if (bytes === undefined) throw new MissingFile();
      return bytes;
    };
  }
}

async function listOf(archive: UnpackedArchive, folder: string, report: ReportProblem): Promise<Row[]> {
  const file = `${folder}/records.json`;
  const json = await archive.text(file);
  if (json === undefined) return [];
  const read = parseTables(file, `{"records":${json}}`, report);
  if (read.tables !== undefined) return rowsOf(file, read.tables, 'records', report).map(({ row }) => row);
  report({ file, line: read.line, what: read.what, done: 'left out' });
  return [];
}

export function* emojiRecords(
  tables: ZulipTables,
  archive: UnpackedArchive,
  lists: RecordLists,
): Generator<EmojiRecord> {
  for (const { row, file, line } of tables.rows('zerver_realmemoji')) {
    const path = lists.emoji.get(text(row['file_name']) ?? '');
    if (path === undefined) {
      tables.problem(line, phrase('The picture of a custom emoji is missing.'), 'left out');
      continue;
    }
    yield {
      kind: 'emoji',
      file,
      line,
      id: number(row['id']) ?? 0,
      name: text(row['name']) ?? '',
      author: number(row['author']) ?? null,
      isDeactivated: row['deactivated'] === true,
      take: lists.taker(archive, path),
    };
  }
}

const names = ['icon', 'logo', 'night_logo'] as const;

/** Pictures of the organization that are its own. */
export const organizationPictures = (
  row: Row,
  archive: UnpackedArchive,
  lists: RecordLists,
): OrganizationRecord['pictures'] =>
  names.flatMap((name) => {
    const path = row[`${name}_source`] === 'U' ? lists.organization.get(name) : undefined;
    return path === undefined ? [] : [{ name, take: lists.taker(archive, path) }];
  });

const attachmentFile = 'attachment.json';

/** Uploads, and which messages share each. */
export class Attachments {
  readonly #rows: { row: Row; line: number }[];
  /** Paths of the files by message. */
  readonly ofMessage = new Map<number, string[]>();

  private constructor(rows: { row: Row; line: number }[]) {
    this.#rows = rows;
    for (const { row } of rows) {
      const path = text(row['path_id']);
      if (path === undefined || !Array.isArray(row['messages'])) continue;
      for (const message of row['messages'] as unknown[])
        if (typeof message === 'number') this.ofMessage.set(message, [...(this.ofMessage.get(message) ?? []), path]);
    }
  }

  static async read(archive: UnpackedArchive, report: ReportProblem): Promise<Attachments> {
    const json = await archive.text(attachmentFile);
    if (json === undefined) return new Attachments([]);
    const read = parseTables(attachmentFile, json, report);
    if (read.tables !== undefined)
      return new Attachments(rowsOf(attachmentFile, read.tables, 'zerver_attachment', report));
    report({ file: attachmentFile, line: read.line, what: read.what, done: 'left out' });
    return new Attachments([]);
  }

  /** Paths in the archive of all uploads. */
  get paths(): string[] {
    return this.#rows.map(({ row }) => `uploads/${text(row['path_id'])}`);
  }

  *records(archive: UnpackedArchive, lists: RecordLists): Generator<FileRecord> {
    const byId = this.#rows.toSorted((a, b) => (number(a.row['id']) ?? 0) - (number(b.row['id']) ?? 0));
    for (const { row, line } of byId) {
      const path = text(row['path_id']) ?? '';
      yield {
        kind: 'file',
        file: attachmentFile,
        line,
        id: path,
        name: text(row['file_name']) ?? '',
        contentType: text(row['content_type']) ?? null,
        pathId: path,
        owner: number(row['owner']) ?? 0,
        created: number(row['create_time']) ?? 0,
        take: lists.taker(archive, `uploads/${path}`),
      };
    }
  }
}
