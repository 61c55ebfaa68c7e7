/** Statements are journalled and replayed: they may depend on nothing but the data. And a table has few who write it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTest, root, sourceFiles } from './tree.ts';

const product = sourceFiles().filter(
  (file) => !isTest(file) && file.path.startsWith('server/') && !/^server\/(storage|bench)\//.test(file.path),
);
const migrations = join(root, 'server/storage/migrations');
const schema = readdirSync(migrations)
  .map((file) => readFileSync(join(migrations, file), 'utf8'))
  .join('\n');
const tables = new Set([...schema.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(([, name]) => name));

test('no statement asks SQL for the time or for chance', () => {
  const strays = product.filter(({ text }) =>
    /CURRENT_TIMESTAMP|CURRENT_DATE|datetime\('now|strftime\([^)]*'now|\brandomblob\(|\brandom\(\)/i.test(text),
  );
  expect(strays.map(({ path }) => path)).toEqual([]);
});

test('every table is written by one noun', () => {
  const writers = new Map<string, Set<string>>();
  for (const { path, text } of product) {
    for (const [, table = ''] of text.matchAll(/(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+(\w+)/g)) {
      if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(nounOf(path)));
    }
  }
  const shared = [...writers].filter(([, nouns]) => nouns.size > 1);
  expect(shared.map(([table, nouns]) => `${table}: ${[...nouns].sort().join(', ')}`)).toEqual([]);
  // The law reads the code as it is written: it must have found most tables.
  expect(writers.size).toBeGreaterThan(30);
});

/** A folder below domain/ is one noun; elsewhere a file is. */
function nounOf(path: string): string {
  const [, , third = '', fourth] = path.split('/');
  return path.startsWith('server/domain/') && fourth !== undefined
    ? `domain/${third}`
    : path.replace('server/', '').replace(/\.ts$/, '');
}
