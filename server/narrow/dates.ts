/**
 * Times of narrows: `before`, `after`, `since`, `until` and `on` with a day, a month or a year in the reader's time zone, or a
 * moment. Hearth's own operators (api/README.md, "Where Hearth differs"). Pure.
 */
import { badNarrow } from '../errors.ts';

/** Messages sent at `from` or later, and before `until`; UNIX seconds, null = without limit. */
export interface SentCondition {
  operator: 'sent';
  from: number | null;
  until: number | null;
}

export const dateOperators = ['before', 'after', 'since', 'until', 'on'] as const;
export type DateOperator = (typeof dateOperators)[number];

export const isDateOperator = (operator: string): operator is DateOperator =>
  dateOperators.some((known) => known === operator);

/** From its first second until before `end`. */
interface Span {
  start: number;
  end: number;
}

const date = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/;
const seconds = /^\d{5,11}$/;

/**
 * @param operand "2026-11-27", "2026-11", "2026", UNIX seconds, a moment as ISO 8601 has it, or for `on` [first second, end].
 * @param timeZone of days, months and years, as IANA names it
 * @throws ApiError BAD_NARROW for anything else
 */
export function sentCondition(
  operator: DateOperator,
  operand: string | number | readonly (string | number)[],
  timeZone: string,
): SentCondition {
  const span = typeof operand === 'object' ? spanOfList(operand) : spanOf(operand, timeZone);
  if (span === undefined || (typeof operand === 'object' && operator !== 'on'))
    throw badNarrow(
      `'${operator}' needs a date such as 2026-11-27, 2026-11 or 2026, or a time in UNIX seconds: ${String(operand).slice(0, 60)}`,
    );
  switch (operator) {
    case 'before':
      return { operator: 'sent', from: null, until: span.start };
    case 'after':
      return { operator: 'sent', from: span.end, until: null };
    case 'since':
      return { operator: 'sent', from: span.start, until: null };
    case 'until':
      return { operator: 'sent', from: null, until: span.end };
    case 'on':
      return { operator: 'sent', from: span.start, until: span.end };
  }
}

/** What is not sent before a time is sent since then: such a filter is as quick as the other. Days that are left out stay negated. */
export function withoutNegation(condition: SentCondition, negated: boolean): SentCondition & { negated: boolean } {
  const { from, until } = condition;
  if (!negated || (from !== null && until !== null)) return { ...condition, negated };
  return { operator: 'sent', from: until, until: from, negated: false };
}

function spanOfList(list: readonly (string | number)[]): Span | undefined {
  const [start, end] = list.map(Number);
  const isPair = list.length === 2 && list.every((each) => seconds.test(String(each)));
  return isPair && start !== undefined && end !== undefined ? { start, end } : undefined;
}

function spanOf(operand: string | number, timeZone: string): Span | undefined {
  const text = String(operand).trim();
  if (typeof operand === 'number' || seconds.test(text)) {
    const at = Number(text);
    return Number.isSafeInteger(at) && at >= 0 && at < 1e11 ? { start: at, end: at + 1 } : undefined;
  }
  if (moment.test(text)) {
    const at = Math.floor(Date.parse(text) / 1000);
    return Number.isNaN(at) ? undefined : { start: at, end: at + 1 };
  }
  const [, year, month, day] = date.exec(text)?.map((part: string | undefined) => part && Number(part)) ?? [];
  if (typeof year !== 'number' || year < 1970) return undefined;
  const first = [year, Number(month ?? 1) - 1, Number(day ?? 1)] as const;
  const start = new Date(Date.UTC(...first));
  // The 31st of November is no day, and month 13 no month.
  if (start.getUTCMonth() !== first[1] || start.getUTCDate() !== first[2]) return undefined;
  const next = day !== undefined ? [0, 0, 1] : month !== undefined ? [0, 1, 0] : [1, 0, 0];
  const end = Date.UTC(first[0] + (next[0] ?? 0), first[1] + (next[1] ?? 0), first[2] + (next[2] ?? 0));
  return { start: instantAt(start.getTime(), timeZone), end: instantAt(end, timeZone) };
}

/** Of formatters: as many zones as there are, with room for other spellings. */
const mostFormatters = 1000;
/** Formatters by zone: making one costs more than a hundred uses. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formatters.size >= mostFormatters) formatters.clear();
  formatters.set(timeZone, made);
  return made;
}

/** @param ms UNIX milliseconds. @returns what clocks of the zone show then, as if it were a time in UTC, in milliseconds. */
export function wallTimeAt(ms: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(ms);
  const found = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** @param wallMs what clocks of the zone show, as if it were a time in UTC, in milliseconds. @returns when that is, UNIX seconds. */
export function instantAt(wallMs: number, timeZone: string): number {
  const wallAt = (ms: number): number => wallTimeAt(ms, timeZone);
  // Twice: the offset at the first guess may be that of the other side of a change to or from summer time.
  let at = wallMs - (wallAt(wallMs) - wallMs);
  at -= wallAt(at) - wallMs;
  // A time that the clock skips is when the clock goes on.
  if (wallAt(at) < wallMs) at += wallMs - wallAt(at);
  return Math.floor(at / 1000);
}
