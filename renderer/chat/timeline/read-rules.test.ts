/** Read rules of each view. */
import { describe, expect, it } from 'vitest';
import type { Narrow } from '../routing/narrow.ts';
import { marksAsRead, ReadingTracker, seenForMs, type ReadingView } from './read-rules.ts';

const topic: Narrow = [
  { operator: 'channel', operand: 5 },
  { operator: 'topic', operand: 'hello' },
];
const view = (over: Partial<ReadingView> = {}): ReadingView => ({
  narrow: topic,
  policy: 1,
  isNear: false,
  isPaused: false,
  ...over,
});

describe('views that mark as read', () => {
  it('follow the setting', () => {
    expect(marksAsRead(view())).toBe(true);
    expect(marksAsRead(view({ narrow: [] }))).toBe(true);
    expect(marksAsRead(view({ policy: 2 }))).toBe(true);
    expect(marksAsRead(view({ policy: 2, narrow: [{ operator: 'dm', operand: [7] }] }))).toBe(true);
    expect(marksAsRead(view({ policy: 2, narrow: [] }))).toBe(false);
    expect(marksAsRead(view({ policy: 2, narrow: [{ operator: 'channel', operand: 5 }] }))).toBe(false);
    expect(marksAsRead(view({ policy: 3 }))).toBe(false);
  });

  it('are not search, starred, mentions, a single message, or a view that says unread from here', () => {
    const excerpts: Narrow[] = [
      [{ operator: 'search', operand: 'x' }],
      [{ operator: 'is', operand: 'starred' }],
      [{ operator: 'is', operand: 'mentioned' }],
      [...topic, { operator: 'search', operand: 'x' }],
      [{ operator: 'sender', operand: 4 }],
    ];
    for (const narrow of excerpts) expect(marksAsRead(view({ narrow }))).toBe(false);
    expect(marksAsRead(view({ narrow: [{ operator: 'is', operand: 'dm' }] }))).toBe(true);
    expect(marksAsRead(view({ isNear: true }))).toBe(false);
    expect(marksAsRead(view({ isPaused: true }))).toBe(false);
  });
});

describe('reading', () => {
  const glance = (now: number, endsShown: number[], passed: number[] = [], isPresent = true) => ({
    endsShown,
    passed,
    isPresent,
    now,
  });

  it('takes half a second with the end on the screen', () => {
    const tracker = new ReadingTracker();
    expect(tracker.look(glance(0, [1, 2]))).toEqual([]);
    expect(tracker.look(glance(seenForMs - 1, [1, 2]))).toEqual([]);
    expect(tracker.look(glance(seenForMs, [1, 2, 3]))).toEqual([1, 2]);
  });

  it('starts again for what left the screen', () => {
    const tracker = new ReadingTracker();
    tracker.look(glance(0, [1]));
    tracker.look(glance(100, []));
    expect(tracker.look(glance(seenForMs, [1]))).toEqual([]);
    expect(tracker.look(glance(2 * seenForMs, [1]))).toEqual([1]);
  });

  it('is done at once by scrolling past', () => {
    expect(new ReadingTracker().look(glance(0, [9], [3, 2]))).toEqual([2, 3]);
  });

  it('does not happen while no one is there, and takes its time again after', () => {
    const tracker = new ReadingTracker();
    tracker.look(glance(0, [1]));
    expect(tracker.look(glance(seenForMs, [1], [2], false))).toEqual([]);
    expect(tracker.look(glance(seenForMs + 1, [1]))).toEqual([]);
    expect(tracker.look(glance(2 * seenForMs + 1, [1]))).toEqual([1]);
  });
});
