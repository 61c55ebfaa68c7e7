/** Dates as people write them, read as days: "yesterday", "last week", "3 days ago", "Nov 27", "27.11.2026". Pure. */
import { dateOrder, formatLocale } from '../../client/formats.ts';
import { daySpan } from '../routing/days.ts';
import { englishDays as weekdays, englishMonths as monthNames, inEnglish } from './own-date-words.ts';

export interface Today {
  now: Date;
  /** First day of a week where the reader is: 0 = Sunday, 1 = Monday. */
  weekStart: number;
  /** Whether "1/2/2026" is the 2nd of January there. */
  isMonthFirst: boolean;
}

/** What dates mean in this browser. */
export function todayHere(now: Date): Today {
  const order = dateOrder(now);
  return { now, weekStart: weekStartHere(), isMonthFirst: order.indexOf('month') < order.indexOf('day') };
}

/** Not every browser knows it; Monday is what ISO 8601 says. */
function weekStartHere(): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    formatLocale();
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Words that complete what is typed as a date, in the order in which they are offered. */
export const dateWords = [
  'today',
  'yesterday',
  'this week',
  'last week',
  'last 7 days',
  'this month',
  'last month',
  'this year',
  'last year',
] as const;

/** Words of which a date consists at most: "27th of November 2026". */
export const mostDateWords = 4;

const two = (number: number): string => String(number).padStart(2, '0');
const dayText = (day: Date): string =>
  `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
const monthText = (day: Date): string => dayText(day).slice(0, 7);

/** @returns the day, month, year or range as an address has it (routing/days.ts); null for what is no date. */
export function readDate(written: string, today: Today): string | null {
  const text = inEnglish(written.trim().toLowerCase())
    .replaceAll(/[\s_]+|-(?=[a-z])|(?<=[a-z])-/g, ' ')
    .replace(/^the /, '');
  const [first = '', last, ...more] = text.split(/ ?\.\.\.? ?/);
  if (last !== undefined) return more.length > 0 ? null : readRange(first, last, today);
  return valid(byNumbers(text, today) ?? byWords(text, today) ?? byCount(text, today) ?? byMonth(text, today));
}

const valid = (text: string | null): string | null => (text === null || daySpan(text) === null ? null : text);

function readRange(first: string, last: string, today: Today): string | null {
  const [start, end] = [readDate(first, today), readDate(last, today)];
  if (start === null || end === null) return null;
  return valid(`${start.split('..')[0] ?? ''}..${end.split('..').at(-1) ?? ''}`);
}

function byNumbers(text: string, { isMonthFirst }: Today): string | null {
  const [, year, month, day] = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text) ?? [];
  if (year !== undefined) return [year, month?.padStart(2, '0'), day?.padStart(2, '0')].filter(Boolean).join('-');
  const [, one = '', sign, other = '', yearBehind] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (yearBehind === undefined) return null;
  // A dot is written where the day comes first; of slashes the browser's own order counts, unless only the other is a date.
  const hasMonthFirst = sign !== '.' && (Number(other) > 12 || (isMonthFirst && Number(one) <= 12));
  const [d, m] = hasMonthFirst ? [other, one] : [one, other];
  return `${yearBehind}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
}

