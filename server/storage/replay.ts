/** Writing again what a transaction wrote. */
import type { Engine } from './engine.ts';
import { StorageError } from './errors.ts';
import type { JournalTransaction } from './records.ts';

/**
 * Runs the statements of a transaction in the database as it was before it.
 * @throws StorageError where they do not give what they gave then
 */
export function replayTransaction(engine: Engine, { statements, changes }: JournalTransaction): void {
  let changed = 0;
  for (const { sql, params } of statements) changed += engine.replay(sql, params);
  if (changed !== changes) throw new StorageError('sql', `it changed ${changed} rows instead of ${changes}`);
}
