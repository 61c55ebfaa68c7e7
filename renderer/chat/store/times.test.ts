/** Times by words, in local time: over midnight, over the end of a week and of daylight saving, and as fields and messages have them. */
import { afterAll, describe, expect, it } from 'vitest';
import { daysBetween } from '../kit/when.ts';
import { daySpan } from '../routing/days.ts';
import { clockOf, fieldText, laterChoices, readFieldText, timeTag, whenLater } from './times.ts';

// A Wednesday.
const at = (day: number, hour: number, minute = 0): Date => new Date(2026, 10, day, hour, minute);
const said = (now: Date, isSoon = false): [string, string][] =>
  laterChoices(now, isSoon).map(({ label, moment }) => [label, fieldText(moment)]);

describe('times by words', () => {
  it('are an hour, this afternoon, tomorrow and Monday', () => {
    expect(said(at(25, 9, 41))).toEqual([
      ['In 1 hour', '2026-11-25T10:41'],
      ['This afternoon', '2026-11-25T13:00'],
      ['Tomorrow morning', '2026-11-26T09:00'],
      ['Monday morning', '2026-11-30T09:00'],
    ]);
  });

  it('offer no afternoon that is over or near, and Monday only where it is not tomorrow', () => {
    expect(said(at(25, 12)).map(([label]) => label)).not.toContain('This afternoon');
    expect(said(at(29, 20)).map(([label]) => label)).toEqual(['In 1 hour', 'Tomorrow morning']);
    expect(said(at(30, 20)).at(-1)).toEqual(['Monday morning', '2026-12-07T09:00']);
  });

  it('never lie in the past, whatever the seconds', () => {
    const now = new Date(2026, 11, 31, 23, 59, 59, 999);
    for (const { moment } of laterChoices(now, true)) expect(moment.getTime()).toBeGreaterThan(now.getTime());
    expect(said(now, true)[0]).toEqual(['In 20 minutes', '2027-01-01T00:20']);
  });
});

it('a moment to come is said as short as it can be', () => {
  const now = at(25, 9);
  expect(whenLater(at(25, 10, 41), now, true)).toBe('10:41');
  expect(whenLater(at(26, 9), now, true)).toBe('Tomorrow 09:00');
  expect(whenLater(at(26, 21), now, false)).toMatch(/^Tomorrow 9:00\sPM$/);
  expect(whenLater(at(30, 9), now, true)).toMatch(/^Mon\S* 09:00$/);
  expect(whenLater(new Date(2026, 11, 7, 9), now, true)).toMatch(/7/);
  expect(whenLater(new Date(2027, 0, 7, 9), now, true)).toMatch(/2027/);
  // Words that say the day need it only in short.
  expect(clockOf(at(25, 10, 41), now, true)).toBe('10:41');
  expect(clockOf(at(26, 9), now, true)).toMatch(/^Thu\S* 09:00$/);
  // What is late has its day.
  expect(whenLater(at(24, 9), now, true)).toMatch(/24/);
});

it('fields and moments say the same, and nonsense says nothing', () => {
  const moment = at(25, 23, 5);
  expect(readFieldText(fieldText(moment))).toEqual(moment);
  for (const text of ['', 'tomorrow', '2026-13-45T00:00', '2026-11-25']) expect(readFieldText(text)).toBeNull();
});

it('a time in a message has the zone of its writer', () => {
  const [, text = '', zone = ''] = /^<time:(.*)([+-]\d\d:\d\d)>$/.exec(timeTag(at(25, 14))) ?? [];
  expect(text).toBe('2026-11-25T14:00:00');
  expect(new Date(text + zone)).toEqual(at(25, 14));
});

describe('a day of 23 or 25 hours is one day, where the clock is set at midnight too', () => {
  const { TZ: own } = process.env;
  afterAll(() => {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['Asia/Beirut', '2026-03-29', 23],
    ['Africa/Cairo', '2026-04-24', 23],
    ['America/Havana', '2026-11-01', 25],
    ['Atlantic/Azores', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kolkata', '2026-03-29', 24],
    ['Asia/Beirut', '2026-03-28..2026-03-30', 71],
  ])('in %s, %s', (zone, text, hours) => {
    process.env['TZ'] = zone;
    const [start = 0, end = 0] = daySpan(text) ?? [];
    expect((end - start) / 3600).toBe(hours);
    expect(daysBetween(start * 1000, end * 1000)).toBe(Math.round(hours / 24));
    expect(daysBetween(end * 1000 - 1, end * 1000)).toBe(1);
    expect(fieldText(new Date(start * 1000)).slice(0, 10)).toBe(text.slice(0, 10));
    // Nine in the morning of the next day, however long the night is.
    const choices = laterChoices(new Date(start * 1000 - 600_000)).map(({ moment }) => fieldText(moment));
    expect(choices).toContain(`${text.slice(0, 10)}T09:00`);
  });
});
