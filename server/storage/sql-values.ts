/** Parameter and result values of SQL statements. */
import { StorageError } from './errors.ts';

/** @throws StorageError `misuse` for values that SQLite would not give back as they are, or too many or few of them. */
export function checkParams(params: readonly unknown[], expected: number | undefined): void {
  if (expected !== undefined && params.length !== expected) {
    throw new StorageError('misuse', `The statement has ${expected} parameters, ${params.length} were given.`);
  }
  for (const value of params) {
    const type = typeof value;
    if (
      type === 'string'
        ? !(value as string).includes('\0')
        : type === 'number'
          ? !Number.isNaN(value)
          : value === null || value instanceof Uint8Array
    )
      continue;
    // SQLite would read a text back only up to its null byte, and keep NaN as NULL: neither may pass silently.
    throw new StorageError('misuse', `A value of type ${type} cannot be stored: ${JSON.stringify(value)}`);
  }
}

/** One row by its columns. */
export function toObject(columns: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
  return row;
}
