/**
 * One SQLite database in memory, through sql.js: prepared statements cached by their text, rows as plain objects,
 * typed errors. The only file that imports sql.js. Knows nothing of disks, journals or groups.
 */
import { createRequire } from 'node:module';
import type initialize from 'sql.js';
import type { Database, SqlJsStatic, Statement } from 'sql.js';
import { StorageError } from './errors.ts';
import { copyToImage, type MemoryImage } from './memory-image.ts';
import { RememberedRows, type RowValues } from './remembered-rows.ts';
import { Remembered } from './remembered.ts';
import { Schema } from './schema.ts';
import { checkParams, toObject } from './sql-values.ts';
import { typedError } from './sqlite-errors.ts';
import { checkStatement, type StatementFacts, type StatementUse } from './statement-rules.ts';

/** Required: of what is imported Node would first read the source for its exports, which takes 18 ms and 7 MiB here. */
const initSqlJs = createRequire(import.meta.url)('sql.js') as typeof initialize;

export type SqlValue = string | number | null | Uint8Array;

interface Prepared {
  statement: Statement;
  facts: StatementFacts;
  columns: string[] | undefined;
  /** Tables that a read may read; undefined until they are asked for. */
  tables: readonly string[] | undefined;
}

// Far above what the server's own texts need: only searches build SQL on the fly.
const keptStatements = 1000;
let library: Promise<SqlJsStatic> | undefined;
/** A database without tables, made once: each new one begins as a copy. */
let emptyBytes: Uint8Array | undefined;

export class Engine {
  readonly image: MemoryImage;
  readonly #db: Database;
  readonly #reads = new Map<string, Prepared>();
  readonly #writes = new Map<string, Prepared>();
  readonly #control = new Map<string, Statement>();
  readonly remembered = new Remembered();
  readonly #rememberedRows = new RememberedRows(this.remembered);
  /** How many statements have run, reads and writes. */
  statements = 0;
  #beforeFirstWrite: { make: (table: string | null) => void; made: Set<string | null> } | undefined;
  /** Since the last commit. */
  #hasNewSchema = false;
  readonly #schema = new Schema((sql) => this.#rows(this.#prepare(sql, 'read'), [], Infinity));

  private constructor(db: Database, image: MemoryImage) {
    this.#db = db;
    this.image = image;
    // No spilling: an uncommitted page never reaches the image, so a rollback never has to shrink (and copy) it.
    // The rollback journal stays in memory; nothing in here is ever synced, the journal outside is.
    db.exec(`PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; PRAGMA temp_store=MEMORY;
             PRAGMA cache_spill=OFF; PRAGMA cache_size=-32768; PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF`);
  }

  /** Opens an image, or a new empty database. */
  static async open(image?: MemoryImage): Promise<Engine> {
    library ??= initSqlJs();
    const sql = await library;
    const used = image ?? copyToImage((emptyBytes ??= makeEmpty(sql)));
    return new Engine(new sql.Database(used.source), used);
  }

  /** Size of the image in bytes, after the last commit. */
  imageBytes(): number {
    const pages = this.all<{ page_count: number }>('PRAGMA page_count', [])[0]?.page_count ?? 0;
    const size = this.all<{ page_size: number }>('PRAGMA page_size', [])[0]?.page_size ?? 0;
    return pages * size;
  }

  all<T>(sql: string, params: readonly SqlValue[]): T[] {
    return this.#rows<T>(this.#prepareRead(sql), params, Infinity);
  }

  get<T>(sql: string, params: readonly SqlValue[]): T | undefined {
    return this.#rows<T>(this.#prepareRead(sql), params, 1)[0];
  }

  /** Values made of single rows (remembered-rows.ts). */
  rememberRows<T>(ids: readonly number[], of: RowValues<T>): Map<number, T> {
    return this.#rememberedRows.get(ids, of);
  }

  /** Ends what read the version of a name that is no table. */
  outdate(name: string): void {
    this.remembered.wrote(name);
  }

  /** Runs `make` before the first write of each table, and again where a rollback may have undone it; null: the table cannot be reported. */
  beforeFirstWrite(make: (table: string | null) => void): void {
    this.#beforeFirstWrite = { make, made: new Set() };
  }

  /** Runs statements that change nothing of the database itself, only what this connection has beside it. */
  runBeside(script: string): void {
    try {
      this.#db.run(script);
    } catch (error) {
      throw typedError(error, script);
    }
  }

