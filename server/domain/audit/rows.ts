/** Rows of the table audit_log, and every statement that writes it. The newest are kept. */
import type { Reader, Transaction } from '../../storage/database.ts';
import { organizationCreatedAt } from '../organization/rows.ts';

/** Kinds of things whose changes are kept. */
export const auditKinds = [
  'organization',
  'user_defaults',
  'user',
  'password',
  'bot',
  'channel',
  'channel_folder',
  'group',
  'invitation',
  'domain',
  'profile_field',
  'linkifier',
  'emoji',
  'playground',
  'export',
  'backup',
  'delivery',
  'directory',
  'network',
  'sign_in',
  'sign_in_provider',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** What happens to them. The console has a name for each. */
export const auditActions = [
  'created',
  'changed',
  'deleted',
  'deactivated',
  'reactivated',
  'archived',
  'unarchived',
  'reordered',
  'resent',
  'revoked',
  'replaced',
  'accepted',
  'ended',
  'imported',
  'link_created',
  'import_links_created',
  'signed_out',
  'provider_signed_out',
  'linked',
  'started',
  'api_key_shown',
  'two_factor_on',
  'two_factor_off',
  'two_factor_reset',
  'recovery_codes_made',
  'recovery_code_used',
  'downloaded',
  'exported',
  'moved',
  'restored',
  'recovered',
  'certificate_changed',
  'certificate_deleted',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** How a change came: by a request, a command, the desktop app, the restoring of a backup, or by the server itself. */
const auditWays = ['request', 'command_line', 'desktop_app', 'restore', 'server'] as const;

/** A field's values as the API has them; a secret has neither. */
export interface AuditChange {
  field: string;
  from?: unknown;
  to?: unknown;
}

export interface AuditRow {
  id: number;
  /** UNIX seconds. */
  at: number;
  via: (typeof auditWays)[number];
  user_id: number | null;
  user_name: string | null;
  client: string | null;
  address: string | null;
  /** "PATCH /realm" */
  operation: string | null;
  kind: AuditKind;
  /** "created", "changed", "deactivated": a word for people. */
  action: string;
  subject_id: number | null;
  /** What it is called; '' where the kind says all. */
  subject: string;
  /** JSON of AuditChange[]. */
  changes: string;
}

/** So many stay: about 10 MB in memory at the worst usual size. */
export const keptEntries = 20_000;

const columns = [
  'at',
  'via',
  'user_id',
  'user_name',
  'client',
  'address',
  'operation',
  'kind',
  'action',
  'subject_id',
  'subject',
  'changes',
] as const;

/** Adds the newest entry; the oldest goes when there are too many. */
export function insertAuditRow(tx: Transaction, row: Omit<AuditRow, 'id'>): void {
  const { lastId } = tx.run(
    `INSERT INTO audit_log (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...columns.map((column) => row[column]),
  );
  if (tx.get('SELECT 1 FROM audit_log WHERE id <= ?', lastId - keptEntries) !== undefined)
    tx.run('DELETE FROM audit_log WHERE id <= ?', lastId - keptEntries);
}

/** Which entries are asked for; times are UNIX seconds. */
export interface AuditFilter {
  beforeId?: number | undefined;
  kind?: AuditKind | undefined;
  /** Who did it, or whom it is about. */
  userId?: number | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

/** @returns entries, newest first. */
export function auditRows(db: Reader, filter: AuditFilter, limit: number): AuditRow[] {
  const { beforeId, kind, userId, since, until } = filter;
  const conditions: [string, ...(number | string)[]][] = [];
  if (beforeId !== undefined) conditions.push(['id < ?', beforeId]);
  if (kind !== undefined) conditions.push(['kind = ?', kind]);
  if (userId !== undefined)
    conditions.push(["(user_id = ? OR (subject_id = ? AND kind IN ('user', 'password', 'bot')))", userId, userId]);
  if (since !== undefined) conditions.push(['at >= ?', since]);
  if (until !== undefined) conditions.push(['at <= ?', until]);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
  const values = conditions.flatMap(([, ...bound]) => bound);
  return db.all<AuditRow>(`SELECT * FROM audit_log ${where} ORDER BY id DESC LIMIT ?`, ...values, limit);
}

/** The whole log with what distinguishes an organization from others, to carry it on in an older state of the same. */
export interface AuditHistory {
  founded: number | null;
  rows: AuditRow[];
}

/** @returns all of it, to be carried on by `carryOnHistory`. */
export function auditHistory(db: Reader): AuditHistory {
  return { founded: organizationCreatedAt(db), rows: db.all<AuditRow>('SELECT * FROM audit_log ORDER BY id') };
}

/** What happened after a backup was made did happen, also when the backup is back. Of another organization nothing is taken. */
export function carryOnHistory(tx: Transaction, { founded, rows }: AuditHistory): void {
  if (founded === null || founded !== organizationCreatedAt(tx)) return;
  const last = tx.get<{ id: number }>('SELECT max(id) AS id FROM audit_log')?.id ?? 0;
  for (const row of rows) {
    if (row.id <= last) continue;
    tx.run(
      `INSERT INTO audit_log (id, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`,
      row.id,
      ...columns.map((column) => row[column]),
    );
  }
}
