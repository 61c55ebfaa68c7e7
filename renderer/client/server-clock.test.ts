/** Pages know the server's time, whatever their own clock shows. */
import { afterEach, expect, test, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

afterEach(() => vi.useRealTimers());

const answered = (date: string | null): Response => new Response(null, date === null ? {} : { headers: { date } });
const noon = 'Mon, 05 Oct 2026 12:00:00 GMT';
const noonSecs = Date.parse(noon) / 1000;

test('the time is that of the newest answer, and goes on from there', () => {
  vi.useFakeTimers({ now: Date.parse(noon) - 600_000 });
  noteServerTime(answered(noon));
  expect(serverNow()).toBe(noonSecs);
  vi.advanceTimersByTime(5000);
  expect(serverNow()).toBe(noonSecs + 5);
  // Someone puts the clock right.
  vi.setSystemTime(Date.parse(noon) + 6000);
  noteServerTime(answered('Mon, 05 Oct 2026 12:00:06 GMT'));
  expect(serverNow()).toBe(noonSecs + 6);
});

test('an answer without a date, or with none that can be read, changes nothing', () => {
  vi.useFakeTimers({ now: Date.parse(noon) + 3_600_000 });
  noteServerTime(answered(noon));
  for (const date of [null, '', 'noon']) noteServerTime(answered(date));
  expect(serverNow()).toBe(noonSecs);
});