  /** Runs one write. `lastId` is the rowid of the last inserted row, 0 when the statement inserts nothing. */
  run(sql: string, params: readonly SqlValue[]): { changes: number; lastId: number } {
    const prepared = this.#prepare(sql, 'write');
    this.#beforeWrite(prepared.facts);
    this.#rows(prepared, params, Infinity);
    const changes = this.#changesOf(prepared.facts);
    return { changes, lastId: prepared.facts.inserts ? this.#lastId() : 0 };
  }

  /** Runs one write with RETURNING and gives its rows. */
  returning<T>(sql: string, params: readonly SqlValue[]): { rows: T[]; changes: number } {
    const prepared = this.#prepare(sql, 'write');
    if (!prepared.facts.returnsRows) throw new StorageError('misuse', `No RETURNING in: ${sql.slice(0, 200)}`);
    this.#beforeWrite(prepared.facts);
    return { rows: this.#rows<T>(prepared, params, Infinity), changes: this.#db.getRowsModified() };
  }

  /** Runs a write again, as the journal recorded it; gives the rows it changed. */
  replay(sql: string, params: readonly SqlValue[]): number {
    const prepared = this.#prepare(sql, 'write');
    this.#forgetWhatIsMadeOf(prepared.facts);
    this.#rows(prepared, params, Infinity);
    return this.#changesOf(prepared.facts);
  }

  /** The table that a statement which has run wrote; null where none can be reported. */
  writtenTable = (sql: string): string | null => this.#writes.get(sql)?.facts.table ?? null;

  begin(): void {
    this.#step('BEGIN');
  }

  commit(): void {
    this.#step('COMMIT');
    this.#hasNewSchema = false;
    this.remembered.decided();
  }

  rollback(): void {
    this.#undone();
    this.#step('ROLLBACK');
    if (this.#hasNewSchema) this.#forgetSchema();
    this.#hasNewSchema = false;
    this.remembered.decided();
  }

  /** For when SQLite may have rolled back on its own. */
  rollbackIfOpen(): void {
    try {
      this.rollback();
    } catch (error) {
      if (!(error instanceof StorageError) || !error.message.includes('no transaction is active')) throw error;
    }
  }

  /** Opens a savepoint; there is one level of them. */
  savepoint(): void {
    this.#step('SAVEPOINT one');
  }

  releaseSavepoint(): void {
    this.#step('RELEASE one');
  }

  rollbackToSavepoint(): void {
    this.#undone();
    this.#step('ROLLBACK TO one');
    this.#step('RELEASE one');
    if (this.#hasNewSchema) this.#forgetSchema();
  }

  close(): void {
    this.#db.close();
  }

  #changesOf({ changesSchema }: StatementFacts): number {
    if (!changesSchema) return this.#db.getRowsModified();
    this.#hasNewSchema = true;
    this.#forgetSchema();
    return 0;
  }

  #lastId(): number {
    const statement = this.#controlStatement('SELECT last_insert_rowid()');
    statement.step();
    const id = statement.get()[0];
    statement.reset();
    return typeof id === 'number' ? id : 0;
  }

  #step(sql: string): void {
    const statement = this.#controlStatement(sql);
    try {
      statement.step();
    } catch (error) {
      throw typedError(error, sql);
    } finally {
      statement.reset();
    }
  }

  #controlStatement(sql: string): Statement {
    let statement = this.#control.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#control.set(sql, statement);
    }
    return statement;
  }

  #prepareRead(sql: string): Prepared {
    const prepared = this.#prepare(sql, 'read');
    if (this.remembered.isRecording) this.remembered.read((prepared.tables ??= this.#schema.tablesIn(sql)));
    return prepared;
  }

  #prepare(sql: string, use: StatementUse): Prepared {
    const cache = use === 'read' ? this.#reads : this.#writes;
    const known = cache.get(sql);
    if (known) return known;
    const facts = checkStatement(sql, use);
    let statement: Statement;
    try {
      statement = this.#db.prepare(sql);
    } catch (error) {
      throw typedError(error, sql);
    }
    const prepared = { statement, facts, columns: undefined, tables: undefined };
    cache.set(sql, prepared);
    if (cache.size > keptStatements) {
      const [oldest, dropped] = cache.entries().next().value ?? [];
      if (oldest !== undefined) cache.delete(oldest);
      dropped?.statement.free();
    }
    return prepared;
  }

  #rows<T>(prepared: Prepared, params: readonly SqlValue[], limit: number): T[] {
    const { statement, facts } = prepared;
    checkParams(params, facts.parameters);
    this.statements += 1;
    const rows: T[] = [];
    try {
      statement.bind(params as SqlValue[]);
      while (statement.step()) {
        prepared.columns ??= statement.getColumnNames();
        rows.push(toObject(prepared.columns, statement.get()) as T);
        if (rows.length >= limit) break;
      }
    } catch (error) {
      throw typedError(error, statement.getSQL());
    } finally {
      statement.reset();
    }
    return rows;
  }

  #undone(): void {
    this.remembered.undone();
    this.#beforeFirstWrite?.made.clear();
  }

  #beforeWrite(facts: StatementFacts): void {
    this.#forgetWhatIsMadeOf(facts);
    const first = this.#beforeFirstWrite;
    if (first === undefined || facts.changesSchema || first.made.has(facts.table)) return;
    first.make(facts.table);
    first.made.add(facts.table);
  }

  #forgetWhatIsMadeOf({ table }: StatementFacts): void {
    // While nothing is remembered, what depends on a table is not looked up: a new folder would have it for each of its migrations.
    const isAny = table === null || (!this.#schema.areDependentsKnown && this.remembered.isEmpty);
    this.remembered.wrote(isAny ? null : table);
    if (isAny) return;
    for (const dependent of this.#schema.dependentsOf(table)) this.remembered.wrote(dependent);
  }

  /** After a change of schema `SELECT *` may give other columns, and a word may be a table. */
  #forgetSchema(): void {
    this.#schema.forget();
    for (const cache of [this.#reads, this.#writes])
      for (const prepared of cache.values()) prepared.columns = prepared.tables = undefined;
  }
}

function makeEmpty(sql: SqlJsStatic): Uint8Array {
  const seed = new sql.Database();
  seed.exec('PRAGMA user_version=1');
  const bytes = seed.export();
  seed.close();
  return bytes;
}
