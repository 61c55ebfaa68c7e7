/** Times as a reader writes them: in the user's own language and time zone, with their choice of clock. */
import type { Reader } from '../../storage/database.ts';
import { readingOf } from './language.shared.ts';
import type { UserRow } from './rows.ts';
import { timeZoneOf, userSetting } from './settings.shared.ts';

/** @param timestamp UNIX seconds. @returns such as "Mon, 5 Jan, 14:03"; with "UTC" behind it for someone without a time zone. */
export const localTime = (db: Reader, user: UserRow, timestamp: number): string => formatted(db, user, timestamp, {});

/** The same with the year, for a time that may be far away: such as "Mon, 5 Jan 2026, 14:03". */
export const localMoment = (db: Reader, user: UserRow, timestamp: number): string =>
  formatted(db, user, timestamp, { year: 'numeric' });

function formatted(db: Reader, user: UserRow, timestamp: number, more: Intl.DateTimeFormatOptions): string {
  const isTwentyFour = userSetting(db, user, 'twenty_four_hour_time') !== false;
  const timeZone = timeZoneOf(user);
  const text = new Intl.DateTimeFormat(dateLocale(readingOf(user).language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: isTwentyFour ? 'h23' : 'h12',
    timeZone,
    ...more,
  }).format(timestamp * 1000);
  return timeZone === 'UTC' ? `${text} UTC` : text;
}

/** @param timestamp UNIX seconds. @returns such as "6 December 2026 at 22:49 UTC", for a reader whose time zone is not known. */
export const universalTime = (language: string, timestamp: number): string =>
  `${new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(timestamp * 1000)} UTC`;

/** English dates have the day before the month, and 24 hours. */
const dateLocale = (language: string): string => (language === 'en' ? 'en-GB' : language);
