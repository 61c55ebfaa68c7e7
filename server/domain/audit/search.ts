/** Finding entries of the audit log by words. */
import { folded, lowered } from '../../narrow/fold.ts';
import { unitsOfAnalysis, Work } from '../../narrow/work.ts';
import type { Reader } from '../../storage/database.ts';
import { auditRows, type AuditFilter, type AuditRow } from './rows.ts';

/** So many rows are read at a time. */
const atOnce = 100;

/** What an answer with entries depends on. */
export const auditDependencies = { audit_log: 'grows' } as const;

/**
 * Looks through entries in steps.
 * @param text words that all have to stand in an entry, without regard to case and accents.
 * @returns the newest entries, and whether there are more.
 */
export function* searchAuditLog(
  db: Reader,
  filter: AuditFilter & { text?: string | undefined },
  limit: number,
): Generator<void, { rows: AuditRow[]; hasMore: boolean }> {
  const words = wordsOf(filter.text ?? '');
  const work = new Work();
  const rows: AuditRow[] = [];
  let { beforeId } = filter;
  for (;;) {
    const batch = auditRows(db, { ...filter, beforeId }, atOnce);
    for (const row of batch) {
      if (words.length === 0 || holds(row, words)) rows.push(row);
      if (work.did((longestPart + row.changes.length) * unitsOfAnalysis)) yield;
    }
    const last = batch.at(-1);
    if (rows.length > limit) return { rows: rows.slice(0, limit), hasMore: true };
    if (batch.length < atOnce || last === undefined) return { rows, hasMore: false };
    beforeId = last.id;
  }
}

/** Letters of an entry beside its changes. */
const longestPart = 200;

function holds(row: AuditRow, words: readonly string[]): boolean {
  const said = [
    row.subject,
    row.user_name,
    row.kind,
    row.action,
    row.changes,
    row.operation,
    row.client,
    row.address,
    row.via,
  ];
  const text = wordsOf(said.join(' ')).join(' ');
  return words.every((word) => text.includes(word));
}

/** Names of fields are several words, and the signs of JSON are none. */
const wordsOf = (text: string): string[] =>
  text
    .split(/[\s_"{}[\]:,]+/)
    .filter((word) => word !== '')
    .map((word) => folded(lowered(word)));
