/** Addresses that the importing server accepts: the rules of Django's EmailValidator. */
import { expect, test } from 'vitest';
import { isTakenThere } from './addresses.ts';

const long = (length: number): string => 'a'.repeat(length);

test.each([
  'ann@office.example',
  'ann+tag@sub.office.example',
  "o'hara@office.example",
  'x!#$%&*/=?^_`{}|~-@office.example',
  '"ann.bee"@office.example',
  '"ann\\ bee"@office.example',
  'ann@localhost',
  'ann@[192.168.1.7]',
  'ann@[::1]',
  'ann@bücher.example',
  'ann@例え.テスト',
  'ann@office.xn--p1ai',
  `ann@${long(63)}.example`,
  'ann@1office.example',
])('%s is taken', (address) => {
  expect(isTakenThere(address)).toBe(true);
});

test.each([
  '',
  'ann',
  '@office.example',
  'amara@intranet',
  'a@b',
  'dot..dot@office.example',
  '.lead@office.example',
  'trail.@office.example',
  'ünï@office.example',
  'ann bee@office.example',
  '"ann bee"@office.example',
  'ann@bee@office.example',
  'x@sub_domain.example',
  'x@-bad.example',
  'x@bad-.example',
  'x@example.c',
  'x@example.com-',
  'x@office..example',
  'x@.example',
  'x@office.example.',
  'x@192.168.1.7',
  'x@[192.168.1.700]',
  'x@[192.168.1]',
  'x@[::g]',
  'x@localhost.',
  'x@LOCALHOST',
  `x@${long(64)}.example`,
  `${long(240)}@office.example`,
  'x@office.example\n',
])('%j is refused', (address) => {
  expect(isTakenThere(address)).toBe(false);
});
