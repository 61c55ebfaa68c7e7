/** Short time format for lists; days as calendars count them, and the time as the reader likes it. Pure. */
import { dayMs } from '../../client/durations.ts';
import { dateFormat, usesTwentyFourHours } from '../../client/formats.ts';
import { t } from '../../client/text.ts';

const daysByName = 6;

const startOfDay = (moment: Date | number): number => new Date(moment).setHours(0, 0, 0, 0);

/** How many days of the calendar lie between two moments; one of 23 or 25 hours is one. */
export const daysBetween = (earlier: Date | number, later: Date | number): number =>
  Math.round((startOfDay(later) - startOfDay(earlier)) / dayMs);

/** Whether times have 24 hours: as the reader chose, else as is usual in the language (contract: twenty_four_hour_time). */
export function hasTwentyFourHours(chosen: boolean | null | undefined, usual = usesTwentyFourHours()): boolean {
  return chosen ?? usual;
}

const times = {
  h23: dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  h12: dateFormat({ hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }),
};
const weekday = dateFormat({ weekday: 'short' });
const dayOfYear = dateFormat({ day: 'numeric', month: 'short' });
const fullDay = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** The time of the day. */
export const timeOfDay = (moment: Date | number, twentyFourHours: boolean): string =>
  (twentyFourHours ? times.h23 : times.h12).format(moment);

/** The time today, "Yesterday", the day of this week, else the date. @param timestamp UNIX seconds. @param now UNIX seconds. */
export function when(timestamp: number, now: number, twentyFourHours: boolean): string {
  const moment = timestamp * 1000;
  const days = daysBetween(moment, now * 1000);
  if (days <= 0) return timeOfDay(moment, twentyFourHours);
  if (days === 1) return t('Yesterday');
  if (days <= daysByName) return weekday.format(moment);
  const isThisYear = new Date(moment).getFullYear() === new Date(now * 1000).getFullYear();
  return (isThisYear ? dayOfYear : fullDay).format(moment);
}
