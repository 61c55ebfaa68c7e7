/** Dates of narrows: spans of days, months and years in the reader's time zone, also where clocks change. */
import { expect, test } from 'vitest';
import { instantAt, sentCondition, withoutNegation, type DateOperator } from './dates.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const span = (operator: DateOperator, operand: Parameters<typeof sentCondition>[1], zone = 'UTC') => {
  const { from, until } = sentCondition(operator, operand, zone);
  return [from, until];
};

test.each([
  ['2026-11-27', '2026-11-27', '2026-11-28'],
  ['2026-11-5', '2026-11-05', '2026-11-06'],
  ['2026-11', '2026-11-01', '2026-12-01'],
  ['2026-12', '2026-12-01', '2027-01-01'],
  ['2026', '2026-01-01', '2027-01-01'],
  ['2024-02-29', '2024-02-29', '2024-03-01'],
])('%s is from %s until %s', (text, start, end) => {
  expect(span('on', text)).toEqual([at(start), at(end)]);
  expect(span('before', text)).toEqual([null, at(start)]);
  expect(span('after', text)).toEqual([at(end), null]);
  expect(span('since', text)).toEqual([at(start), null]);
  expect(span('until', text)).toEqual([null, at(end)]);
});

test('a day begins at midnight of the time zone, also on days of 23 and 25 hours', () => {
  expect(span('on', '2026-11-27', 'Asia/Tokyo')).toEqual([at('2026-11-26T15:00Z'), at('2026-11-27T15:00Z')]);
  expect(span('on', '2026-11-27', 'America/New_York')).toEqual([at('2026-11-27T05:00Z'), at('2026-11-28T05:00Z')]);
  expect(span('on', '2026-03-29', 'Europe/Berlin')).toEqual([at('2026-03-28T23:00Z'), at('2026-03-29T22:00Z')]);
  expect(span('on', '2026-10-25', 'Europe/Berlin')).toEqual([at('2026-10-24T22:00Z'), at('2026-10-25T23:00Z')]);
  expect(span('on', '2026-11-27', 'Asia/Kathmandu')).toEqual([at('2026-11-26T18:15Z'), at('2026-11-27T18:15Z')]);
});

test('a day whose midnight is skipped begins when the clock goes on', () => {
  // Chile: from 24:00 on 2026-09-05 to 01:00 on the 6th. Samoa left out the whole of 2011-12-30.
  expect(instantAt(Date.parse('2026-09-06T00:00Z'), 'America/Santiago')).toBe(at('2026-09-06T04:00Z'));
  const [from, until] = span('on', '2011-12-30', 'Pacific/Apia');
  expect(from).toBe(until);
});

test('seconds, moments and pairs of seconds are taken as they are', () => {
  expect(span('before', 1_700_000_000)).toEqual([null, 1_700_000_000]);
  expect(span('until', '1700000000')).toEqual([null, 1_700_000_001]);
  expect(span('since', '2026-11-27T10:00:00+01:00')).toEqual([at('2026-11-27T09:00Z'), null]);
  expect(span('on', [1_700_000_000, 1_700_000_060])).toEqual([1_700_000_000, 1_700_000_060]);
});

test.each(['', 'yesterday', '2026-13', '2026-11-31', '2025-02-29', '1969', '2026-11-27x', '-5', '99', '27.11.2026'])(
  '%j is no date',
  (text) => {
    expect(() => sentCondition('before', text, 'UTC')).toThrow(/needs a date such as 2026-11-27/);
  },
);

test.each([[[]], [[1_700_000_000]], [['a', 'b']], [[1_700_000_000, 1_700_000_001, 1_700_000_002]]])(
  'a list of %j is no span',
  (list) => {
    expect(() => sentCondition('on', list as number[], 'UTC')).toThrow(/needs a date/);
  },
);

test('half a line that is left out is the other half', () => {
  const [from, until] = [10_000, 20_000];
  const sent = (a: number | null, b: number | null) => ({ operator: 'sent', from: a, until: b }) as const;
  expect(withoutNegation(sent(from, null), true)).toEqual({ ...sent(null, from), negated: false });
  expect(withoutNegation(sent(null, until), true)).toEqual({ ...sent(until, null), negated: false });
  expect(withoutNegation(sent(from, until), true)).toEqual({ ...sent(from, until), negated: true });
});
