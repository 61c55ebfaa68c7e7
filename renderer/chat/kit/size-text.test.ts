/** Sizes of files. */
import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [0, '0 B'],
  [612, '612 B'],
  [1000, '1 kB'],
  [1234, '1.23 kB'],
  [5_400_000, '5.4 MB'],
  [3e12, '3 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
