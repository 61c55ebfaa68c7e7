/** Quiet time: by hand, by weekday, over midnight, where clocks change, and after a clock was set. */
import { expect, test } from 'vitest';
import { hourSecs } from '../../durations.ts';
import { isQuiet, nextChange, quietUntil, type QuietChoice, type QuietPeriod } from './quiet-rules.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const choice = (part: Partial<QuietChoice> = {}): QuietChoice => ({
  until: null,
  resumed_until: null,
  chosen_at: 0,
  quiet_hours: [],
  ...part,
});
const hours = (days: number[], start: string, end: string): QuietPeriod => ({ days, start, end });
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const nights = choice({ quiet_hours: [hours([1, 2, 3, 4, 5], '22:00', '07:00')] });

/** 2026-01-05 is a Monday. */
test.each([
  ['before the start', '2026-01-05T21:59Z', null, '2026-01-05T22:00Z'],
  ['at the start', '2026-01-05T22:00Z', '2026-01-06T07:00Z', '2026-01-06T07:00Z'],
  ['after midnight', '2026-01-06T06:59Z', '2026-01-06T07:00Z', '2026-01-06T07:00Z'],
  ['at the end', '2026-01-06T07:00Z', null, '2026-01-06T22:00Z'],
  ['on Saturday morning, as they began on Friday', '2026-01-10T03:00Z', '2026-01-10T07:00Z', '2026-01-10T07:00Z'],
  ['on Saturday night', '2026-01-10T23:00Z', null, '2026-01-12T22:00Z'],
  ['on Monday morning, as Sunday has none', '2026-01-05T03:00Z', null, '2026-01-05T22:00Z'],
])('quiet hours from Monday to Friday, %s', (_, now, until, next) => {
  expect(quietUntil(nights, 'UTC', at(now))).toBe(until === null ? null : at(until));
  expect(isQuiet(nights, 'UTC', at(now))).toBe(until !== null);
  expect(nextChange(nights, 'UTC', at(now))).toBe(at(next));
});

test('the time zone of the user decides, on days of 23 and 25 hours too', () => {
  const evening = choice({ quiet_hours: [hours(everyDay, '22:00', '07:00')] });
  expect(quietUntil(evening, 'Asia/Tokyo', at('2026-01-05T13:00Z'))).toBe(at('2026-01-05T22:00Z'));
  expect(quietUntil(evening, 'Asia/Tokyo', at('2026-01-05T12:59Z'))).toBeNull();
  expect(quietUntil(evening, 'Europe/Berlin', at('2026-03-28T22:00Z'))).toBe(at('2026-03-29T05:00Z'));
  expect(quietUntil(evening, 'Europe/Berlin', at('2026-10-24T22:00Z'))).toBe(at('2026-10-25T06:00Z'));
  // Between two and three o'clock there is no time on that day.
  const skipped = choice({ quiet_hours: [hours([7], '02:30', '04:00')] });
  expect(nextChange(skipped, 'Europe/Berlin', at('2026-03-28T22:00Z'))).toBe(at('2026-03-29T01:30Z'));
});

test('equal times are a whole day, and quiet times without a pause between them are one', () => {
  const weekend = choice({ quiet_hours: [hours([5], '18:00', '00:00'), hours([6, 7], '00:00', '00:00')] });
  expect(quietUntil(weekend, 'UTC', at('2026-01-09T18:00Z'))).toBe(at('2026-01-12T00:00Z'));
  const always = choice({ quiet_hours: [hours(everyDay, '00:00', '00:00')] });
  expect(quietUntil(always, 'UTC', at('2026-01-09T18:00Z'))).toBeGreaterThan(at('2026-01-16T00:00Z'));
});

test('by hand: until the time, and on into quiet hours that begin before it', () => {
  const now = at('2026-01-05T21:30Z');
  const byHand = { until: at('2026-01-05T22:30Z'), chosen_at: now };
  expect(quietUntil(choice(byHand), 'UTC', now)).toBe(byHand.until);
  expect(quietUntil(choice(byHand), 'UTC', byHand.until)).toBeNull();
  expect(quietUntil({ ...nights, ...byHand }, 'UTC', now)).toBe(at('2026-01-06T07:00Z'));
});

test('notifications that were turned on stay on for the rest of quiet hours', () => {
  const now = at('2026-01-05T23:00Z');
  const resumed = { ...nights, resumed_until: at('2026-01-06T07:00Z'), chosen_at: now };
  expect(isQuiet(resumed, 'UTC', now)).toBe(false);
  expect(nextChange(resumed, 'UTC', now)).toBe(at('2026-01-06T22:00Z'));
  expect(isQuiet(resumed, 'UTC', at('2026-01-06T22:00Z'))).toBe(true);
});

test('an hour that was chosen while the clock was ahead stays an hour when it is set back', () => {
  const ahead = at('2036-01-05T10:00Z');
  const now = at('2026-01-05T10:00Z');
  const byHand = choice({ until: ahead + hourSecs, chosen_at: ahead });
  expect(quietUntil(byHand, 'UTC', now)).toBe(now + hourSecs);
});
