/** SQLite errors as storage errors. */
import { messageOf } from '../errors.ts';
import { StorageError } from './errors.ts';

export function typedError(error: unknown, sql: string): StorageError {
  if (error instanceof StorageError) return error;
  const message = messageOf(error);
  const columns = /constraint failed: (.+)$/.exec(message)?.[1]?.split(', ') ?? [];
  if (message.startsWith('UNIQUE constraint failed'))
    return new StorageError('unique', message, { columns, cause: error });
  if (message.startsWith('NOT NULL constraint failed'))
    return new StorageError('not-null', message, { columns, cause: error });
  if (message.startsWith('FOREIGN KEY constraint failed'))
    return new StorageError('foreign-key', message, { cause: error });
  if (message.startsWith('CHECK constraint failed')) return new StorageError('check', message, { cause: error });
  return new StorageError('sql', `${message} in: ${sql.trim().slice(0, 300)}`, { cause: error });
}
