/** Highlighted row of a changing list: Enter selects the visible one. */
import { expect, test } from 'vitest';
import { highlightIn } from './use-highlighted.ts';

test('the first row is highlighted until another one is chosen', () => {
  expect(highlightIn(null, 'an', ['Ann', 'Andy'])).toEqual({ of: 'an', key: 'Ann' });
  expect(highlightIn(null, 'an', [])).toBeNull();
});

test.each([
  ['another row comes before it', ['Anders', 'Ann', 'Andy'], 'Andy'],
  ['the order changes', ['Andy', 'Ann'], 'Andy'],
  ['others go', ['Andy'], 'Andy'],
  ['it goes itself', ['Ann', 'Anders'], 'Ann'],
])('a highlighted row stays so while %s', (_title, keys, expected) => {
  expect(highlightIn({ of: 'an', key: 'Andy' }, 'an', keys)?.key).toBe(expected);
});

test('another text begins at its first row', () => {
  expect(highlightIn({ of: 'an', key: 'Andy' }, 'and', ['Anders', 'Andy'])?.key).toBe('Anders');
});

test('a highlight that did not change is the same object', () => {
  const highlight = { of: 'an', key: 'Andy' };
  expect(highlightIn(highlight, 'an', ['Ann', 'Andy'])).toBe(highlight);
});
