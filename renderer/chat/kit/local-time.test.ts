/** Local time of a user. */
import { expect, test } from 'vitest';
import { localTime, offsetMinutes } from './local-time.ts';

const noon = Date.UTC(2026, 10, 22, 12) / 1000;

test('offsets of zones, of half hours and of none', () => {
  expect(offsetMinutes('Asia/Tokyo', noon)).toBe(540);
  expect(offsetMinutes('America/New_York', noon)).toBe(-300);
  expect(offsetMinutes('Asia/Kolkata', noon)).toBe(330);
  expect(offsetMinutes('UTC', noon)).toBe(0);
  expect(offsetMinutes('Atlantis/Nowhere', noon)).toBeNull();
});

test('the time there, and how far it is', () => {
  expect(localTime('Asia/Tokyo', 'Europe/Berlin', noon, true)).toBe('21:00, 8 h ahead');
  expect(localTime('Europe/Berlin', 'Asia/Kolkata', noon, true)).toBe('13:00, 4.5 h behind');
  expect(localTime('Europe/Paris', 'Europe/Berlin', noon, true)).toBe('13:00');
  expect(localTime('America/New_York', 'America/New_York', noon, false)).toMatch(/^7:00\sAM$/);
});

test('a zone that is not set, or that no one knows, has no time', () => {
  expect(localTime('', 'Europe/Berlin', noon, true)).toBeNull();
  expect(localTime('Atlantis/Nowhere', 'Europe/Berlin', noon, true)).toBeNull();
});
