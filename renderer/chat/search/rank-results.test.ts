/** The best match of what was found stands first. */
import { expect, test } from 'vitest';
import { byBestMatch } from './rank-results.ts';

const mark = (text: string): string => text.replaceAll(/\*(.*?)\*/g, '<span class="highlight">$1</span>');
const order = (texts: readonly (readonly [string, string?])[], sought: string): number[] =>
  byBestMatch(
    texts.map(([content, subject = ''], at) => ({
      id: at + 1,
      match_content: mark(content),
      match_subject: mark(subject),
    })),
    sought,
  ).map(({ id }) => id);

test('a topic that has the words stands before a message that mentions them', () => {
  expect(order([['the *printer* is far'], ['it is broken', '*printer*']], 'printer')).toEqual([2, 1]);
});

test('the word as it was typed stands before another form of it', () => {
  expect(order([['*prints*'], ['*print*'], ['*printing*']], 'print')[0]).toBe(2);
});

test('words that stand together stand before words far apart', () => {
  expect(order([['*site* *visit* on Monday'], ['the *site* was closed, no *visit*']], 'site visit')).toEqual([1, 2]);
});

test('a short message stands before a long one, and of equal ones the newest first', () => {
  expect(order([[`*tea* ${'and more '.repeat(200)}`], ['*tea*'], ['*tea*']], 'tea')).toEqual([3, 2, 1]);
});

test('messages without marks keep their order, the newest first', () => {
  expect(order([['a'], ['b']], '')).toEqual([2, 1]);
});
