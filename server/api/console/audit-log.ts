/** The audit log, for owners: who changed what, when, from what to what. */
import { z } from 'zod';
import { auditEntryShape, type AuditEntryWire } from '../../contract/shapes/audit-log.ts';
import { auditKinds, keptEntries, type AuditChange, type AuditRow } from '../../domain/audit/rows.ts';
import { auditDependencies, searchAuditLog } from '../../domain/audit/search.ts';
import { RawAnswer } from '../../http/endpoint.ts';
import { int, oneOf, text } from '../../http/params.ts';
import { dispositionHeader } from '../../uploads/types.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: server';

const filters = {
  text: text({ max: 200 }).optional().describe('Words that all stand in an entry; case and accents do not matter.'),
  user_id: int({ min: 1 }).optional().describe('Who did it, or whom it is about.'),
  kind: oneOf([...auditKinds]).optional(),
  since: int({ min: 0 }).optional().describe('UNIX seconds.'),
  until: int({ min: 0 }).optional().describe('UNIX seconds.'),
};

interface Filters {
  text?: string | undefined;
  user_id?: number | undefined;
  kind?: (typeof auditKinds)[number] | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

const filterOf = ({ user_id: userId, ...rest }: Filters) => ({ ...rest, userId });

export const getAuditLog = endpoint({
  method: 'GET',
  path: '/console/audit_log',
  access: 'owner',
  summary: 'Who changed what of the organization and its server: the newest entries first.',
  personal: false,
  answer: { entries: z.array(auditEntryShape), has_more: z.boolean() },
  params: {
    ...filters,
    before: int({ min: 1 }).optional().describe('The id of the last entry of the page before.'),
    limit: int({ min: 1, max: 500 }).default(100),
  },
  run: ({ readInSlices, params }) =>
    readInSlices(function* ({ db }) {
      const found = yield* searchAuditLog(db, { ...filterOf(params), beforeId: params.before }, params.limit);
      return { entries: found.rows.map(entryWire), has_more: found.hasMore };
    }, auditDependencies),
});

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/console/audit_log/export',
  access: 'owner',
  summary: 'The audit log as a file.',
  personal: false,
  answer: 'file',
  params: { ...filters, format: oneOf(['csv', 'json']).default('csv') },
  run: ({ readInSlices, params }) =>
    readInSlices(function* ({ db }) {
      const { rows } = yield* searchAuditLog(db, filterOf(params), keptEntries);
      const isCsv = params.format === 'csv';
      const type = isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
      return new RawAnswer({
        headers: {
          'Content-Type': type,
          'Content-Disposition': dispositionHeader(`audit-log.${params.format}`, type, true),
          'Cache-Control': 'no-store',
        },
        body: yield* isCsv ? csv(rows) : json(rows),
      });
    }, auditDependencies),
});

function entryWire({ changes, ...row }: AuditRow): AuditEntryWire {
  return { ...row, changes: JSON.parse(changes) as AuditChange[] };
}

const heads = [
  'time',
  'user',
  'user_id',
  'via',
  'client',
  'address',
  'operation',
  'kind',
  'action',
  'subject',
  'subject_id',
  'changes',
];

/** Entries that are written in one step. */
const entriesAtOnce = 500;

/** Writes entries in steps, as `write` writes some of them. */
function* inSteps(
  rows: readonly AuditRow[],
  write: (entries: readonly AuditEntryWire[]) => string,
): Generator<void, string[]> {
  const parts: string[] = [];
  for (let from = 0; from < rows.length; from += entriesAtOnce) {
    if (from > 0) yield;
    parts.push(write(rows.slice(from, from + entriesAtOnce).map(entryWire)));
  }
  return parts;
}

const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function* csv(rows: readonly AuditRow[]): Generator<void, string> {
  const parts = yield* inSteps(rows, (entries) => entries.map((entry) => csvLine(lineOf(entry))).join(''));
  // The mark at the beginning has spreadsheets read it as UTF-8.
  return `\uFEFF${csvLine(heads)}${parts.join('')}`;
}

function* json(rows: readonly AuditRow[]): Generator<void, string> {
  // Without the brackets of each part.
  const parts = yield* inSteps(rows, (entries) => JSON.stringify(entries, null, 2).slice(1, -2));
  return parts.length === 0 ? '[]' : `[${parts.join(',')}\n]`;
}

function lineOf(entry: AuditEntryWire): string[] {
  return [
    new Date(entry.at * 1000).toISOString(),
    entry.user_name,
    entry.user_id,
    entry.via,
    entry.client,
    entry.address,
    entry.operation,
    entry.kind,
    entry.action,
    entry.subject,
    entry.subject_id,
    entry.changes.map(changeText).join('; '),
  ].map(cell);
}

function changeText(change: AuditEntryWire['changes'][number]): string {
  if (!('from' in change)) return `${change.field}: changed`;
  return `${change.field}: ${JSON.stringify(change.from ?? null)} -> ${JSON.stringify(change.to ?? null)}`;
}

/** A spreadsheet takes what begins with one of these for a formula: names are other people's words. */
function cell(value: string | number | null): string {
  const plain = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
