/**
 * The name that was meant by one that no one has, the nearest by letters that are missing, too many, wrong or exchanged; and those
 * that are meant by one that several have. Pure.
 */
import { folded } from '../../client/fold.ts';
import { personText, type DirectoryPerson } from './directory.ts';
import { quote } from './write-search.ts';

/** A part of the text, and what to write in its place. */
export interface Meant {
  written: string;
  instead: string;
}

/** Each of several people in place of the name that fits all of them. @param value of the operator in `written`. */
export function meantPeople(
  written: string,
  value: string,
  { name, people }: { name: string; people: readonly DirectoryPerson[] },
): Meant[] {
  const operator = written.slice(0, written.indexOf(':') + 1);
  return people.map((person) => {
    const names = value.split(',').map((each) => (each.trim() === name ? personText(person) : each.trim()));
    return { written, instead: `${operator}${quote(names.join(','))}` };
  });
}

/** @returns one of the names; undefined where none is near enough to be meant. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  const wanted = folded(written.trim());
  if (wanted.length < 2) return undefined;
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const whole = folded(name);
    const distances = [whole, ...whole.split(/[\s_-]+/)].map((part) => distance(wanted, part, allowed(wanted)));
    const least = Math.min(...distances);
    if (least <= allowed(wanted) && least < (best?.distance ?? Infinity)) best = { name, distance: least };
  }
  return best?.name;
}

/** Of a short name each letter counts more. */
const allowed = ({ length }: string): number => (length <= 3 ? 1 : length <= 7 ? 2 : 3);

/** The number of letters to add, take out, replace or exchange with their neighbour. @returns more than `most` where it is more. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const ways = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)];
      next.push(Math.min(...ways, isExchanged ? (before[j - 2] ?? 0) + 1 : Infinity));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
