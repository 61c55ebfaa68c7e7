/**
 * Days as narrows and addresses have them: "2026-11-27", "2026-11", "2026", or a first and a last one as "2026-11-02..2026-11-08". They
 * are days of the reader's own calendar: a link to a day opens the day of the user who follows it. Pure.
 */
import { dateFormat } from '../../client/formats.ts';

export const dateOperators = ['before', 'after', 'since', 'until', 'on'] as const;
export type DateOperator = (typeof dateOperators)[number];

export const isDateOperator = (operator: string): operator is DateOperator =>
  dateOperators.some((known) => known === operator);

/** @returns UNIX seconds of the first moment, and of the first one after it; null for a text that is no day. */
export function daySpan(text: string): readonly [number, number] | null {
  const [first, last, ...more] = text.split('..').map(partSpan);
  if (first === undefined || first === null || last === null || more.length > 0) return null;
  const end = last ?? first;
  return first[0] <= end[0] ? [first[0], end[1]] : null;
}

const date = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;

function partSpan(text: string): readonly [number, number] | null {
  const [, year, month, day] = date.exec(text) ?? [];
  if (year === undefined || Number(year) < 1970) return null;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const start = new Date(y, m, d);
  // The 31st of November is no day.
  if (start.getMonth() !== m || start.getDate() !== d) return null;
  const end = day !== undefined ? new Date(y, m, d + 1) : month !== undefined ? new Date(y, m + 1) : new Date(y + 1, 0);
  return [start.getTime() / 1000, end.getTime() / 1000];
}

/** A condition on the time of sending as the server takes it: UNIX seconds (server/narrow/README.md, Dates). A text that is no day goes as it is, and is refused. */
export function sentTerm(
  operator: DateOperator,
  operand: string,
): { operator: string; operand: string | number | number[] } {
  const span = daySpan(operand);
  if (span === null) return { operator, operand };
  const [start, end] = span;
  switch (operator) {
    case 'before':
      return { operator: 'before', operand: start };
    case 'until':
      return { operator: 'before', operand: end };
    case 'since':
      return { operator: 'since', operand: start };
    case 'after':
      return { operator: 'since', operand: end };
    default:
      return { operator: 'on', operand: [start, end] };
  }
}

const dayFormat = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const monthFormat = { month: 'long', year: 'numeric' } as const;

/** @returns e.g. "Fri, Nov 27, 2026", "November 2026", "2026"; a text that is no day as it is. */
export function dayTitle(text: string): string {
  return text
    .split('..')
    .map((part) => {
      const span = partSpan(part);
      if (span === null) return part;
      const start = new Date(span[0] * 1000);
      if (!part.includes('-')) return part;
      const format = /-\d+-/.test(part) ? dayFormat : monthFormat;
      return dateFormat(format).format(start);
    })
    .join(' – ');
}
