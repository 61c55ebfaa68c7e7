/** Under which ids the things of a source are stored: tables import_origins and import_ids, so that a second import adds nothing twice. */
import type { Reader } from '../../storage/database.ts';
import { insertRow } from '../../storage/insert-row.ts';
import type { OfflineStorage } from '../../storage/offline.ts';
import type { SourceId } from './personal-records.ts';
import type { IdKind } from './source.ts';

/** Ids above are not kept: the index of searching and clients count on ids that grow with the messages. */
const mostKept = 2 ** 40;

interface Origin {
  id: number;
  keptMessageId: number;
}

/** @returns the team as it was imported before; undefined for a new one. */
export function findOrigin(db: Reader, origin: string): Origin | undefined {
  return db.get<Origin>('SELECT id, kept_message_id AS keptMessageId FROM import_origins WHERE origin = ?', origin);
}

/** Of a user `u`: no password yet, and no other way to sign in. */
const lacksSignIn = `u.is_active = 1 AND u.is_bot = 0 AND u.password_hash IS NULL
  AND NOT EXISTS (SELECT 1 FROM directory_users d WHERE d.user_id = u.id)
  AND NOT EXISTS (SELECT 1 FROM sign_in_links s WHERE s.user_id = u.id)`;

const usersToInviteSql = `SELECT DISTINCT u.id FROM import_origins o
  CROSS JOIN import_ids i ON i.origin_id = o.id AND i.kind = 'user' AND i.is_new = 1
  CROSS JOIN users u ON u.id = i.id WHERE ${lacksSignIn}`;

/** @returns ids of users that imports made, who have no way to sign in yet, in their order. */
export const usersToInvite = (db: Reader): number[] =>
  db.all<{ id: number }>(`${usersToInviteSql} ORDER BY u.id`).map(({ id }) => id);

/** Number of these users. */
export const countToInvite = (db: Reader): number =>
  db.get<{ count: number }>(`SELECT count(*) AS count FROM (${usersToInviteSql})`)?.count ?? 0;

/** Whether one of these users still is: links are made in several transactions. */
export const isToInvite = (db: Reader, id: number): boolean =>
  db.get(`SELECT 1 FROM users u WHERE u.id = ? AND ${lacksSignIn}`, id) !== undefined;

export class ImportIds {
  readonly #storage: OfflineStorage;
  readonly #origin: Origin;
  /** Whether things of the source keep their ids: in a new organization. */
  readonly #keeps: boolean;
  /** All but messages, by kind and source id. */
  readonly #known = new Map<string, number>();
  /** Those of them that this import did not make. */
  readonly #before = new Set<string>();

  private constructor(storage: OfflineStorage, origin: Origin, keeps: boolean) {
    this.#storage = storage;
    this.#origin = origin;
    this.#keeps = keeps;
    const rows = storage.tx.all<{ kind: string; source_id: string; id: number }>(
      "SELECT kind, source_id, id FROM import_ids WHERE origin_id = ? AND kind <> 'message'",
      origin.id,
    );
    for (const row of rows) {
      const key = `${row.kind} ${row.source_id}`;
      this.#known.set(key, row.id);
      this.#before.add(key);
    }
  }

  /** @param now UNIX seconds. @param keeps whether ids of the source are kept. */
  static open(
    storage: OfflineStorage,
    { origin, title, now, keeps }: { origin: string; title: string; now: number; keeps: boolean },
  ): ImportIds {
    const { tx } = storage;
    if (findOrigin(tx, origin) === undefined)
      insertRow(tx, 'import_origins', { origin, title, imported_at: now, kept_message_id: 0 });
    tx.run('UPDATE import_origins SET imported_at = ?, title = ? WHERE origin = ?', now, title, origin);
    const found = findOrigin(tx, origin);
    if (found === undefined) throw new Error('The origin of the import is not stored.');
    return new ImportIds(storage, found, keeps);
  }

  find(kind: IdKind, source: SourceId): number | undefined {
    return kind === 'message' ? this.#findMessage(source) : this.#known.get(`${kind} ${source}`);
  }

  /** Whether an earlier import of the same team brought it. */
  wasImported(kind: IdKind, source: SourceId): boolean {
    return this.#before.has(`${kind} ${source}`);
  }

  #findMessage(source: SourceId): number | undefined {
    if (typeof source === 'number' && source > 0 && source <= this.#origin.keptMessageId) return source;
    return this.#storage.tx.get<{ id: number }>(
      "SELECT id FROM import_ids WHERE origin_id = ? AND kind = 'message' AND source_id = ?",
      this.#origin.id,
      String(source),
    )?.id;
  }

  /** @returns the id that a row is to have: that of the source where it is kept; undefined for the next one. */
  wanted(table: string, source: SourceId): number | undefined {
    if (!this.#keeps || typeof source !== 'number' || !Number.isInteger(source) || source < 1 || source > mostKept)
      return undefined;
    return this.#storage.tx.get(`SELECT 1 FROM ${table} WHERE id = ?`, source) === undefined ? source : undefined;
  }

  /** @param isNew whether this import made it. */
  note(kind: Exclude<IdKind, 'message'>, source: SourceId, id: number, isNew: boolean): void {
    this.#known.set(`${kind} ${source}`, id);
    this.#insert(kind, source, id, isNew);
  }

  /** Notes a message. Those that keep their ids in order take no room. */
  noteMessage(source: SourceId, id: number): void {
    if (this.#keeps && source === id && id > this.#origin.keptMessageId) this.#origin.keptMessageId = id;
    else this.#insert('message', source, id, true);
  }

  #insert(kind: IdKind, source: SourceId, id: number, isNew: boolean): void {
    const row = { origin_id: this.#origin.id, kind, source_id: String(source), id, is_new: isNew };
    insertRow(this.#storage.tx, 'import_ids', row, 'OR REPLACE');
  }

  /** Writes how far messages keep their ids. */
  finish(): void {
    this.#storage.tx.run(
      'UPDATE import_origins SET kept_message_id = ? WHERE id = ?',
      this.#origin.keptMessageId,
      this.#origin.id,
    );
  }
}
