/**
 * Room for new ids: a database that numbers its rows close to the largest number refuses every new row, or gives ids that JavaScript
 * cannot tell apart. Hearth never gives such ids; a crafted or damaged file can have them, and no server starts on it.
 */
import type { Engine } from './engine.ts';
import { StartRefusedError } from './errors.ts';

/**
 * Ids above leave no room. Lists of unread messages store an id and seven bits of flags in one number, which is exact up to 2^53;
 * imports keep ids up to 2^40.
 */
const highestId = 2 ** 45;

/** @returns a table whose next row would get no usable id; undefined when every table has room */
export function tableWithoutRoom(engine: Engine): string | undefined {
  const schema = engine.all<{ name: string; sql: string | null }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'table'`,
    [],
  );
  const isNumbered = schema.some(({ name }) => name === 'sqlite_sequence');
  const counted = isNumbered
    ? engine.get<{ name: string }>(
        `SELECT name FROM sqlite_sequence WHERE name IS NOT NULL AND (typeof(seq) <> 'integer' OR seq > ?)`,
        [highestId],
      )?.name
    : undefined;
  return counted ?? schema.find((table) => hasRowid(table) && highestIn(engine, table.name) > highestId)?.name;
}

/** @param what the folder that the database is of. @throws StartRefusedError `foreign` */
export function refuseWithoutRoom(engine: Engine, what: string): void {
  const table = tableWithoutRoom(engine);
  if (table === undefined) return;
  throw new StartRefusedError(
    'foreign',
    `${what} cannot be used: the rows of its table ${table} have numbers that Hearth never gives, and none are left for new rows. Nothing was changed. Restore a backup into an empty folder.`,
  );
}

const hasRowid = ({ sql }: { sql: string | null }): boolean =>
  sql !== null && !/\bWITHOUT\s+ROWID\b/i.test(sql) && !/^\s*CREATE\s+VIRTUAL\b/i.test(sql);

const highestIn = (engine: Engine, table: string): number =>
  engine.get<{ id: number | null }>(`SELECT max(rowid) AS id FROM "${table.replaceAll('"', '""')}"`, [])?.id ?? 0;
