/** Times as a reader writes them: in the user's own time zone, with their choice of clock. */
import type { Reader } from '../../storage/database.ts';
import type { UserRow } from '../users/rows.ts';
import { timeZoneOf, userSetting } from '../users/settings.shared.ts';

/** @param timestamp UNIX seconds. @returns such as "Mon, 5 Jan, 14:03"; with "UTC" behind it for someone without a time zone. */
export function localTime(db: Reader, user: UserRow, timestamp: number): string {
  const isTwentyFour = userSetting(db, user, 'twenty_four_hour_time') !== false;
  const timeZone = timeZoneOf(user);
  const text = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: isTwentyFour ? 'h23' : 'h12',
    timeZone,
  }).format(timestamp * 1000);
  return timeZone === 'UTC' ? `${text} UTC` : text;
}
