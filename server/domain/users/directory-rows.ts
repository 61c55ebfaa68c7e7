/** Accounts that sign in with the organization's directory: rows of the table directory_users. */
import type { Reader, Transaction } from '../../storage/database.ts';

export interface DirectoryRow {
  user_id: number;
  entry_key: string;
  dn: string;
  username: string;
  password_changed: string;
  is_gone: number;
}

/** undefined for an account that does not come from the directory. */
export const findDirectoryRow = (db: Reader, userId: number): DirectoryRow | undefined =>
  db.get<DirectoryRow>('SELECT * FROM directory_users WHERE user_id = ?', userId);

/** By what the directory never changes of an entry. */
export const findDirectoryRowByKey = (db: Reader, key: string): DirectoryRow | undefined =>
  db.get<DirectoryRow>('SELECT * FROM directory_users WHERE entry_key = ?', key);

/** All, by account. */
export const directoryRows = (db: Reader): DirectoryRow[] =>
  db.all<DirectoryRow>('SELECT * FROM directory_users ORDER BY user_id');

/** Writes the row of an account, if it differs. */
export function storeDirectoryRow(tx: Transaction, row: DirectoryRow): void {
  const known = findDirectoryRow(tx, row.user_id);
  if (known !== undefined && JSON.stringify(known) === JSON.stringify(row)) return;
  tx.run(
    'INSERT OR REPLACE INTO directory_users (user_id, entry_key, dn, username, password_changed, is_gone) VALUES (?, ?, ?, ?, ?, ?)',
    row.user_id,
    row.entry_key,
    row.dn,
    row.username,
    row.password_changed,
    row.is_gone,
  );
}
