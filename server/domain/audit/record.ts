/**
 * Writes the audit log: from the changed rows of every transaction, a user who began it, and what is done to no row. An entry is part
 * of the transaction that it records.
 */
import { toUsers } from '../../events/audience.ts';
import { Role } from '../../permissions/roles.ts';
import { looksSecret } from '../../secrets.ts';
import type { Transaction } from '../../storage/database.ts';
import type { RowChange, RowWatch } from '../../storage/row-watch.ts';
import type { SystemActing } from '../acting.ts';
import { activeIdsByRole } from '../users/rows.ts';
import { announcerOf, causeOf } from './cause.ts';
import { insertAuditRow, type AuditAction, type AuditChange, type AuditKind } from './rows.ts';
import { auditedTables, membershipFields, type AuditedTable, type ServerSettings, type Subject } from './subjects.ts';

/** One thing and what happened to it. */
export interface AuditEntry {
  kind: AuditKind;
  action: AuditAction;
  subject_id?: number | null;
  /** What it is called. */
  subject?: string;
  changes?: AuditChange[];
}

/** Longest value that is kept, in characters of its JSON: an entry says what changed, it is no copy. */
const longestValue = 2000;

/** Writes down what is done to no row: a backup, a certificate, the end of someone's sessions. */
export function audit({ tx, now }: Pick<SystemActing, 'tx' | 'now'>, entry: AuditEntry): void {
  write(tx, now, entry);
  tellOwners(tx);
}

/** The consoles of owners read the log again. */
function tellOwners(tx: Transaction): void {
  const owners = toUsers(activeIdsByRole(tx, 0, Role.owner));
  announcerOf(tx)?.({ type: 'console', about: 'audit_log' }, { ...owners, onlyAsking: 'console' });
}

/** @param nowSecs UNIX seconds. */
function write(tx: Transaction, nowSecs: number, entry: AuditEntry): void {
  const { via, user_id = null, user_name = null, client = null, address = null, operation = null } = causeOf(tx);
  const { kind, action, subject_id = null, subject = '', changes = [] } = entry;
  insertAuditRow(tx, {
    at: nowSecs,
    via,
    user_id,
    user_name,
    client,
    address,
    operation,
    kind,
    action,
    subject_id,
    subject,
    changes: JSON.stringify(changes),
  });
}

/** @param nowMs UNIX milliseconds. @returns what is done with the rows that transactions change. */
export function auditWatch(nowMs: () => number, serverSettings: ServerSettings): RowWatch {
  const tables = auditedTables(serverSettings);
  return {
    tables: Object.entries(tables).map(([table, { key, columns }]) => ({ table, key, columns: Object.keys(columns) })),
    changed(tx, rows) {
      const entries = entriesOf(tx, rows, tables);
      for (const entry of entries) write(tx, Math.floor(nowMs() / 1000), entry);
      if (entries.length > 0) tellOwners(tx);
    },
  };
}

function entriesOf(
  tx: Transaction,
  rows: readonly RowChange[],
  tables: Readonly<Record<string, AuditedTable>>,
): AuditEntry[] {
  // A new organization is one entry, not the hundred rows that it begins with.
  const founding = rows.filter(({ table, before }) => table === 'realm_settings' && before === null);
  if (founding.some(({ key }) => key === 'date_created')) {
    const name = founding.find(({ key }) => key === 'name')?.after?.['value'];
    return [{ kind: 'organization', action: 'created', subject: String(JSON.parse(String(name))) }];
  }
  const entries = new Map<string, AuditEntry>();
  for (const row of rows) {
    const table = tables[row.table];
    const values = row.after ?? row.before;
    if (table === undefined || values === null || (row.after === null && table.forgets === true)) continue;
    const subject = table.subject(tx, values, row.key);
    if (subject !== null) merge(entries, subject, actionOf(row, subject), changesOf(row, table, subject));
  }
  return withoutMereOrder([...entries.values()]);
}

/** Several rows may tell of one thing: its members, its settings. */
function merge(
  entries: Map<string, AuditEntry>,
  { kind, id, name }: Subject,
  action: AuditAction,
  changes: AuditChange[],
): void {
  const key = `${kind} ${id ?? name}`;
  const known = entries.get(key);
  if (known === undefined) {
    if (action !== 'changed' || changes.length > 0)
      entries.set(key, { kind, action, subject_id: id, subject: name, changes });
    return;
  }
  if (known.action === 'changed') known.action = action;
  for (const change of changes) mergeChange((known.changes ??= []), change);
}

