/** Addresses that a link accepts. */
import { expect, test } from 'vitest';
import { linkAddress } from './link-question.ts';

test.each([
  ['https://example.com/a(b)', 'https://example.com/a%28b%29'],
  ['example.com/page', 'https://example.com/page'],
  ['mia@example.com', 'mailto:mia@example.com'],
  ['#narrow/dm/5', '#narrow/dm/5'],
  ['javascript:alert(1)', null],
  ['two words', null],
  ['word', null],
  ['', null],
])('reads %j as %j', (typed, address) => {
  expect(linkAddress(typed)).toBe(address);
});
