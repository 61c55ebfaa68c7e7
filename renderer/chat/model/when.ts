/** When something was, as short as it can be said in a list. Pure. */
import { dayMs } from '../../client/durations.ts';
import { t } from '../../client/text.ts';

const daysByName = 6;

const startOfDay = (moment: number): number => new Date(moment).setHours(0, 0, 0, 0);

const times = {
  h23: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  h12: new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }),
};
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const fullDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** The time today, "Yesterday", the day of this week, else the date. @param timestamp UNIX seconds. @param now UNIX seconds. */
export function when(timestamp: number, now: number, twentyFourHours: boolean): string {
  const moment = timestamp * 1000;
  // Days of 23 and 25 hours are rounded away.
  const days = Math.round((startOfDay(now * 1000) - startOfDay(moment)) / dayMs);
  if (days <= 0) return (twentyFourHours ? times.h23 : times.h12).format(moment);
  if (days === 1) return t('Yesterday');
  if (days <= daysByName) return weekday.format(moment);
  const isThisYear = new Date(moment).getFullYear() === new Date(now * 1000).getFullYear();
  return (isThisYear ? dayOfYear : fullDay).format(moment);
}
