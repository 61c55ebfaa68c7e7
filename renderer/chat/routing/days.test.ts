/** Days in narrows are days of the reader's calendar. */
import { expect, test } from 'vitest';
import { daySpan, dayTitle, sentTerm } from './days.ts';

const at = (year: number, month: number, day: number): number => new Date(year, month - 1, day).getTime() / 1000;

test.each([
  ['2026-11-27', at(2026, 11, 27), at(2026, 11, 28)],
  ['2026-11', at(2026, 11, 1), at(2026, 12, 1)],
  ['2026', at(2026, 1, 1), at(2027, 1, 1)],
  ['2026-11-02..2026-11-08', at(2026, 11, 2), at(2026, 11, 9)],
  ['2026-10..2026-12', at(2026, 10, 1), at(2027, 1, 1)],
])('%s is a span of time', (text, start, end) => {
  expect(daySpan(text)).toEqual([start, end]);
  expect(sentTerm('on', text)).toEqual({ operator: 'on', operand: [start, end] });
  expect(sentTerm('before', text)).toEqual({ operator: 'before', operand: start });
  expect(sentTerm('after', text)).toEqual({ operator: 'since', operand: end });
  expect(sentTerm('since', text)).toEqual({ operator: 'since', operand: start });
  expect(sentTerm('until', text)).toEqual({ operator: 'before', operand: end });
});

test.each([
  '',
  'x',
  '1969',
  '2026-13',
  '2026-02-30',
  '2026-11-08..2026-11-02',
  '..',
  '2026..',
  'a..b',
  '2026..2027..2028',
])('%j is none, and goes to the server as it is', (text) => {
  expect(daySpan(text)).toBeNull();
  expect(sentTerm('on', text)).toEqual({ operator: 'on', operand: text });
});

test('days are shown as calendars write them', () => {
  expect(dayTitle('2026-11-27')).toBe('Fri, Nov 27, 2026');
  expect(dayTitle('2026-11')).toBe('November 2026');
  expect(dayTitle('2026')).toBe('2026');
  expect(dayTitle('2026-11-16..2026-11-22')).toBe('Mon, Nov 16, 2026 – Sun, Nov 22, 2026');
});
