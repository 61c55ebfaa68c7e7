/** Fields of records of an export, of which each may be missing or of another type. */
import type { Phrase } from '../../translation.ts';
import type { Row } from './json-rows.ts';

/** @returns the text without blanks around it, '' when there is none. */
export const textAt = (row: Row, name: string): string => {
  const value = row[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** @returns the number, also when it is written as text; undefined when there is none. */
export function numberAt(row: Row, name: string): number | undefined {
  const value = row[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/**
 * Exports of some tools write times in another unit than the chat does; the size of the number shows the unit.
 * @param given seconds, milliseconds or microseconds since 1970
 * @returns UNIX seconds from 1973 to 2286; undefined for all that is no such time.
 */
export function secondsOf(given: number | undefined): number | undefined {
  if (given === undefined) return undefined;
  return [given, given / 1e3, given / 1e6].find((seconds) => seconds >= 1e8 && seconds < 1e10);
}

export const flagAt = (row: Row, name: string): boolean => row[name] === true;

/** @returns the object of a field, an empty one when there is none. */
export function rowAt(row: Row, name: string): Row {
  const value = row[name];
  return isRow(value) ? value : {};
}

export const rowsAt = (row: Row, name: string): Row[] => listAt(row, name).filter(isRow);

/** @returns the texts of a list that are not empty, each once. */
export const textsAt = (row: Row, name: string): string[] => [
  ...new Set(listAt(row, name).filter((value): value is string => typeof value === 'string' && value !== '')),
];

export const listAt = (row: Row, name: string): readonly unknown[] => {
  const value = row[name];
  return Array.isArray(value) ? value : [];
};
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reports entries of lists that are no objects, which `rowsAt` leaves out.
 * @param lists what the report says of a broken entry, by the field of its list
 */
export function reportBroken(
  row: Row,
  lists: Readonly<Record<string, Phrase>>,
  report: (what: Phrase, done: 'left out') => void,
): void {
  for (const [name, what] of Object.entries(lists)) {
    const isList = Array.isArray(row[name] ?? []);
    for (const one of isList ? listAt(row, name) : [null]) if (!isRow(one)) report(what, 'left out');
  }
}

/** Names that are given once, whatever their capitals: a number is added to the second. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  /** @param most characters of a name */
  take(name: string, most: number): string {
    let unique = [...name].slice(0, most).join('').trim();
    for (let count = 2; this.#taken.has(unique.toLowerCase()); count += 1) {
      const end = `-${count}`;
      unique = `${[...name]
        .slice(0, most - end.length)
        .join('')
        .trim()}${end}`;
    }
    this.#taken.add(unique.toLowerCase());
    return unique;
  }
}
