/** File headers begin with the noun that the file owns, so that its first five words name it in a list or a search. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFiles } from './own-files.ts';
import { root } from './tree.ts';

/** First words that name nothing: the noun comes later, or never. */
const filler =
  /^(?:what|how|which|where|who|whether|when|why|whatever|words|says|tells|all|parts|things?|everything|something|anything|this|here|there|it)\b/i;

/** Released migrations are never edited. */
const isFixed = (path: string): boolean => path.startsWith('server/storage/migrations/');

/** @returns the comment before the first statement as one line, or an empty text. */
function headerOf(text: string): string {
  const [, block, lines] = /^(?:#![^\n]*\n)?\s*(?:\/\*+([\s\S]*?)\*\/|((?:\/\/[^\n]*\n)+))/.exec(text) ?? [];
  return (block ?? lines ?? '')
    .replace(/^\s*(?:\/\/|\*)?\s?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

test('the header of a file begins with the noun that the file owns', () => {
  const headers = ownFiles
    .filter((path) => /\.(?:tsx?|mjs|css)$/.test(path) && !isFixed(path))
    .map((path) => ({ path, header: headerOf(readFileSync(join(root, path), 'utf8')) }));
  expect(headers.filter(({ header }) => header !== '').length).toBeGreaterThan(1500);
  const fillers = headers.filter(({ header }) => filler.test(header));
  expect(fillers.map(({ path, header }) => `${path}: ${header.slice(0, 60)}`)).toEqual([]);
});

test('a header is read from one line, several lines and below the line that names an interpreter', () => {
  expect(headerOf('/** What it is. */\nimport x;\n')).toMatch(filler);
  expect(headerOf('#!/usr/bin/env node\n/**\n * Which one\n * it is.\n */\n')).toBe('Which one it is.');
  expect(headerOf('// Who is here\n// now.\nconst x = 1;\n')).toBe('Who is here now.');
  expect(headerOf('import x;\n/** What it is. */\n')).toBe('');
});
