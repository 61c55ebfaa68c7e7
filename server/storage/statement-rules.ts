/**
 * SQL statement rules. Reads are reads; writes must give the same result when the journal replays them, so
 * whatever depends on the clock, on chance or on the connection is refused: such values come as bound parameters.
 */
import { StorageError } from './errors.ts';

export type StatementUse = 'read' | 'write';

export interface StatementFacts {
  /** How many `?` it has; undefined when it numbers or names its parameters. */
  parameters: number | undefined;
  returnsRows: boolean;
  inserts: boolean;
  changesSchema: boolean;
  /** The table of a write; null where none can be reported. */
  table: string | null;
}

const quotedOrComment = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//g;
const readStarts = new Set(['select', 'with', 'values', 'explain', 'pragma']);
const writeStarts = new Set([
  'insert',
  'replace',
  'update',
  'delete',
  'with',
  'create',
  'drop',
  'alter',
  'reindex',
  'analyze',
]);
const schemaStarts = new Set(['create', 'drop', 'alter', 'reindex', 'analyze']);
const readPragmas =
  /^pragma\s+(\w+\.)?(table_info|table_xinfo|table_list|index_list|index_info|index_xinfo|foreign_key_list|foreign_key_check|integrity_check|quick_check|page_count|page_size|freelist_count|user_version|compile_options|foreign_keys|journal_mode)\b(?!\s*=)/i;
const writesData = /\b(insert|update|delete|replace\s+into)\b/i;
const writtenTable =
  /\b(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+(\w+)/gi;
const unrepeatable =
  /\b(random|randomblob|date|time|datetime|julianday|unixepoch|strftime|timediff|last_insert_rowid|changes|total_changes)\s*\(|\bcurrent_(?:time|date|timestamp)\b/i;
// Each of these would undo or break work of other transactions of the same group.
const breaksGroups = /\bor\s+(?:rollback|fail)\b|\braise\s*\(\s*(?:rollback|fail)\b|\binitially\s+deferred\b/i;

/**
 * Checks a statement against the rules.
 * @throws StorageError `misuse` saying which rule it breaks
 */
export function checkStatement(sql: string, use: StatementUse): StatementFacts {
  const bare = bareOf(sql);
  const first = /^\w+/.exec(bare)?.[0].toLowerCase() ?? '';
  const refuse = (why: string): never => {
    throw new StorageError('misuse', `${why}: ${sql.trim().slice(0, 200)}`);
  };
  if (use === 'read') {
    if (!readStarts.has(first)) refuse('Only reads are allowed here');
    if (first === 'with' && writesData.test(bare)) refuse('Only reads are allowed here');
    if (first === 'pragma' && !readPragmas.test(bare)) refuse('This PRAGMA is not a known read');
  } else {
    if (!writeStarts.has(first)) refuse('Not a statement that can be journalled');
    if (first === 'with' && !writesData.test(bare)) refuse('A read does not belong in the journal');
    if (unrepeatable.test(bare)) refuse('A journalled statement must give the same result every time; bind the value');
    if (breaksGroups.test(bare)) refuse('A statement may not roll back or defer beyond itself');
  }
  const isTrigger = /^create\s+(temp\w*\s+)?trigger\b/i.test(bare);
  if (!isTrigger && /;\s*\S/.test(bare)) refuse('One statement at a time');
  const changesSchema = schemaStarts.has(first);
  return {
    parameters: /\?\d|[:@$]\w/.test(bare) ? undefined : (bare.match(/\?/g)?.length ?? 0),
    returnsRows: /\breturning\b/i.test(bare),
    inserts: /\b(insert|replace)\b/i.test(bare),
    changesSchema,
    table: use === 'write' && !changesSchema ? tableOf(bare) : null,
  };
}

/** Which table a statement that was written changes, and whether it only adds rows; a null table may be any. */
export function writeOf(sql: string): { table: string | null; isPlainInsert: boolean } {
  const bare = bareOf(sql);
  const first = /^\w+/.exec(bare)?.[0].toLowerCase() ?? '';
  const isPlainInsert =
    /^insert\s+(?:or\s+ignore\s+)?into\b/i.test(bare) && !/\bon\s+conflict\b[\s\S]*\bdo\s+update\b/i.test(bare);
  return { table: schemaStarts.has(first) ? null : tableOf(bare), isPlainInsert };
}

/** Every word of a statement that may name a table, in lower case and once: those of comments and of literal texts are not among them. */
export function wordsOf(sql: string): string[] {
  const bare = sql.replace(quotedOrComment, (text) => (/^["`]/.test(text) ? ` ${text.slice(1, -1)} ` : ' '));
  return [...new Set(bare.toLowerCase().match(/\w+/g))];
}

/** The statement without comments and without what is quoted. */
const bareOf = (sql: string): string =>
  sql.replace(quotedOrComment, (text) => (text.startsWith('-') || text.startsWith('/') ? ' ' : "''")).trim();

/** A statement writes one table; `DO UPDATE SET` names none. What cannot be read without doubt is nothing that is known. */
function tableOf(bare: string): string | null {
  const found = [...bare.replaceAll(/\bdo\s+update\b/gi, '').matchAll(writtenTable)].map(([, name]) =>
    name?.toLowerCase(),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}
