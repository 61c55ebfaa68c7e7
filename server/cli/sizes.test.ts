/** Sizes as the command line prints them. */
import { expect, test } from 'vitest';
import { sizeOf } from './sizes.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [68_320, '68.3 kB'],
  [3_396_014, '3.4 MB'],
  [295_000_000, '295 MB'],
  [12_000_000_000, '12.0 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeOf(bytes)).toBe(text);
});
