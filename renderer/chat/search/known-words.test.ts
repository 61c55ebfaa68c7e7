/** Spelling suggestions for a search without results. */
import { expect, test } from 'vitest';
import { wordsIn, wordsMeant } from './known-words.ts';

const known = wordsIn(['<p>The <strong>holiday</strong> plan &amp; the printer’s paper</p>', 'Müller', 'site visit']);

test.each([
  ['holidat', 'holiday'],
  ['printer’s holliday', 'printer’s holiday'],
  ['mulller', 'müller'],
  ['viist site', 'visit site'],
])('%s means %s', (text, meant) => {
  expect(wordsMeant(text, known)).toBe(meant);
});

test.each(['holiday', 'tea', 'muller plan', 'xylophone'])('%s means nothing else', (text) => {
  expect(wordsMeant(text, known)).toBeUndefined();
});

test('words have neither elements nor short words among them', () => {
  expect([...known]).toEqual(['holiday', 'plan', 'printer’s', 'paper', 'müller', 'site', 'visit']);
});
