/**
 * The demo's time: sixty days that end on a given day, their working days, and the clock that is moved through them. Whatever
 * day that is, it counts as a Friday: so working days, texts and ids are the same everywhere. All times are UTC, in UNIX milliseconds.
 */
import { dayMs, minuteMs } from '../durations.ts';

/** A Friday: as if it ended then, every demo is made. Where no one says a day, a demo ends yesterday. */
export const defaultLastDay = '2026-10-30';
const friday = Date.parse(`${defaultLastDay}T00:00:00Z`);
export const spanDays = 60;

/** A clock that stands still until it is moved. */
export class DemoClock {
  nowMs: number;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }
}

export class Calendar {
  /** Midnight of the first and of the last day. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** Midnights of the working days, the last one first. */
  readonly workdays: readonly number[];

  /** @param lastDay "YYYY-MM-DD", as isDay() accepts it. */
  constructor(lastDay: string) {
    this.lastMs = Date.parse(`${lastDay}T00:00:00Z`);
    this.firstMs = this.lastMs - (spanDays - 1) * dayMs;
    this.workdays = Array.from({ length: spanDays }, (_, back) => this.lastMs - back * dayMs).filter((day) =>
      isWorkday(this.asIf(day)),
    );
  }

  /** The time in its place in the week, as if the last day were a Friday. */
  asIf(atMs: number): number {
    return atMs - this.lastMs + friday;
  }

  /** A minute of the working day that lies so many working days back. */
  at(workdaysBack: number, minuteOfDay: number): number {
    const day = this.workdays[Math.min(workdaysBack, this.workdays.length - 1)] ?? this.firstMs;
    return day + minuteOfDay * minuteMs;
  }

  /** The same minute on the next working day; the last day has none, so there it stays. */
  nextWorkday(atMs: number): number {
    const midnight = atMs - (atMs % dayMs);
    const next = this.workdays.findLast((day) => day > midnight) ?? midnight;
    return next + (atMs - midnight);
  }
}

function isWorkday(midnightMs: number): boolean {
  const weekday = new Date(midnightMs).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** @param language a tag (BCP 47). */
export function weekdayName(atMs: number, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(atMs);
}

/** Number of the week since the demo's first Monday, for topics that go by weeks. */
export function weekNumber(atMs: number): number {
  const date = new Date(atMs);
  const newYear = Date.UTC(date.getUTCFullYear(), 0, 1);
  return Math.ceil(((atMs - newYear) / dayMs + new Date(newYear).getUTCDay()) / 7);
}

/** @returns the day before, as "YYYY-MM-DD". */
export const yesterday = (nowMs: number): string => new Date(nowMs - dayMs).toISOString().slice(0, 10);

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const parsed = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(text);
}
