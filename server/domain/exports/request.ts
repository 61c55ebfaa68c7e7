/**
 * Exports of the organization's data: which there are and how they stand. Owns the table realm_exports.
 * What goes into one is in exports/contents.ts, the file is written by exports/write.ts.
 */
import { badRequest } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, ChatServices, SystemActing, SystemViewing } from '../acting.ts';
import { activeUsers } from '../users/rows.ts';
import { userSetting } from '../users/settings.shared.ts';

/** 1: what everyone may read. 2: besides that, what consenting users may read (contract: export_type). */
export const ExportType = { public: 1, standard: 2 } as const;
export type ExportTypeNumber = (typeof ExportType)[keyof typeof ExportType];

interface ExportRow {
  id: number;
  acting_user_id: number;
  export_time: number;
  export_type: ExportTypeNumber;
  deleted_timestamp: number | null;
  failed_timestamp: number | null;
  file_name: string | null;
}

/** Contract: RealmExport. */
export interface ExportWire {
  id: number;
  acting_user_id: number;
  export_time: number;
  deleted_timestamp: number | null;
  failed_timestamp: number | null;
  export_url: string | null;
  pending: boolean;
  export_type: ExportTypeNumber;
}

/** Exports that were begun since the data was opened: the clock may have been set since, so times do not say it. */
const begunHere = new WeakMap<ChatServices, Set<number>>();

/** All exports, newest first. */
export function exportsWire(viewing: SystemViewing): ExportWire[] {
  return viewing.db
    .all<ExportRow>('SELECT * FROM realm_exports ORDER BY id DESC')
    .map((row) => exportWire(viewing, row));
}

function exportWire({ origin, services }: SystemViewing, row: ExportRow): ExportWire {
  const isOpen = row.file_name === null && row.failed_timestamp === null;
  // What was being written when the server stopped is not written any more.
  const isLost = isOpen && begunHere.get(services)?.has(row.id) !== true;
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: row.export_time,
    deleted_timestamp: row.deleted_timestamp,
    failed_timestamp: isLost ? row.export_time : row.failed_timestamp,
    export_url: row.file_name === null ? null : `${origin}/exports/${row.file_name}`,
    pending: isOpen && !isLost,
    export_type: row.export_type,
  };
}

/** @returns the id of an export that is still to be written. @throws ApiError BAD_REQUEST while another is. */
export function beginExport(acting: Acting, type: ExportTypeNumber): number {
  if (exportsWire(acting).some((each) => each.pending))
    throw badRequest('Another export is being written; please wait for it.');
  const { lastId } = acting.tx.run(
    'INSERT INTO realm_exports (acting_user_id, export_time, export_type) VALUES (?, ?, ?)',
    acting.user.id,
    acting.now,
    type,
  );
  begunHere.set(acting.services, (begunHere.get(acting.services) ?? new Set()).add(lastId));
  announceExports(acting, acting.user.id);
  return lastId;
}

/** @param fileName below exports/; null = writing it failed. */
export function endExport(acting: SystemActing, id: number, fileName: string | null): void {
  const row = acting.db.get<ExportRow>('SELECT * FROM realm_exports WHERE id = ?', id);
  if (row === undefined) return;
  const failedAt = fileName === null ? acting.now : null;
  acting.tx.run('UPDATE realm_exports SET file_name = ?, failed_timestamp = ? WHERE id = ?', fileName, failedAt, id);
  announceExports(acting, row.acting_user_id);
}

/** Whether a name is that of a finished export. */
export function isExportFile(db: Reader, fileName: string): boolean {
  return (
    db.get('SELECT 1 FROM realm_exports WHERE file_name = ? AND deleted_timestamp IS NULL', fileName) !== undefined
  );
}

/** Who lets private data go into a standard export (setting allow_private_data_export). */
export function exportConsents(db: Reader): { user_id: number; consented: boolean }[] {
  return activeUsers(db)
    .filter((user) => user.is_bot === 0)
    .map((user) => ({ user_id: user.id, consented: userSetting(db, user, 'allow_private_data_export') }));
}

function announceExports(acting: SystemActing, userId: number): void {
  acting.announce({ type: 'realm_export', exports: exportsWire(acting) }, toUser(userId));
}
