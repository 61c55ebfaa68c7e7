/** Comments cite what a reader of the repository can open: its files, and names of the contract. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFiles } from './own-files.ts';
import { root } from './tree.ts';

/** Every comment of every source, with its file. */
const comments = ownFiles
  .filter((path) => /\.(?:tsx?|mjs|css|sql)$/.test(path))
  .flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$|\s\/\/ .*$/gm)].map(
      ([text]) => ({ path, text }),
    ),
  );

/** What only looks like the name of a file of ours: examples of addresses and texts, and names of a pattern. */
const examples = new Set(['notes.md', 'a.html', 'NNNN-name.sql', 'NAME.ts', '.facts.ts']);

function namesNoFile(name: string): boolean {
  const path = name.replace(/^[./]*\//, '');
  const isExample = examples.has(path.split('/').at(-1) ?? '') || path.includes('*');
  return !isExample && !ownFiles.some((file) => file === path || file.endsWith(`/${path}`));
}

test('the opening comment of a file stands above its imports', () => {
  // The formatter sorts imports, and takes along the comment right above the first of them.
  const carriedOff = /from '[^']+';\n\/\*\*(?:(?!\*\/)[\s\S])*\*\/\nimport /;
  const sources = ownFiles.filter((path) => /\.(?:tsx?|mjs)$/.test(path));
  expect(sources.filter((path) => carriedOff.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test('no comment names a file that is not here', () => {
  expect(comments.length).toBeGreaterThan(5000);
  // A released migration is never edited: it names files by the names of its time.
  const living = comments.filter(({ path }) => !path.startsWith('server/storage/migrations/'));
  const strays = living.flatMap(({ path, text }) =>
    [...text.matchAll(/[\w./@*-]*\w\.(?:tsx?|mjs|cjs|md|css|sql|html|json)\b/g)]
      .filter(([name]) => namesNoFile(name))
      .map(([name]) => `${path}: ${name}`),
  );
  expect(strays).toEqual([]);
});

test('neither a comment nor the title of a test counts on a list that is not here', () => {
  const listed = /\bscenarios? \d|'s scenarios\b|\bof the brief\b/i;
  const numbered = /\btest\(\s*['"`](?:scenario )?\d+(?:, \d+)*: /;
  const strays = ownFiles.filter(
    (path) => path.startsWith('e2e/') && path.endsWith('.ts') && numbered.test(readFileSync(join(root, path), 'utf8')),
  );
  const citing = comments.filter(({ text }) => listed.test(text)).map(({ path }) => path);
  expect([...strays, ...citing]).toEqual([]);
});

test('what a comment cites of the contract is in it: an operation by its id or its method and path, a schema, a field', () => {
  const contract = readFileSync(join(root, 'server/contract/openapi.json'), 'utf8');
  const paths = (JSON.parse(contract) as { paths: Record<string, object> }).paths;
  const strays = comments.flatMap(({ path, text }) =>
    [...text.matchAll(/\(contract:[\s*]+(?:([A-Z]+) (\/[\w{}/]+)|([\w-]+))/g)]
      .filter(([, method = '', route = '', name]) =>
        name === undefined ? !(method.toLowerCase() in (paths[route] ?? {})) : !contract.includes(`"${name}"`),
      )
      .map(([cited]) => `${path}: ${cited}`),
  );
  expect(strays).toEqual([]);
});

test('what a comment cites of the specification is a heading whose sentences are tests', () => {
  const folder = join(root, 'server/spec/statements');
  const statements = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const strays = comments.flatMap(({ path, text }) =>
    [...text.matchAll(/\(spec:[\s*]+([A-Z][A-Za-z ]*?[a-z])(?: \d|[,;.):])/g)]
      .filter(([, heading = '']) => !statements.some((statement) => statement.includes(heading)))
      .map(([cited]) => `${path}: ${cited}`),
  );
  expect(strays).toEqual([]);
});