function byWords(text: string, { now, weekStart }: Today): string | null {
  const dayBy = (days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  if (['today', 'now'].includes(text)) return dayText(now);
  if (text === 'yesterday') return dayText(dayBy(-1));
  if (text === 'tomorrow') return dayText(dayBy(1));
  const [, which = '', name = ''] = /^(?:(this|last|past|previous|next) )?([a-z]+)$/.exec(text) ?? [];
  const steps = which === '' || which === 'this' ? 0 : which === 'next' ? 1 : -1;
  const unit = unitNamed(name);
  // "Day" and "week" on their own say no time.
  if (unit !== null) return which === '' ? null : spanBy(unit, steps, now, weekStart);
  const weekday = weekdays.findIndex((day) => day === name || (name.length >= 3 && day.startsWith(name)));
  if (weekday === -1) return null;
  // The day that was last; "last Monday" on a Monday is the one a week ago.
  const back = (now.getDay() - weekday + 7) % 7;
  if (which === 'next') return dayText(dayBy(7 - back));
  return dayText(dayBy(back === 0 && steps === -1 ? -7 : -back));
}

function unitNamed(name: string): Unit | null {
  const units: readonly Unit[] = ['day', 'week', 'month', 'quarter', 'year'];
  return units.find((unit) => name === unit || name === `${unit}s`) ?? null;
}

/** A unit of the calendar that lies so many of them from this one. */
function spanBy(unit: Unit, steps: number, now: Date, weekStart: number): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  switch (unit) {
    case 'day':
      return dayText(new Date(year, month, day + steps));
    case 'week': {
      const first = day - ((now.getDay() - weekStart + 7) % 7) + steps * 7;
      return `${dayText(new Date(year, month, first))}..${dayText(new Date(year, month, first + 6))}`;
    }
    case 'month':
      return monthText(new Date(year, month + steps));
    case 'quarter': {
      const first = (Math.floor(month / 3) + steps) * 3;
      return `${monthText(new Date(year, first))}..${monthText(new Date(year, first + 2))}`;
    }
    case 'year':
      return String(year + steps);
  }
}

/** "3 days ago", "2 weeks ago", "last 7 days", "7d". */
function byCount(text: string, { now }: Today): string | null {
  const [, before, count = '', unit = '', ago] =
    /^(?:(last|past|previous) )?(\d{1,4}|[a-z]+) ?(d|w|m|y|days?|weeks?|months?|years?)(?: (ago|back))?$/.exec(text) ??
    [];
  const number = /^\d+$/.test(count) ? Number(count) : numbers[count];
  if (number === undefined || (before !== undefined) === (ago !== undefined)) {
    // "7d" on its own is as much as "7 days ago".
    const isShort = number !== undefined && before === undefined && unit.length === 1;
    if (!isShort) return null;
  }
  const back = number ?? 0;
  const letter = unit.charAt(0);
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const monthsBack = letter === 'm' ? back : letter === 'y' ? back * 12 : 0;
  const lastOfMonth = new Date(year, month - monthsBack + 1, 0).getDate();
  const daysBack = letter === 'd' ? back : letter === 'w' ? back * 7 : 0;
  const then = new Date(year, month - monthsBack, (monthsBack > 0 ? Math.min(day, lastOfMonth) : day) - daysBack);
  if (before === undefined) return dayText(then);
  return back === 0
    ? null
    : `${dayText(new Date(then.getFullYear(), then.getMonth(), then.getDate() + 1))}..${dayText(now)}`;
}

/** "November", "Nov 2026", "27 Nov", "November 27th, 2026". Without a year the one that was last. */
function byMonth(text: string, { now }: Today): string | null {
  const words = text
    .replaceAll(',', ' ')
    .replaceAll('.', ' ')
    .split(/ +/)
    .filter((word) => word !== '' && word !== 'of');
  const monthAt = words.findIndex((word) => months.some((month, at) => word === month || isMonth(word, at)));
  if (monthAt === -1 || words.length > 3) return null;
  const month = months.findIndex((name, at) => words[monthAt] === name || isMonth(words[monthAt] ?? '', at));
  const others = words.filter((_, at) => at !== monthAt);
  const year = others.find((word) => /^\d{4}$/.test(word));
  const day = others.map((word) => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1]).find((found) => found !== undefined);
  if (others.length !== Number(year !== undefined) + Number(day !== undefined)) return null;
  const isAhead = new Date(now.getFullYear(), month, Number(day ?? 1)) > now;
  const spelled = year ?? String(now.getFullYear() - Number(isAhead));
  return [spelled, two(month + 1), day?.padStart(2, '0')].filter(Boolean).join('-');
}

/** "sept" and "november" are months, "novem" is still being typed. */
const isMonth = (word: string, at: number): boolean => word === monthNames[at] || (at === 8 && word === 'sept');
