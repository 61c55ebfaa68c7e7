/** Moments that people mean when they say "later", in the time zone of this computer, and how a moment to come is said. Pure. */
import { hourMs, minuteMs } from '../../client/durations.ts';
import { dateFormat } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { daysBetween, timeOfDay } from '../kit/when.ts';

export interface LaterChoice {
  label: string;
  moment: Date;
}

const morningHour = 9;
const afternoonHour = 13;
const daysByName = 6;

/** A moment of another day by the clock on the wall: days of 23 and 25 hours have it too. */
function onDay(now: Date, days: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}

/** @param isSoon minutes are offered too, as one wants them of a reminder. */
export function laterChoices(now: Date, isSoon = false): LaterChoice[] {
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    ...(isSoon ? [{ label: t('In 20 minutes'), moment: inWholeMinutes(now, 20 * minuteMs) }] : []),
    { label: t('In 1 hour'), moment: inWholeMinutes(now, hourMs) },
    ...(now.getHours() < afternoonHour - 1
      ? [{ label: t('This afternoon'), moment: onDay(now, 0, afternoonHour) }]
      : []),
    { label: t('Tomorrow morning'), moment: onDay(now, 1, morningHour) },
    ...(toMonday > 1 ? [{ label: t('Monday morning'), moment: onDay(now, toMonday, morningHour) }] : []),
  ];
}

/** For how long notifications can be turned off at a press. */
export function quietChoices(now: Date): LaterChoice[] {
  return [
    { label: t('For 30 minutes'), moment: inWholeMinutes(now, 30 * minuteMs) },
    { label: t('For 1 hour'), moment: inWholeMinutes(now, hourMs) },
    { label: t('Until tomorrow'), moment: onDay(now, 1, morningHour) },
  ];
}

function inWholeMinutes(now: Date, ms: number): Date {
  return new Date(Math.ceil((now.getTime() + ms) / minuteMs) * minuteMs);
}

const formatOf = (hourCycle: 'h23' | 'h12', day: Intl.DateTimeFormatOptions) =>
  dateFormat({
    hour: hourCycle === 'h23' ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle,
    ...day,
  });
const formats = {
  week: { h23: formatOf('h23', { weekday: 'short' }), h12: formatOf('h12', { weekday: 'short' }) },
  year: {
    h23: formatOf('h23', { weekday: 'short', day: 'numeric', month: 'short' }),
    h12: formatOf('h12', { weekday: 'short', day: 'numeric', month: 'short' }),
  },
  full: {
    h23: formatOf('h23', { day: 'numeric', month: 'short', year: 'numeric' }),
    h12: formatOf('h12', { day: 'numeric', month: 'short', year: 'numeric' }),
  },
} as const;

/** When something will be, as short as it can be said: "10:41", "Tomorrow 09:00", "Mon 09:00", "Mon, 7 Dec, 09:00". */
export function whenLater(moment: Date, now: Date, twentyFourHours: boolean): string {
  const cycle = twentyFourHours ? 'h23' : 'h12';
  const days = daysBetween(now, moment);
  if (days === 0) return timeOfDay(moment, twentyFourHours);
  if (days === 1) return t('Tomorrow {{time}}', { time: timeOfDay(moment, twentyFourHours) });
  if (days > 1 && days <= daysByName) return formats.week[cycle].format(moment);
  return formats[moment.getFullYear() === now.getFullYear() ? 'year' : 'full'][cycle].format(moment);
}

/** Beside words that say the day: "10:41", "Thu 09:00". */
export function clockOf(moment: Date, now: Date, twentyFourHours: boolean): string {
  return daysBetween(now, moment) === 0
    ? timeOfDay(moment, twentyFourHours)
    : formats.week[twentyFourHours ? 'h23' : 'h12'].format(moment);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** A moment as a field of the type "datetime-local" has it, in local time. */
export function fieldText(moment: Date): string {
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** @returns the moment that such a field says; null while it says none. */
export function readFieldText(text: string): Date | null {
  const moment = new Date(text);
  return /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(moment.getTime()) ? moment : null;
}

/** A moment as a message has it, so that everyone reads it in their own zone. */
export function timeTag(moment: Date): string {
  const offset = -moment.getTimezoneOffset();
  const size = Math.abs(offset);
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `<time:${fieldText(moment)}:00${zone}>`;
}
