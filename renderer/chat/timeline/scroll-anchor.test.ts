/** Arithmetic of the place that a reader keeps. */
import { describe, expect, it } from 'vitest';
import { drift, growsAbove, holders } from './scroll-anchor.ts';

const row = (key: string, top: number, height = 50) => ({ key, top, height });

describe('the scroll anchor', () => {
  it('is held by the first row that is wholly on the screen, then by others of which something is seen', () => {
    const rows = [row('above', -80), row('cut', -10), row('first', 40), row('second', 90), row('last', 280)];
    expect(holders(rows, 300).map(({ key }) => key)).toEqual(['first', 'second', 'cut', 'last']);
  });

  it('says by how much the list moved under the reader, by the first holder that is still there', () => {
    const before = holders([row('first', 40), row('second', 90)], 300);
    const at = (tops: Record<string, number>) => (key: string) =>
      tops[key] === undefined ? undefined : { top: tops[key], height: 50 };
    expect(drift(before, at({ first: 240, second: 290 }))).toBe(200);
    expect(drift(before, at({ second: 90 }))).toBe(0);
    expect(drift(before, at({ second: 40 }))).toBe(-50);
    expect(drift(before, () => undefined)).toBe(0);
  });

  it('is not held by a row that lost its own lines, where another can hold', () => {
    const before = holders([row('first', 40, 70), row('second', 110)], 300);
    const places: Record<string, { top: number; height: number }> = {
      first: { top: 140, height: 50 },
      second: { top: 190, height: 50 },
    };
    expect(drift(before, (key) => places[key])).toBe(80);
    expect(drift(before, (key) => (key === 'first' ? places[key] : undefined))).toBe(100);
  });

  it('moves with rows that grow above it, and not with those below or to one that fills the screen', () => {
    const view = { top: 1000, height: 300 };
    expect(growsAbove({ start: 900, end: 950 }, view)).toBe(true);
    expect(growsAbove({ start: 980, end: 1030 }, view)).toBe(true);
    expect(growsAbove({ start: 1000, end: 1030 }, view)).toBe(false);
    expect(growsAbove({ start: 900, end: 1400 }, view)).toBe(false);
  });
});
