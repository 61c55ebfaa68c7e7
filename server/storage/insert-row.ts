/**
 * Writes one row of any table: for an import, which builds whole organizations as a restore does. Everything else writes a table by
 * the noun that owns it.
 */
import type { SqlValue } from './engine.ts';
import type { Transaction } from './transaction.ts';

/** Texts of statements by table and columns: making one takes longer than running it. */
const statements = new Map<string, string>();

/**
 * @param row by column; booleans become 0 and 1.
 * @param or what to do with a row that breaks a rule of uniqueness; without it that is an error.
 * @returns the rowid of the row; undefined when it was left out.
 */
export function insertRow(
  tx: Transaction,
  table: string,
  row: Readonly<Record<string, SqlValue | boolean>>,
  or: '' | 'OR IGNORE' | 'OR REPLACE' = '',
): number | undefined {
  const columns = Object.keys(row);
  const key = `${or} ${table} ${columns.join()}`;
  const sql =
    statements.get(key) ??
    `INSERT ${or} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  statements.set(key, sql);
  const values = Object.values(row).map((value) => (typeof value === 'boolean' ? Number(value) : value));
  const { changes, lastId } = tx.run(sql, ...values);
  return changes === 0 ? undefined : lastId;
}
