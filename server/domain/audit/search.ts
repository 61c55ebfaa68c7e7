/** Finding entries of the audit log by words. */
import { folded, lowered } from '../../narrow/fold.ts';
import type { Reader } from '../../storage/database.ts';
import { auditRows, type AuditFilter, type AuditRow } from './rows.ts';

/** So many rows are looked through at a time. */
const atOnce = 500;

/**
 * @param text words that all have to stand in an entry, without regard to case and accents.
 * @returns the newest entries, and whether there are more.
 */
export function searchAuditLog(
  db: Reader,
  filter: AuditFilter & { text?: string | undefined },
  limit: number,
): { rows: AuditRow[]; hasMore: boolean } {
  const words = wordsOf(filter.text ?? '');
  const rows: AuditRow[] = [];
  let { beforeId } = filter;
  for (;;) {
    const batch = auditRows(db, { ...filter, beforeId }, atOnce);
    for (const row of batch) if (words.length === 0 || holds(row, words)) rows.push(row);
    const last = batch.at(-1);
    if (rows.length > limit) return { rows: rows.slice(0, limit), hasMore: true };
    if (batch.length < atOnce || last === undefined) return { rows, hasMore: false };
    beforeId = last.id;
  }
}

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
