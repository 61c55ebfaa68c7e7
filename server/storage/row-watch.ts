/**
 * Watcher for changed rows of chosen tables in a transaction, from what to what, before it ends. Triggers of this connection note
 * them in a temporary table: no statement can go past them, and neither they nor the notes are in the database or its journal.
 * They are made with the first write of their table: all of them were a tenth of a start, of which most write none of these tables.
 */
import type { Engine, SqlValue } from './engine.ts';
import type { Transaction, WriteView } from './transaction.ts';

export interface WatchedTable {
  table: string;
  /** The column that names a row. */
  key: string;
  /** Columns of which a change counts; insertions and deletions of rows count always. */
  columns: readonly string[];
}

type Values = Readonly<Record<string, SqlValue>>;

/** A row as it was and as it is now; null = it was not there, or is no more. */
export interface RowChange {
  table: string;
  key: string | number;
  before: Values | null;
  after: Values | null;
}

export interface RowWatch {
  tables: readonly WatchedTable[];
  /** Is given the changes of a transaction in their order, and may write with it. If it throws, nothing has happened. */
  changed(tx: Transaction, changes: readonly RowChange[]): void;
}

interface Note {
  table_name: string;
  row_key: string | number;
  before: string | null;
  after: string | null;
}

export class WatchedRows {
  readonly #engine: Engine;
  readonly #watch: RowWatch;
  readonly #tables: ReadonlySet<string>;

  /** @param engine with the whole schema: it is not changed under a watch. */
  constructor(engine: Engine, watch: RowWatch) {
    this.#engine = engine;
    this.#watch = watch;
    this.#tables = new Set(watch.tables.map(({ table }) => table));
    engine.runBeside('CREATE TEMP TABLE changed_rows (id INTEGER PRIMARY KEY, table_name, row_key, before, after)');
    engine.beforeFirstWrite((written) => {
      const concerned = watch.tables.filter(({ table }) => written === null || table === written);
      if (concerned.length > 0) engine.runBeside(concerned.flatMap(triggers).join(';\n'));
    });
  }

  /** Hands over what a transaction has changed, when its function has returned. */
  tell(tx: WriteView): void {
    // Most transactions write none of these tables: they pay nothing.
    if (!tx.statements.some(({ sql }) => this.#concerns(sql))) return;
    const changes = notedChanges(tx);
    if (changes.length === 0) return;
    this.forget();
    this.#watch.changed(tx, changes);
  }

  /** Drops the notes: what they say has been reported. */
  forget(): void {
    this.#engine.run('DELETE FROM changed_rows', []);
  }

  /** A statement whose table cannot be reported may have written any. */
  #concerns(sql: string): boolean {
    const table = this.#engine.writtenTable(sql);
    return table === null || this.#tables.has(table);
  }
}

/** What a transaction has changed so far, in a database that is watched. */
export function notedChanges(tx: Transaction): RowChange[] {
  return tx.all<Note>('SELECT table_name, row_key, before, after FROM changed_rows ORDER BY id').map(changeOf);
}

function changeOf({ table_name: table, row_key: key, before, after }: Note): RowChange {
  const values = (text: string | null): Values | null => (text === null ? null : (JSON.parse(text) as Values));
  return { table, key, before: values(before), after: values(after) };
}

function triggers({ table, key, columns }: WatchedTable): string[] {
  const row = (name: 'OLD' | 'NEW'): string =>
    `json_object(${columns.map((column) => `'${column}', ${name}.${column}`).join(', ')})`;
  const differs = columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ');
  const note = (keyOf: 'OLD' | 'NEW', before: string, after: string): string =>
    `BEGIN INSERT INTO changed_rows (table_name, row_key, before, after) VALUES ('${table}', ${keyOf}.${key}, ${before}, ${after}); END`;
  return [
    `CREATE TEMP TRIGGER IF NOT EXISTS inserted_${table} AFTER INSERT ON main.${table} ${note('NEW', 'NULL', row('NEW'))}`,
    `CREATE TEMP TRIGGER IF NOT EXISTS updated_${table} AFTER UPDATE OF ${columns.join(', ')} ON main.${table} WHEN ${differs} ${note('NEW', row('OLD'), row('NEW'))}`,
    `CREATE TEMP TRIGGER IF NOT EXISTS deleted_${table} AFTER DELETE ON main.${table} ${note('OLD', row('OLD'), 'NULL')}`,
  ];
}
