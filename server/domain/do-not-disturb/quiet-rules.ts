/** Rules of quiet time: turned on by hand until a time, or by quiet hours of weekdays in a user's time zone. Pure. */
import { z } from 'zod';
import { dayMs, daySecs, minuteMs } from '../../durations.ts';
import { instantAt, wallTimeAt } from '../../narrow/dates.ts';

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
/** What quiet hours may be: days from 1 (Monday) to 7, and times such as "22:00". */
export const quietHoursSchema = z
  .array(z.object({ days: z.array(z.int().min(1).max(7)).min(1).max(7), start: timeOfDay, end: timeOfDay }))
  .max(14);

/** Quiet hours that begin on some days of the week. */
export interface QuietPeriod {
  /** 1 is Monday, 7 is Sunday. */
  days: readonly number[];
  /** "22:00" */
  start: string;
  /** On the next day where it is not after the start: two equal times are a whole day. */
  end: string;
}

/** What a user chose. Times are UNIX seconds. */
export interface QuietChoice {
  until: number | null;
  resumed_until: number | null;
  chosen_at: number;
  quiet_hours: readonly QuietPeriod[];
}

/** For how long notifications can be turned off by hand, in seconds. */
export const longestSecs = 366 * daySecs;
/** Quiet times that follow each other without a pause are looked through up to this number. */
const mostJoined = 21;
const minutesOfDay = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Quiet hours that begin on the days from the first to the last after the day of a time, in seconds. */
function spansAround(
  hours: readonly QuietPeriod[],
  timeZone: string,
  at: number,
  [first, last]: readonly [number, number],
): { start: number; end: number }[] {
  const today = Math.floor(wallTimeAt(at * 1000, timeZone) / dayMs) * dayMs;
  const offsets = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return offsets.flatMap((offset) => {
    const day = today + offset * dayMs;
    const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1;
    return hours
      .filter(({ days }) => days.includes(weekday))
      .map(({ start, end }) => {
        const [from, to] = [minutesOfDay(start), minutesOfDay(end)];
        const endDay = to > from ? day : day + dayMs;
        return {
          start: instantAt(day + from * minuteMs, timeZone),
          end: instantAt(endDay + to * minuteMs, timeZone),
        };
      });
  });
}

/** When the quiet hours that a time lies in end; null = it lies in none. */
function endOfHours(hours: readonly QuietPeriod[], timeZone: string, at: number): number | null {
  const around = spansAround(hours, timeZone, at, [-1, 0]).filter(({ start, end }) => start <= at && at < end);
  return around.length === 0 ? null : Math.max(...around.map(({ end }) => end));
}

/**
 * A choice whose time lies ahead was made before the clock was set back: its times are set back by as much, so that an hour stays an hour.
 * @returns the same choice where the clock was not
 */
export function withClock<T extends Omit<QuietChoice, 'quiet_hours'> & { status_ends_at?: number | null }>(
  choice: T,
  now: number,
): T {
  const ahead = choice.chosen_at - now;
  if (ahead <= 0) return choice;
  const back = (time: number | null): number | null => (time === null ? null : time - ahead);
  return {
    ...choice,
    until: back(choice.until),
    resumed_until: back(choice.resumed_until),
    ...(choice.status_ends_at !== undefined && { status_ends_at: back(choice.status_ends_at) }),
    chosen_at: now,
  };
}

function chosen(choice: QuietChoice, now: number) {
  const { until, resumed_until: resumed } = withClock(choice, now);
  return { until: until ?? 0, resumed: resumed ?? 0 };
}

/** Whether no notifications are wanted at a time. @param now UNIX seconds. */
export function isQuiet(choice: QuietChoice, timeZone: string, now: number): boolean {
  const { until, resumed } = chosen(choice, now);
  return now < until || (now >= resumed && endOfHours(choice.quiet_hours, timeZone, now) !== null);
}

/** Until when no notifications are wanted; null = they are wanted now. UNIX seconds. */
export function quietUntil(choice: QuietChoice, timeZone: string, now: number): number | null {
  const { until, resumed } = chosen(choice, now);
  let end = Math.max(now, until);
  for (let joined = 0; joined < mostJoined; joined += 1) {
    const next = end >= resumed ? endOfHours(choice.quiet_hours, timeZone, end) : null;
    if (next === null) break;
    end = next;
  }
  return end > now ? end : null;
}

/** When what `quietUntil` says changes next; null = not on its own. UNIX seconds. */
export function nextChange(choice: QuietChoice, timeZone: string, now: number): number | null {
  const end = quietUntil(choice, timeZone, now);
  if (end !== null) return end;
  const { resumed } = chosen(choice, now);
  const from = Math.max(now, resumed);
  if (from > now && endOfHours(choice.quiet_hours, timeZone, from) !== null) return from;
  const starts = spansAround(choice.quiet_hours, timeZone, from, [0, 8])
    .map(({ start }) => start)
    .filter((start) => start > from);
  return starts.length === 0 ? null : Math.min(...starts);
}
