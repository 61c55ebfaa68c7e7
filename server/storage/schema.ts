/** The tables of the database: which ones a statement may read, and which ones a write changes beside its own. */
import { groupBy } from './group-by.ts';
import { wordsOf } from './statement-rules.ts';

type ReadAll = <T>(sql: string) => T[];

/** What is known of the schema, until it changes. */
export class Schema {
  readonly #all: ReadAll;
  #tables: ReadonlySet<string> | undefined;
  #dependents: Map<string, string[]> | undefined;

  /** @param all reads all rows, and is not noted as a read of a table. */
  constructor(all: ReadAll) {
    this.#all = all;
  }

  /** After it changed, or a change was undone. */
  forget(): void {
    this.#tables = this.#dependents = undefined;
  }

  get areDependentsKnown(): boolean {
    return this.#dependents !== undefined;
  }

  /** Tables that a statement may read: every table that a word of it names. */
  tablesIn(sql: string): string[] {
    this.#tables ??= new Set(
      this.#all<{ name: string }>("SELECT lower(name) AS name FROM sqlite_schema WHERE type = 'table'").map(
        ({ name }) => name,
      ),
    );
    return wordsOf(sql).filter((word) => this.#tables?.has(word));
  }

  /** Tables whose rows are changed or deleted with those of `table`. */
  dependentsOf(table: string): readonly string[] {
    this.#dependents ??= dependentTables(this.#all);
    return this.#dependents.get(table) ?? [];
  }
}

/** By table; foreign keys carry changes and deletions on. */
function dependentTables(all: ReadAll): Map<string, string[]> {
  const rows = all<{ child: string; parent: string }>(
    `SELECT lower(m.name) AS child, lower(f."table") AS parent FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
     WHERE m.type = 'table' AND (f.on_delete NOT IN ('NO ACTION', 'RESTRICT') OR f.on_update NOT IN ('NO ACTION', 'RESTRICT'))`,
  );
  const direct = groupBy(rows, ({ parent }) => parent);
  const below = (table: string, found: Set<string>): Set<string> => {
    for (const { child } of direct.get(table) ?? []) if (!found.has(child)) below(child, found.add(child));
    return found;
  };
  return new Map([...direct.keys()].map((table) => [table, [...below(table, new Set())]]));
}
