// `<time:2026-01-01T12:00:00+01:00>` or `<time:1767265200>` (Unix seconds): a moment that each client shows in its
// reader's own time zone. Without an offset the time is UTC. Also what people write by hand is read: `<time:31 Dec 2017>`,
// `<time:Jun 5th 2017, 10:30 pm CET>`. What is no time is said to be none.

import type { StateInline } from 'markdown-it';
import { renderStateOf } from '../context.ts';
import { element, escapeHtml } from '../html.ts';
import { pushHtml } from './push-html.ts';

const timePattern = /<time:([^<>\n]{1,100})>/y;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekday = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? )?`;
const month = String.raw`(?<month>${months.join('|')})[a-z]{0,6}\.?`;
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const year = String.raw`(?<year>\d{4})`;
const clockSource = String.raw`(?:,? (?:at )?(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d))?)?(?: ?(?<half>[ap])\.?m\.?)?)?`;
const zoneSource = String.raw`(?: ?(?<zone>[a-z]{1,4}|[+-]\d\d:?\d\d))?`;
/** Days that are no months. */
const lateDay = String.raw`(?<day>1[3-9]|2\d|3[01])`;
/** Orders in which a date is written by hand. Of figures alone only what is one day: 5/6/2017 is two. */
const writtenPatterns = [
  `${day} ${month},? ${year}`,
  `${month} ${day},? ${year}`,
  String.raw`(?<day>\d{1,2})\. ?(?<monthNumber>\d{1,2})\. ?${year}`,
  String.raw`${lateDay}[/-](?<monthNumber>\d{1,2})[/-]${year}`,
  String.raw`(?<monthNumber>\d{1,2})[/-]${lateDay}[/-]${year}`,
  String.raw`(?<year>(?:19|20)\d\d)(?<monthNumber>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])`,
  String.raw`${year}[/.-](?<monthNumber>\d{1,2})[/.-](?<day>\d{1,2})`,
].map((date) => new RegExp(`^${weekday}${date}${clockSource}${zoneSource}$`, 'i'));
/** Zones with names in common use. A name that means two zones is not among them. */
const zoneNames: Readonly<Record<string, string>> = {
  '-08:00': 'pst',
  '-07:00': 'pdt mst',
  '-06:00': 'mdt',
  '-05:00': 'cdt est',
  '-04:00': 'edt',
  '+00:00': 'utc gmt z wet',
  '+01:00': 'cet west',
  '+02:00': 'cest eet',
  '+03:00': 'eest msk',
  '+09:00': 'jst kst',
  '+10:00': 'aest',
  '+11:00': 'aedt',
  '+12:00': 'nzst',
  '+13:00': 'nzdt',
};
const zoneOffsets: ReadonlyMap<string, string> = new Map(
  Object.entries(zoneNames).flatMap(([offset, names]) => names.split(' ').map((name) => [name, offset] as const)),
);
const isoPattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Inline rule at `<`; must stand before the rule for `<https://...>`. */
export function time(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
  timePattern.lastIndex = state.pos;
  const match = timePattern.exec(state.src);
  if (match === null || timePattern.lastIndex > state.posMax) return false;
  const typed = (match[1] ?? '').trim();
  if (!silent) {
    const moment = parseTime(typed);
    const shown = moment === undefined ? `Invalid time format: ${typed}` : typed;
    const html =
      moment === undefined
        ? element('span', { class: 'timestamp-error' }, escapeHtml(shown))
        : element('time', { datetime: moment.toISOString().replace(/\.\d{3}Z$/, 'Z') }, escapeHtml(shown));
    const { showTime } = renderStateOf(state.env).context;
    const plain = moment === undefined || showTime === undefined ? shown : showTime(moment);
    // Each reader sees it in words of their own.
    pushHtml(state, html, plain, ' ');
  }
  state.pos += match[0].length;
  return true;
}

/** The moment a text names, or undefined. Whole seconds. */
function parseTime(text: string): Date | undefined {
  const iso = isoPattern.exec(text);
  let moment: Date;
  if (iso !== null) {
    const [, date, minutes = '00:00', seconds = ':00', offset = 'Z'] = iso;
    moment = dateOf(date ?? '', `${minutes}${seconds}${offset.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  } else {
    moment = writtenTime(text);
    if (Number.isNaN(moment.getTime()) && /^\d{1,11}$/.test(text)) moment = new Date(Number(text) * 1000);
  }
  const shownYear = moment.getUTCFullYear();
  return shownYear >= 1 && shownYear <= 9999 ? moment : undefined;
}

/** The moment that was written by hand, or an invalid date. */
function writtenTime(text: string): Date {
  const parts = writtenPatterns.map((pattern) => pattern.exec(text)?.groups).find((found) => found !== undefined);
  const clock = clockOf(parts);
  const zone = zoneOf(parts?.['zone']);
  if (parts === undefined || clock === undefined || zone === undefined) return new Date(Number.NaN);
  const monthNumber = parts['monthNumber'] ?? String(months.indexOf((parts['month'] ?? '').toLowerCase()) + 1);
  return dateOf(`${parts['year']}-${twoDigits(monthNumber)}-${twoDigits(parts['day'])}`, `${clock}${zone}`);
}

/** An invalid date for a day that no month has: 30 February would be in March. */
function dateOf(date: string, clock: string): Date {
  const midnight = new Date(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
  return new Date(isDay ? `${date}T${clock}` : Number.NaN);
}

/** The time of day as `22:30:00`; undefined where the hour stands alone or is none. */
function clockOf(parts: Partial<Record<string, string>> = {}): string | undefined {
  const { hour, minute, second = '00', half } = parts;
  if (hour === undefined) return '00:00:00';
  if (half === undefined) return minute === undefined ? undefined : `${twoDigits(hour)}:${minute}:${second}`;
  if (Number(hour) < 1 || Number(hour) > 12) return undefined;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${twoDigits(String(hours))}:${minute ?? '00'}:${second}`;
}

/** The offset as `+02:00`; undefined for a zone that is unknown. */
function zoneOf(name = 'utc'): string | undefined {
  if (/^[+-]/.test(name)) return name.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return zoneOffsets.get(name.toLowerCase());
}

function twoDigits(figures = ''): string {
  return figures.padStart(2, '0');
}
