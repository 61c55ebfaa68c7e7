/** Marker words of private dialect in comments, titles, sentences and documents: nearly none, so that every reader and search finds the plain word. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFiles } from './own-files.ts';
import { root } from './tree.ts';

/** Words and phrases with a plainer equivalent. Crude on purpose: an innocent use counts, too. */
const markers =
  /\banew\b|\bwhom?ever\b|\bthe words of\b|\bof now\b|\bby (?:itself|themselves)\b|\btells nothing\b|\bstands here\b|\bis told\b|\bhearers\b|\bbeforehand\b|\bmeanwhile(?=[.;:!?)])|\b(?:some|no|every)body\b/gi;
/** Words that were removed everywhere, in prose and in names, and do not return. */
const removed = /\bg(?:ives?|ave|iven) way\b|\banew\b|\bwhom?ever\b|\bbeforehand\b|\bstands here\b|\btells nothing\b/i;
const mostPerFile = 3;
const mostPerThousand = 1;

/** Files that may have more, with the reason. */
const allowances: Readonly<Record<string, string>> = {};

/** Released migrations and the contract are never edited. */
const isFixed = (path: string): boolean => /^server\/(?:storage\/migrations|contract)\//.test(path);

/** @returns comments and strings of three words or more, or the whole text of a document. */
function prose(path: string, text: string): string {
  if (path.endsWith('.md')) return text;
  const parts =
    text.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g) ?? [];
  return parts.filter((part) => part.startsWith('/') || part.split(/\s+/).length > 2).join('\n');
}

const texts = ownFiles
  .filter((path) => /\.(?:tsx?|mjs|css|md)$/.test(path) && !isFixed(path) && path !== 'server/laws/plain-words.test.ts')
  .map((path) => {
    const whole = readFileSync(join(root, path), 'utf8');
    return { path, whole, text: prose(path, whole) };
  });
const countOf = (text: string): number => text.match(markers)?.length ?? 0;

test(`no file has more than ${mostPerFile} marker words, unless an allowance names the reason`, () => {
  const over = texts
    .map(({ path, text }) => ({ path, count: countOf(text) }))
    .filter(({ path, count }) => count > mostPerFile && !Object.hasOwn(allowances, path));
  expect(over.map(({ path, count }) => `${path}: ${count}`)).toEqual([]);
});

test('at most one word in a thousand is a marker word', () => {
  const words = texts.reduce((sum, { text }) => sum + (text.match(/[A-Za-z']+/g)?.length ?? 0), 0);
  const found = texts.reduce((sum, { text }) => sum + countOf(text), 0);
  expect(words).toBeGreaterThan(300_000);
  expect((found * 1000) / words).toBeLessThanOrEqual(mostPerThousand);
});

test('removed words are in no file, not even in a name', () => {
  const found = texts.flatMap(({ path, whole }) =>
    whole.split('\n').flatMap((line, at) => (removed.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test('an allowance is for a file that needs it', () => {
  const needless = Object.keys(allowances).filter(
    (path) => countOf(texts.find((file) => file.path === path)?.text ?? '') <= mostPerFile,
  );
  expect(needless).toEqual([]);
});
