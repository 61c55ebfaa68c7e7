/**
 * Ids that are kept free in each table for rows that are written beside the data: what the server writes after the reservation has ids
 * above them, so that both can be put together.
 */
import type { Reader, Transaction } from './transaction.ts';

export interface ReservedIds {
  /** The last id before, by table. */
  before: Readonly<Record<string, number>>;
  /** How many ids each table has for it. */
  count: number;
}

/** Its oldest entries are deleted by their distance from the newest id. */
const bounded = 'audit_log';

const numberedTables = (db: Reader): string[] =>
  db
    .all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' AND name <> ?",
      bounded,
    )
    .map(({ name }) => name);

const lastId = (db: Reader, table: string): number =>
  db.get<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', table)?.seq ?? 0;

function setLastId(tx: Transaction, table: string, id: number): void {
  tx.run('DELETE FROM sqlite_sequence WHERE name = ?', table);
  tx.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, id);
}

/** Keeps so many ids free in each table that numbers its rows, but the audit log. */
export function reserveIds(tx: Transaction, count: number): ReservedIds {
  const before = Object.fromEntries(numberedTables(tx).map((table) => [table, lastId(tx, table)]));
  for (const [table, last] of Object.entries(before)) setLastId(tx, table, last + count);
  return { before, count };
}

/** Whether the reservation was made in this state of the data. */
export const isReserved = (db: Reader, { before, count }: ReservedIds): boolean =>
  // A database at its very beginning numbers nothing yet.
  db.get("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'") !== undefined &&
  Object.entries(before).every(([table, last]) => lastId(db, table) >= last + count);

/** From here on, new rows get the reserved ids. @returns false where rows above them are there already. */
export function takeReservedIds(tx: Transaction, { before, count }: ReservedIds): boolean {
  const tables = Object.entries(before);
  if (tables.some(([table, last]) => lastId(tx, table) !== last + count)) return false;
  for (const [table, last] of tables) setLastId(tx, table, last);
  return true;
}

/** From here on, new rows get ids above the reserved ones. @returns false where these were not enough. */
export function endReservedIds(tx: Transaction, { before, count }: ReservedIds): boolean {
  const tables = Object.entries(before);
  if (tables.some(([table, last]) => lastId(tx, table) > last + count)) return false;
  for (const [table, last] of tables) setLastId(tx, table, last + count);
  return true;
}
