/**
 * Schema migrations: numbered SQL files, each applied as one journalled transaction and recorded with its checksum.
 * A database with a migration this program does not know is of a newer version and is refused, unharmed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { phrase } from '../translation.ts';
import type { Engine, SqlValue } from './engine.ts';
import { StartRefusedError, StorageError } from './errors.ts';
import { refuseWithoutRoom } from './id-room.ts';
import { newerVersion } from './snapshot.ts';

export interface Migration {
  number: number;
  name: string;
  sql: string;
  /** Beginnings of the checksums of the migrations 1 to `number` that this one replaces: databases with all of them have it. */
  replaces?: readonly string[];
}

interface AppliedMigration {
  number: number;
  name: string;
  checksum: string;
}

const table = 'schema_migrations';
const createTable = `CREATE TABLE ${table} (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL)`;

/** The migrations that belong to this program: beside this file, or where the build put them. */
export function shippedMigrations(): Migration[] {
  const places = ['./migrations', '../migrations', './storage/migrations'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const folder = places.find((place) => existsSync(place));
  if (folder === undefined)
    throw new StorageError('failed', `The migrations are missing; looked in ${places.join(', ')}.`);
  return readMigrations(folder);
}

/** Reads `NNNN-name.sql` files in order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, number, name] = /^(\d{4})-(.+)\.sql$/.exec(file) ?? [];
      if (number === undefined || name === undefined) return [];
      const sql = readFileSync(join(folder, file), 'utf8');
      const replaces = /^-- Replaces [^:\n]*: ([0-9a-f ]+)$/m.exec(sql)?.[1]?.split(' ');
      return [{ number: Number(number), name, sql, ...(replaces && { replaces }) }];
    });
}

/**
 * The migrations a database still needs.
 * @throws StartRefusedError `older-version`, `newer-version`, `changed-history`, or `foreign` for a database that has no room for new rows
 */
export function pendingMigrations(engine: Engine, known: readonly Migration[], folder: string): Migration[] {
  refuseOlder(engine, known, folder);
  const applied = inTodaysTerms(appliedMigrations(engine), known);
  for (const { number, name, checksum } of applied) {
    const migration = known.find((one) => one.number === number);
    if (!migration && number > lastNumber(known)) throw newerVersion(folder);
    if (!migration || migrationChecksum(migration) !== checksum) {
      const text = phrase(
        `${folder} was made with another migration ${number} (${name}) than this program has; use the program that made it.`,
      );
      throw new StartRefusedError('changed-history', text);
    }
  }
  refuseWithoutRoom(engine, folder);
  return known.filter(({ number }) => number > (applied.at(-1)?.number ?? 0));
}

/**
 * @param what the folder or backup that the database is of
 * @throws StartRefusedError `older-version` for a database with only some of the migrations that the first of these replaces
 */
export function refuseOlder(engine: Engine, known: readonly Migration[], what: string): void {
  const applied = appliedMigrations(engine);
  const count = countReplaced(applied, known);
  if (count === 0 || count < applied.length || count === known[0]?.replaces?.length) return;
  throw new StartRefusedError(
    'older-version',
    `${what} was written by a version of Hearth from before November 24, 2026, which this version cannot bring up to date; nothing was changed. Start it once with a version of November 26, 2026, and then with this one.`,
  );
}

/** How many of the first applied migrations are those that the first known one replaces, in their order. */
function countReplaced(applied: readonly AppliedMigration[], [first]: readonly Migration[]): number {
  const replaces = first?.replaces ?? [];
  const other = replaces.findIndex((beginning, index) => applied[index]?.checksum.startsWith(beginning) !== true);
  return other === -1 ? replaces.length : other;
}

/** What was applied, with the first known migration in place of all those that it replaces. */
function inTodaysTerms(applied: AppliedMigration[], known: readonly Migration[]): AppliedMigration[] {
  const [first] = known;
  const count = countReplaced(applied, known);
  if (first === undefined || count === 0 || count !== first.replaces?.length) return applied;
  return [{ number: first.number, name: first.name, checksum: migrationChecksum(first) }, ...applied.slice(count)];
}

/** Whether a database has been made by migrations of these alone. */
export function isMadeBy(engine: Engine, known: readonly Migration[]): boolean {
  const checksums = new Map(known.map((migration) => [migration.number, migrationChecksum(migration)]));
  return inTodaysTerms(appliedMigrations(engine), known).every(
    ({ number, checksum }) => checksums.get(number) === checksum,
  );
}

/** Says of all migrations that they were applied now. `now` in UNIX seconds. */
export function dateMigrations(run: (sql: string, ...params: SqlValue[]) => unknown, now: number): void {
  run(`UPDATE ${table} SET applied_at = ?`, now);
}

/** Applies one migration inside a transaction. `now` in UNIX seconds. */
export function applyMigration(
  run: (sql: string, ...params: SqlValue[]) => unknown,
  migration: Migration,
  now: number,
  first: boolean,
): void {
  if (first) run(createTable);
  for (const statement of splitStatements(migration.sql)) run(statement);
  const record = `INSERT INTO ${table} (number, name, checksum, applied_at) VALUES (?, ?, ?, ?)`;
  run(record, migration.number, migration.name, migrationChecksum(migration), now);
}

/** Number of the last migration applied; 0 for a new database. */
export function dataVersion(engine: Engine): number {
  return appliedMigrations(engine).at(-1)?.number ?? 0;
}

export function lastNumber(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.number ?? 0;
}

function appliedMigrations(engine: Engine): AppliedMigration[] {
  const exists = engine.get('SELECT 1 FROM sqlite_schema WHERE type = ? AND name = ?', ['table', table]);
  return exists ? engine.all<AppliedMigration>(`SELECT number, name, checksum FROM ${table} ORDER BY number`, []) : [];
}

function migrationChecksum(migration: Migration): string {
  // A checkout on Windows may have other line ends: that is the same migration.
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex');
}

/** Splits a script into its statements, without comments. Knows strings, quoted names and trigger bodies. */
export function splitStatements(script: string): string[] {
  const tokens = script.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\w+|[\s\S]/g) ?? [];
  const statements: string[] = [];
  let current = '';
  let insideTrigger = false;
  let cases = 0;
  for (const token of tokens) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    const word = token.toLowerCase();
    if (word === 'trigger' && /^\s*create\s+(temp\w*\s+)?$/i.test(current)) insideTrigger = true;
    if (word === 'case') cases += 1;
    const endsTrigger = word === 'end' && cases === 0;
    if (word === 'end' && cases > 0) cases -= 1;
    if (insideTrigger && endsTrigger) insideTrigger = false;
    if (token === ';' && !insideTrigger) {
      if (current.trim()) statements.push(current.trim());
      current = '';
    } else current += token;
  }
  if (current.trim()) statements.push(current.trim());
  return statements;
}
