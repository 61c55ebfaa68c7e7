/** Time format in lists. */
import { expect, test } from 'vitest';
import { usesTwentyFourHours } from '../../client/formats.ts';
import { setLanguage } from '../../client/text.ts';
import { hasTwentyFourHours, when } from './when.ts';

const at = (text: string): number => Math.floor(new Date(text).getTime() / 1000);
const now = at('2026-11-22T00:30:00');

test('times are as the reader chose, else as is usual in their language', () => {
  const [german, american] = ['de', 'en'].map((tag) => {
    setLanguage(tag, {});
    return usesTwentyFourHours();
  });
  expect([hasTwentyFourHours(null, german), hasTwentyFourHours(null, american)]).toEqual([true, false]);
  expect([hasTwentyFourHours(false, german), hasTwentyFourHours(true, american)]).toEqual([false, true]);
});

test('today has a time, the day before its name even minutes after midnight', () => {
  expect(when(at('2026-11-22T00:10:00'), now, true)).toBe('00:10');
  expect(when(at('2026-11-21T23:50:00'), now, true)).toBe('Yesterday');
});

test('a day of this week has its name, an older one its date, one of another year the year', () => {
  expect(when(at('2026-11-16T12:00:00'), now, true)).toBe('Mon');
  expect(when(at('2026-11-15T12:00:00'), now, true)).toMatch(/15/);
  expect(when(at('2026-11-15T12:00:00'), now, true)).not.toMatch(/2026/);
  expect(when(at('2025-12-30T12:00:00'), now, true)).toMatch(/2025/);
});

test('what a clock that runs fast wrote is of today', () => {
  expect(when(now + 90_000, now, true)).toMatch(/^\d\d:\d\d$/);
});
