/** Stretches of presence cut, joined, added up and drawn. */
import { expect, test } from 'vitest';
import type { Stretch } from './presence.ts';
import { pathOf, stretchAt, sumsOf, ticksOf, within } from './stretches.ts';

const stretch = (status: Stretch['status'], started_at: number, ended_at: number): Stretch => ({
  status,
  started_at,
  ended_at,
  client: 'website',
});
const window = { from: 1000, to: 11_000 };
const spans = (stretches: readonly Stretch[]): [number, number][] =>
  stretches.map((one) => [one.started_at, one.ended_at]);

test('what reaches out of the window is cut, and what lies outside is left out', () => {
  const given = [stretch('active', 0, 500), stretch('active', 800, 2000), stretch('idle', 10_900, 12_000)];
  expect(spans(within(given, window))).toEqual([
    [1000, 2000],
    [10_900, 11_000],
  ]);
});

test('a short break between two reports is none, a longer one is', () => {
  const given = [stretch('active', 2000, 3000), stretch('idle', 3140, 4000), stretch('active', 4141, 5000)];
  expect(spans(within(given, window))).toEqual([
    [2000, 3140],
    [3140, 4000],
    [4141, 5000],
  ]);
});

test('sums are by status, with the first and the last moment', () => {
  expect(sumsOf([stretch('active', 2000, 3000), stretch('idle', 3000, 3100), stretch('active', 5000, 5001)])).toEqual({
    active: 1001,
    idle: 100,
    first: 2000,
    last: 5001,
  });
  expect(sumsOf([])).toEqual({ active: 0, idle: 0, first: null, last: null });
});

test('bars are drawn to scale, and a single report is wide enough to be seen', () => {
  const given = [stretch('active', 2000, 4000), stretch('idle', 6000, 6000)];
  expect(pathOf(given, 'active', window)).toBe('M100.00 2h200.00V18h-200.00z');
  expect(pathOf(given, 'idle', window)).toBe('M500.00 11h2.00V18h-2.00z');
});

test('a place on the bar leads to its stretch, also just beside a narrow one', () => {
  const given = [stretch('active', 2000, 4000), stretch('idle', 6000, 6000)];
  expect(stretchAt(given, 0.2, window)?.status).toBe('active');
  expect(stretchAt(given, 0.5015, window)?.status).toBe('idle');
  expect(stretchAt(given, 0.7, window)).toBeUndefined();
});

test('ticks are at full hours or midnights of the reader, within the window', () => {
  const midnight = new Date(2026, 9, 30).getTime() / 1000;
  const day = ticksOf({ from: midnight + 1800, to: midnight + 1800 + 86_400 }, 'hours');
  expect(day).toHaveLength(8);
  expect(new Date((day[0]?.at ?? 0) * 1000).getHours()).toBe(3);
  const week = ticksOf({ from: midnight - 6.5 * 86_400, to: midnight + 43_200 }, 'days');
  expect(week.map(({ at }) => new Date(at * 1000).getHours())).toEqual(Array.from({ length: week.length }, () => 0));
  expect(week.length).toBeGreaterThanOrEqual(6);
});
