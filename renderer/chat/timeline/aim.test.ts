/** Initial scroll target of a list, in pixels. */
import { expect, test } from 'vitest';
import { contextAbove, topOf } from './aim.ts';

const view = { viewHeight: 600, totalHeight: 5000 };

test('the end is as far as the list can be scrolled, which a short list cannot be at all', () => {
  expect(topOf(null, { row: undefined, ...view })).toBe(4400);
  expect(topOf(null, { row: undefined, viewHeight: 600, totalHeight: 400 })).toBe(0);
});

test('a message stands in the middle, at its own distance from the upper edge, or below something of what was before it', () => {
  const row = { start: 2000, size: 101 };
  expect(topOf({ messageId: 1, align: 'center' }, { row, ...view })).toBe(1751);
  expect(topOf({ messageId: 1, align: 'start', offset: 20 }, { row, ...view })).toBe(1980);
  expect(topOf({ messageId: 1, align: 'start' }, { row, ...view })).toBe(2000 - contextAbove);
});

test('near the ends of the list a message stands where the list can be scrolled to', () => {
  expect(topOf({ messageId: 1, align: 'center' }, { row: { start: 16, size: 40 }, ...view })).toBe(0);
  expect(topOf({ messageId: 1, align: 'start' }, { row: { start: 4950, size: 40 }, ...view })).toBe(4400);
});

test('a message that has left the list leaves it at its end', () => {
  expect(topOf({ messageId: 1, align: 'center' }, { row: undefined, ...view })).toBe(4400);
});