/** People who come into a group one by one came together; a field that changes twice changed once. */
function mergeChange(changes: AuditChange[], change: AuditChange): void {
  const same = changes.find(({ field }) => field === change.field);
  if (same === undefined) changes.push(change);
  else if (membershipFields.has(change.field)) {
    same.from = bothOf(same.from, change.from);
    same.to = bothOf(same.to, change.to);
  } else if ('to' in same) same.to = change.to;
}

const bothOf = (one: unknown, other: unknown): unknown[] =>
  [one, other].flatMap((ids) => (Array.isArray(ids) ? (ids as unknown[]) : []));

/** Things that only moved up or down because others did are reported once, and not at all where one came or went. */
function withoutMereOrder(entries: AuditEntry[]): AuditEntry[] {
  const isMoved = ({ action, changes = [] }: AuditEntry): boolean =>
    action === 'changed' && changes.length > 0 && changes.every(({ field }) => field === 'position');
  const others = entries.filter((entry) => !isMoved(entry));
  const kinds = new Set(entries.filter(isMoved).map(({ kind }) => kind));
  const moved = [...kinds].filter((kind) => !others.some((entry) => entry.kind === kind));
  return [...others, ...moved.map((kind): AuditEntry => ({ kind, action: 'reordered' }))];
}

/** Columns that say whether a thing is in use, with the words for its ways out and back. */
const states: Record<string, { 0: AuditAction; 1: AuditAction }> = {
  is_active: { 0: 'deactivated', 1: 'reactivated' },
  deactivated: { 0: 'reactivated', 1: 'deactivated' },
  is_archived: { 0: 'unarchived', 1: 'archived' },
};

function actionOf({ table, before, after }: RowChange, { field, kind }: Subject): AuditAction {
  if (kind === 'password') return 'link_created';
  if (field !== undefined || table === 'bot_services') return 'changed';
  if (before === null || after === null) return after === null ? 'deleted' : 'created';
  if (before['invited_at'] !== after['invited_at']) return 'resent';
  for (const [column, words] of Object.entries(states))
    if (before[column] !== after[column]) return words[after[column] === 1 ? 1 : 0];
  return before['status'] === after['status'] ? 'changed' : (String(after['status']) as AuditAction);
}

function changesOf({ before, after }: RowChange, { columns }: AuditedTable, subject: Subject): AuditChange[] {
  const { field, fallback } = subject;
  if (field !== undefined && membershipFields.has(field)) {
    const ids = (row: RowChange['after']): unknown[] => Object.values(row ?? {});
    return [{ field, from: ids(before), to: ids(after) }];
  }
  const changes = Object.entries(columns).flatMap(([column, how]) => {
    const was = before?.[column] ?? null;
    const is = after?.[column] ?? null;
    if (how === 'context' || was === is) return [];
    if (how === 'settings') return settingChanges(was, is);
    const name = field ?? column;
    if (how === 'private' || looksSecret(name)) return [{ field: name }];
    const from = before === null && field !== undefined ? fallback : readable(was, how);
    return [{ field: name, from, to: readable(is, how) }];
  });
  // A thing that comes or goes records what there was to say of it, not what was never said.
  const isWhole = field === undefined && (before === null || after === null);
  return changes
    .filter(({ from, to }) => !isWhole || [from, to].some((value) => !isNothing(value)))
    .filter((change) => !('from' in change) || JSON.stringify(change.from) !== JSON.stringify(change.to))
    .map(shortened);
}

function settingChanges(was: unknown, is: unknown): AuditChange[] {
  const parsed = (value: unknown): Record<string, unknown> =>
    typeof value === 'string' ? (JSON.parse(value) as Record<string, unknown>) : {};
  const [from, to] = [parsed(was), parsed(is)];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));
}

function readable(value: unknown, how: AuditedTable['columns'][string]): unknown {
  if (value === null) return null;
  if (how === 'flag') return value === 1;
  if (how === 'json') return JSON.parse(String(value)) as unknown;
  // What follows the host of a webhook is often its password.
  if (how === 'address') return URL.canParse(String(value)) ? new URL(String(value)).origin : '';
  return value;
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false || value === 0;

function shortened(change: AuditChange): AuditChange {
  const short = (value: unknown): unknown => {
    const json = JSON.stringify(value) ?? 'null';
    return json.length > longestValue ? `${json.slice(0, longestValue)}…` : value;
  };
  if (!('from' in change)) return change;
  return { field: change.field, from: short(change.from), to: short(change.to) };
}
