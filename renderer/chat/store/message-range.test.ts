/** A range of messages is one run without a hole, and forgets no more than it says. */
import { describe, expect, it } from 'vitest';
import { emptyRange, trimmed, withArrived, without, withNewer, withOlder, type MessageRange } from './message-range.ts';

const run = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const range = (ids: number[], foundOldest = false, foundNewest = true): MessageRange => ({
  ids,
  foundOldest,
  foundNewest,
});

describe('a range of messages', () => {
  it('grows at both ends without doubling what overlaps', () => {
    const older = withOlder(range([5, 6]), { ids: [3, 4, 5], foundOldest: true });
    expect(older).toEqual(range([3, 4, 5, 6], true));
    expect(withNewer(range([5, 6], false, false), { ids: [6, 8], foundNewest: true })).toEqual(range([5, 6, 8]));
    expect(withOlder(emptyRange, { ids: [1, 2], foundOldest: false }).ids).toEqual([1, 2]);
  });

  it('takes an arrival at its end only when it reaches the newest', () => {
    expect(withArrived(range([5]), [9]).ids).toEqual([5, 9]);
    const cut = range([5, 7], false, false);
    expect(withArrived(cut, [9])).toBe(cut);
  });

  it('takes what was moved into the middle of its run, never beyond an end that is not known', () => {
    const cut = range([5, 9], false, false);
    expect(withArrived(cut, [7, 3, 11]).ids).toEqual([5, 7, 9]);
    expect(withArrived(range([5], true, true), [3]).ids).toEqual([3, 5]);
    expect(withArrived(range([5]), [5])).toEqual(range([5]));
  });

  it('keeps its identity where nothing changes, so that nothing is drawn again', () => {
    const one = range([1, 2]);
    expect(withArrived(one, [])).toBe(one);
    expect(without(one, new Set([9]))).toBe(one);
    expect(trimmed(one, null, 10)).toBe(one);
    expect(without(one, new Set([1])).ids).toEqual([2]);
  });

  it('an empty narrow that is known whole takes its first message', () => {
    expect(withArrived(range([], true, true), [4]).ids).toEqual([4]);
    expect(withArrived(emptyRange, [4])).toBe(emptyRange);
  });

  it('drops the end that is further away, and forgets that it was the end', () => {
    const all = range(run(1, 30), true, true);
    expect(trimmed(all, null, 10)).toEqual({ ids: run(21, 30), foundOldest: false, foundNewest: true });
    expect(trimmed(all, [2, 6], 10)).toEqual({ ids: run(1, 10), foundOldest: true, foundNewest: false });
    expect(trimmed(all, [24, 28], 10)).toEqual({ ids: run(21, 30), foundOldest: false, foundNewest: true });
  });

  it('never drops what is on the screen', () => {
    for (let first = 1; first <= 25; first += 1) {
      const shown = run(first, first + 5);
      const kept = trimmed(range(run(1, 30), true, true), [first, first + 5], 20).ids;
      expect(shown.every((id) => kept.includes(id))).toBe(true);
    }
  });
});
