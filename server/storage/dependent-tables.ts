/** Which tables a write changes beside its own: foreign keys carry changes and deletions on. */
import { groupBy } from './group-by.ts';

interface Tables {
  all<T>(sql: string, params: readonly []): T[];
}

/** By table: those whose rows are changed or deleted with its own. */
export function dependentTables(db: Tables): Map<string, string[]> {
  const rows = db.all<{ child: string; parent: string }>(
    `SELECT lower(m.name) AS child, lower(f."table") AS parent FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
     WHERE m.type = 'table' AND (f.on_delete NOT IN ('NO ACTION', 'RESTRICT') OR f.on_update NOT IN ('NO ACTION', 'RESTRICT'))`,
    [],
  );
  const direct = groupBy(rows, ({ parent }) => parent);
  const below = (table: string, found: Set<string>): Set<string> => {
    for (const { child } of direct.get(table) ?? []) if (!found.has(child)) below(child, found.add(child));
    return found;
  };
  return new Map([...direct.keys()].map((table) => [table, [...below(table, new Set())]]));
}
