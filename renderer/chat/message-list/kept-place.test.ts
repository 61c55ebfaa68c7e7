/** Arithmetic of the place that a reader keeps. */
import { describe, expect, it } from 'vitest';
import { drift, growsAbove, holders } from './kept-place.ts';

const row = (key: string, top: number, height = 50) => ({ key, top, height });

describe('the kept place', () => {
  it('is held by the first row that is wholly on the screen, then by others of which something is seen', () => {
    const rows = [row('above', -80), row('cut', -10), row('first', 40), row('second', 90), row('last', 280)];
    expect(holders(rows, 300).map(({ key }) => key)).toEqual(['first', 'second', 'cut', 'last']);
  });

  it('says by how much the list moved under the reader, by the first holder that is still there', () => {
    const before = holders([row('first', 40), row('second', 90)], 300);
    expect(drift(before, (key) => ({ first: 240, second: 290 })[key])).toBe(200);
    expect(drift(before, (key) => ({ second: 90 })[key])).toBe(0);
    expect(drift(before, (key) => ({ second: 40 })[key])).toBe(-50);
    expect(drift(before, () => undefined)).toBe(0);
  });

  it('gives way to rows that grow above it, and not to those below or to one that fills the screen', () => {
    const view = { top: 1000, height: 300 };
    expect(growsAbove({ start: 900, end: 950 }, view)).toBe(true);
    expect(growsAbove({ start: 980, end: 1030 }, view)).toBe(true);
    expect(growsAbove({ start: 1000, end: 1030 }, view)).toBe(false);
    expect(growsAbove({ start: 900, end: 1400 }, view)).toBe(false);
  });
});
