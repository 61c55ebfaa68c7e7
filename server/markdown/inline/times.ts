// `<time:2026-01-01T12:00:00+01:00>` or `<time:1767265200>` (Unix seconds): a moment that each client shows in its
// reader's own time zone. Without an offset the time is UTC. What is no time is said to be none.

import type { StateInline } from 'markdown-it';
import { element, escapeHtml } from '../html.ts';
import { pushHtml } from './push-html.ts';

const timePattern = /<time:([^<>\n]{1,100})>/y;
/** Times as written by hand, with the month's name or the year first. */
const monthPattern = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const clockPattern = '(?:,? (?:at )?\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?[ap]m)?)?(?: ?(?:utc|gmt|z|[+-]\\d\\d:?\\d\\d))?';
const writtenPattern = new RegExp(
  `^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?(?:\\d{1,2} ${monthPattern},? \\d{4}|${monthPattern} \\d{1,2},? \\d{4}|\\d{4}/\\d{1,2}/\\d{1,2})${clockPattern}$`,
  'i',
);
const zonePattern = /(?:utc|gmt|z|:\d\d ?(?:[ap]m)? ?[+-]\d\d:?\d\d)$/i;
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
    pushHtml(state, html, shown);
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
    moment = new Date(`${date}T${minutes}${seconds}${offset.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  } else if (writtenPattern.test(text)) {
    const clock = text.replace(/ at /i, ' ').replace(/(\d)([ap]m)/i, '$1 $2');
    moment = new Date(Date.parse(zonePattern.test(clock) ? clock : `${clock} UTC`));
  } else if (/^\d{1,11}$/.test(text)) {
    moment = new Date(Number(text) * 1000);
  } else {
    return undefined;
  }
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? moment : undefined;
}
