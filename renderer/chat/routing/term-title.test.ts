/** Titles of views with several terms. */
import { expect, test } from 'vitest';
import type { Term } from './narrow.ts';
import { termTitle } from './term-title.ts';

const names = {
  channel: (id: number) => (id === 5 ? 'general' : undefined),
  user: (id: number) => ({ 7: 'Ana', 8: 'Bo' })[id],
};

test.each<[Term, string]>([
  [{ operator: 'has', operand: 'image' }, 'With images'],
  [{ operator: 'has', operand: 'link', negated: true }, 'not With links'],
  [{ operator: 'dm-including', operand: [7, 8] }, 'Direct messages with Ana, Bo'],
  [{ operator: 'dm-including', operand: 9 }, 'Direct messages with #9'],
  [{ operator: 'sender', operand: 7 }, 'From Ana'],
  [{ operator: 'sender', operand: 'nobody@example.com' }, 'From nobody@example.com'],
  [{ operator: 'channel', operand: 5 }, '#general'],
  [{ operator: 'channel', operand: 'gone' }, '#gone'],
  [{ operator: 'topic', operand: 'lunch' }, 'Topic lunch'],
  [{ operator: 'id', operand: '12' }, 'id: 12'],
])('%j', (term, title) => {
  expect(termTitle(term, names)).toBe(title);
});
