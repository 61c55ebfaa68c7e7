/** Accounts that sign in with the organization's directory: rows of the table directory_users. */
import type { Reader, Transaction } from '../../storage/database.ts';

export interface DirectoryRow {
  user_id: number;
  entry_key: string;
  dn: string;
  username: string;
  password_changed: string;
  is_gone: number;
  /** Of the entry, as the directory has it, when its picture was read; '' = never. */
  entry_changed: string;
  /** SHA-256 of the last picture; '' = none. */
  picture_hash: string;
  /** The account's `avatar_file` that was made of it. */
  picture_file: string | null;
  /** JSON: values by the id of their profile field. */
  given_profile: string;
}

const columns = [
  'user_id',
  'entry_key',
  'dn',
  'username',
  'password_changed',
  'is_gone',
  'entry_changed',
  'picture_hash',
  'picture_file',
  'given_profile',
] as const;

/** What a row begins with. */
const fresh = { entry_changed: '', picture_hash: '', picture_file: null, given_profile: '{}' };

/** undefined for an account that does not come from the directory. */
export const findDirectoryRow = (db: Reader, userId: number): DirectoryRow | undefined =>
  db.get<DirectoryRow>('SELECT * FROM directory_users WHERE user_id = ?', userId);

/** By what the directory never changes of an entry. */
export const findDirectoryRowByKey = (db: Reader, key: string): DirectoryRow | undefined =>
  db.get<DirectoryRow>('SELECT * FROM directory_users WHERE entry_key = ?', key);

/** By the name that the directory knows the user by, without regard to case. */
export const findDirectoryRowByName = (db: Reader, name: string): DirectoryRow | undefined =>
  db.get<DirectoryRow>('SELECT * FROM directory_users WHERE lower(username) = lower(?)', name);

/** All, by account. */
export const directoryRows = (db: Reader): DirectoryRow[] =>
  db.all<DirectoryRow>('SELECT * FROM directory_users ORDER BY user_id');

/** Writes columns of the row of an account, if they differ; the first time all that have no default. */
export function storeDirectoryRow(tx: Transaction, row: Pick<DirectoryRow, 'user_id'> & Partial<DirectoryRow>): void {
  const known = findDirectoryRow(tx, row.user_id);
  const now = { ...fresh, ...known, ...row };
  if (known !== undefined && columns.every((column) => known[column] === now[column])) return;
  tx.run(
    `INSERT OR REPLACE INTO directory_users (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...columns.map((column) => now[column] ?? null),
  );
}
