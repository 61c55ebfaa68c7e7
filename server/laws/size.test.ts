/** Files stay small enough to be read at once, and say what they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generated, isTest, root, sourceFiles } from './tree.ts';

const files = sourceFiles();
const budget = { product: 300, test: 600, style: 250 };

test(`no file is longer than ${budget.product} lines, no test longer than ${budget.test}`, () => {
  const long = files
    .filter((file) => file.lines > (isTest(file) ? budget.test : budget.product))
    .map(({ path, lines }) => `${path}: ${lines}`);
  expect(long).toEqual([]);
});

test(`no style sheet is longer than ${budget.style} lines, and each opens by saying what it is`, () => {
  const sheets = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => ({ path, text: readFileSync(join(root, 'renderer', path), 'utf8') }));
  const wrong = sheets.filter(({ text }) => text.split('\n').length - 1 > budget.style || !text.startsWith('/*'));
  expect(sheets.length).toBeGreaterThan(30);
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('every file opens by saying what it is', () => {
  const silent = files
    .filter(({ path, text }) => !generated.has(path) && !/^(#!.*\n)?\/(\*\*|\/ )/.test(text))
    .map(({ path }) => path);
  expect(silent).toEqual([]);
});

test('every function and class that a noun or the API offers says what it does', () => {
  const silent = files
    .filter((file) => /^server\/(?:domain|api)\//.test(file.path) && !isTest(file))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?<=(.*)\n)export (?:(?:async )?function\*?|(?:abstract )?class|const) (\w+)(.*)/g)]
        .filter(([declared]) => !declared.startsWith('export const') || declared.includes('=>'))
        // Of a function with several signatures the first has the words.
        .filter(([, before = '', name = '']) => !before.endsWith('*/') && !before.includes(`function ${name}(`))
        .map(([, , name]) => `${path}: ${name}`),
    );
  expect(silent).toEqual([]);
});

test('no check is switched off and nothing is left for later', () => {
  const off =
    /\bas any\b|: any\b|@ts-ignore|@ts-nocheck|@ts-expect-error|eslint-disable|oxlint-disable|\b(TODO|FIXME)\b/;
  expect(
    files
      .filter(
        ({ path, text }) => !path.startsWith('server/laws/') && !generated.has(path) && off.test(withoutComments(text)),
      )
      .map(({ path }) => path),
  ).toEqual([]);
});

/** Words in comments are prose. A note for later is looked for everywhere. */
function withoutComments(text: string): string {
  const notes = text.match(/\b(TODO|FIXME)\b|@ts-\w+|(?:es|ox)lint-disable/g) ?? [];
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/.*$/gm, '') + notes.join(' ');
}
