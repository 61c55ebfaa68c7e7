/** Dates as people write them. */
import { expect, test } from 'vitest';
import { dateWords, readDate, type Today } from './date-words.ts';

/** Friday, 2026-11-27, at noon; weeks begin on Monday. */
const today: Today = { now: new Date(2026, 10, 27, 12), weekStart: 1, isMonthFirst: true };

test.each([
  ['today', '2026-11-27'],
  ['Yesterday', '2026-11-26'],
  ['this week', '2026-11-23..2026-11-29'],
  ['last week', '2026-11-16..2026-11-22'],
  ['the last week', '2026-11-16..2026-11-22'],
  ['past_week', '2026-11-16..2026-11-22'],
  ['last-week', '2026-11-16..2026-11-22'],
  ['last_7_days', '2026-11-21..2026-11-27'],
  ['3-days-ago', '2026-11-24'],
  ['27-nov-2025', '2025-11-27'],
  ['this month', '2026-11'],
  ['last month', '2026-10'],
  ['this quarter', '2026-10..2026-12'],
  ['last year', '2025'],
  ['last 7 days', '2026-11-21..2026-11-27'],
  ['past two weeks', '2026-11-14..2026-11-27'],
  ['3 days ago', '2026-11-24'],
  ['a week ago', '2026-11-20'],
  ['2 months ago', '2026-09-27'],
  ['1 year ago', '2025-11-27'],
  ['7d', '2026-11-20'],
  ['2w', '2026-11-13'],
  ['monday', '2026-11-23'],
  ['Mon', '2026-11-23'],
  ['friday', '2026-11-27'],
  ['last friday', '2026-11-20'],
  ['saturday', '2026-11-21'],
  ['november', '2026-11'],
  ['december', '2025-12'],
  ['Nov 27', '2026-11-27'],
  ['nov 28', '2025-11-28'],
  ['27 Nov', '2026-11-27'],
  ['27th of November 2024', '2024-11-27'],
  ['November 3rd, 2025', '2025-11-03'],
  ['sept 2024', '2024-09'],
  ['2026', '2026'],
  ['2026-11', '2026-11'],
  ['2026-1-5', '2026-01-05'],
  ['2026/11/27', '2026-11-27'],
  ['27.11.2026', '2026-11-27'],
  ['11/27/2026', '2026-11-27'],
  ['27/11/2026', '2026-11-27'],
  ['1/2/2026', '2026-01-02'],
  ['2026-11-02..2026-11-08', '2026-11-02..2026-11-08'],
  ['monday..today', '2026-11-23..2026-11-27'],
  ['last week..yesterday', '2026-11-16..2026-11-26'],
])('%s is %s', (written, day) => {
  expect(readDate(written, today)).toBe(day);
});

test.each([
  '',
  'day',
  'week',
  'soon',
  '2026-13',
  '2026-11-31',
  '31.11.2026',
  '99',
  '3 days',
  'last 0 days',
  'nov nov',
  'today..monday',
  '1..2..3',
  'mo',
])('%j is no date', (written) => {
  expect(readDate(written, today)).toBeNull();
});

test('weeks begin, and days of slashes are read, as is usual where the reader is', () => {
  expect(readDate('this week', { ...today, weekStart: 0 })).toBe('2026-11-22..2026-11-28');
  expect(readDate('1/2/2026', { ...today, isMonthFirst: false })).toBe('2026-02-01');
});

test('months ago end where a month is shorter', () => {
  expect(readDate('1 month ago', { ...today, now: new Date(2026, 2, 31) })).toBe('2026-02-28');
});

test('all words that are offered are dates', () => {
  expect(dateWords.filter((word) => readDate(word, today) === null)).toEqual([]);
});
