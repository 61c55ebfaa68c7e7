/**
 * Search text parsed as a narrow: words, quoted words that belong together, and the
 * operators of operators.ts, with names that may be quoted, and a dash that leaves out what follows it. Pure.
 */
import { folded } from '../../client/fold.ts';
import type { DateOperator } from '../routing/days.ts';
import { othersIn, type Narrow, type Term } from '../routing/narrow.ts';
import { mostDateWords, readDate } from './date-words.ts';
import { meantPeople, nearestName, type Meant } from './did-you-mean.ts';
import { channelIn, personIn, personText, type Directory, type NameProblem } from './directory.ts';
import { operatorNamed, searchOperators, valueNamed, type SearchOperator } from './operators.ts';
import { quote } from './write-search.ts';

export type SearchProblem = (
  | { kind: 'unknown-operator' | 'not-negated'; operator: string }
  | NameProblem
  | { kind: 'unknown-value' | 'unknown-date' | 'unknown-id'; operator: string; value: string }
) & {
  /** What may be meant, the likeliest first: a part of the text, and what to write in its place. */
  meant?: readonly Meant[];
};

export interface ParsedSearch {
  narrow: Narrow;
  /** The message to centre on. */
  near: number | null;
  /** Parts that were left out, each with its reason. */
  problems: readonly SearchProblem[];
}

/** An operator with its value, a quoted phrase, or a word, each with a dash or without. */
export const part = /(-?)([a-z]+(?:-[a-z]+)*):(?:"((?:\\["“”„‟＂\\]|[^"])*)"?|(\S*))|(-?)"([^"]*)"?|(\S+)/giu;
/** What addresses and times hold before their colon is no operator. */
const noOperators = new Set(['http', 'https', 'ftp', 'mailto', 'tel']);
/** "-draft" leaves out a word; "-5" and "--force" are looked for. */
const leftOut = /^-(?=\p{L}[\p{L}\p{M}\p{N}])/u;

interface Part {
  whole: string;
  isNegated: boolean;
  /** null for a word or a phrase. */
  operator: string | null;
  value: string;
  isQuoted: boolean;
}

function partsOf(text: string): Part[] {
  return [...straight(text).matchAll(part)].map(([whole, dash, name, quoted, bare, phraseDash, phrase, word = '']) => {
    if (name !== undefined && !noOperators.has(name.toLowerCase())) {
      const value = quoted?.replaceAll(/\\(["“”„‟＂\\])/g, '$1') ?? bare ?? '';
      return { whole, isNegated: dash === '-', operator: name, value, isQuoted: quoted !== undefined };
    }
    if (phrase !== undefined)
      return { whole, isNegated: phraseDash === '-', operator: null, value: `"${phrase}"`, isQuoted: true };
    const isNegated = leftOut.test(word);
    const value = name === undefined ? word.replace(isNegated ? '-' : '', '') : whole;
    return { whole, isNegated, operator: null, value, isQuoted: false };
  });
}

interface Found {
  terms: readonly Term[];
  near?: number;
}

/** A part of the text with its value. */
interface Piece {
  part: Part;
  /** undefined for words, and for an operator that is unknown. */
  operator: SearchOperator | undefined;
  value: string;
  /** All of it, as typed. */
  written: string;
}

/** The text piece by piece: a date or a whole name of several words belongs to the operator before it. */
function piecesOf(text: string, directory: Directory): Piece[] {
  const parts = partsOf(text);
  const pieces: Piece[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const each = parts[at] as Part;
    const operator = each.operator === null ? undefined : operatorNamed(each.operator);
    const { value, taken } =
      operator === undefined ? { value: each.value, taken: 0 } : valueAt(parts, at, operator, directory);
    const written = parts
      .slice(at, at + taken + 1)
      .map(({ whole }) => whole)
      .join(' ');
    pieces.push({ part: each, operator, value, written });
    at += taken;
  }
  return pieces;
}

/** @param text as typed; of what is unknown the rest is searched. */
export function parseSearch(text: string, directory: Directory): ParsedSearch {
  const terms: Term[] = [];
  const words: string[] = [];
  const problems: SearchProblem[] = [];
  let near: number | null = null;
  for (const { part: each, operator, value } of piecesOf(text, directory)) {
    if (each.operator === null) {
      if (value === '' || value === '""') continue;
      if (each.isNegated) terms.push({ operator: 'search', operand: value, negated: true });
      else words.push(value);
      continue;
    }
    if (operator === undefined) {
      const meant = nearestName(
        each.operator,
        searchOperators.map(({ name }) => name),
      );
      problems.push({ kind: 'unknown-operator', operator: each.operator, ...meantBy(each, meant, value) });
      continue;
    }
    // An operator whose value is still to be typed says nothing yet; the empty topic is written in quotes.
    if (value === '' && !(operator.takes === 'topic' && each.isQuoted)) continue;
    const found = termsOf(operator, value, each, directory);
    if ('kind' in found) problems.push(found);
    else {
      terms.push(...found.terms);
      near = found.near ?? near;
    }
  }
  const sought = words.join(' ');
  const narrow: Narrow = sought === '' ? terms : [...terms, { operator: 'search', operand: sought }];
  const keyOf = (problem: SearchProblem): string => JSON.stringify({ ...problem, meant: undefined });
  return { narrow, near, problems: [...new Map(problems.map((each) => [keyOf(each), each])).values()] };
}

/** @returns the value that the text has for one of these operators, without a dash; undefined where it has none. */
export function valueIn(text: string, operators: readonly string[], directory: Directory): string | undefined {
  const isMeant = ({ operator, part: { isNegated } }: Piece): boolean =>
    operator !== undefined && operators.includes(operator.name) && !isNegated;
  return piecesOf(text, directory).find(isMeant)?.value;
}

/**
 * The text with another value for an operator, and everything else as it was typed.
 * @param operators whose parts it takes the place of. @param written such as "from:me"; empty = none of them.
 */
export function withPart(text: string, operators: readonly string[], written: string, directory: Directory): string {
  const kept = piecesOf(text, directory).filter(
    ({ operator, part: { isNegated } }) => operator === undefined || isNegated || !operators.includes(operator.name),
  );
  return [...kept.map((piece) => piece.written), written].filter((each) => each !== '').join(' ');
}

function meantBy({ whole, operator }: Part, name: string | undefined, value?: string): Pick<SearchProblem, 'meant'> {
  if (name === undefined) return {};
  const instead = value === undefined ? `${operator}:${quote(name)}` : `${name}:${quote(value)}`;
  return { meant: [{ written: whole, instead }] };
}

/** The value of an operator: dates and whole names may have words that are not in quotes. @returns it, and how many parts behind belong to it. */
function valueAt(
  parts: readonly Part[],
  at: number,
  operator: SearchOperator,
  directory: Directory,
): { value: string; taken: number } {
  const { value, isQuoted } = parts[at] as Part;
  if (isQuoted) return { value, taken: 0 };
  const after = parts.slice(at + 1, at + 1 + mostDateWords);
  const end = after.findIndex(
    ({ operator: name, isQuoted: isPhrase, isNegated }) => name !== null || isPhrase || isNegated,
  );
  const words = after.slice(0, end === -1 ? after.length : end).map((each) => each.value);
  for (let taken = words.length; taken > 0; taken -= 1) {
    const longer = [value, ...words.slice(0, taken)].filter((each) => each !== '').join(' ');
    if (isWhole(operator, longer, directory)) return { value: longer, taken };
  }
  return { value, taken: 0 };
}

/** Whether a value of several words is a date, or the whole name of someone or of a channel. */
function isWhole({ takes }: SearchOperator, value: string, { users, channels, today }: Directory): boolean {
  if (takes === 'date') return readDate(value, today) !== null;
  const bare = folded(value.replace(/^[@#]/, ''));
  const isUser =
    ['person', 'people', 'place', 'receiver'].includes(takes) && users.some(({ name }) => folded(name) === bare);
  return (
    isUser || (['channel', 'place', 'receiver'].includes(takes) && channels.some(({ name }) => folded(name) === bare))
  );
}

/** Quotation marks as phones and word processors write them count as the one on the keys, but for those of a quoted name. */
export const straight = (text: string): string => text.replaceAll(/(?<!\\)[“”„‟＂]/g, '"');

function termsOf(operator: SearchOperator, value: string, written: Part, directory: Directory): Found | SearchProblem {
  const negated = written.isNegated ? ({ negated: true } as const) : {};
  const withMeant = (problem: SearchProblem, names: () => readonly string[]): SearchProblem => ({
    ...problem,
    ...(problem.kind === 'several-people'
      ? { meant: meantPeople(written.whole, value, problem) }
      : meantBy(written, nearestName(value.replace(/^[@#]/, ''), names()))),
  });
  const people = (): string[] => directory.users.map((user) => personText(user));
  const channels = (): string[] => directory.channels.map(({ name }) => name);
  switch (operator.takes) {
    case 'person': {
      const id = personIn(value, directory);
      return typeof id === 'number'
        ? { terms: [{ operator: 'sender', operand: id, ...negated }] }
        : withMeant(id, people);
    }
    case 'people': {
      const ids = value.split(',').map((name) => personIn(name.trim(), directory));
      const unknown = ids.find((id) => typeof id !== 'number');
      if (unknown !== undefined && typeof unknown !== 'number') return withMeant(unknown, people);
      const operand = othersIn(ids as number[], directory.me);
      return { terms: [{ operator: operator.name === 'dm' ? 'dm' : 'dm-including', operand, ...negated }] };
    }
    case 'channel': {
      const id = channelIn(value, directory);
      if (id === undefined) return withMeant({ kind: 'unknown-channel', name: value }, channels);
      return { terms: [{ operator: 'channel', operand: id, ...negated }] };
    }
    case 'place': {
      const [place] = placeIn(value, operator, directory);
      if ('kind' in place) return withMeant(place, () => [...channels(), ...people()]);
      return { terms: [{ ...place, ...negated }] };
    }
    case 'receiver': {
      if (written.isNegated) return { kind: 'not-negated', operator: operator.name };
      if (value.replace(/^@/, '').toLowerCase() === 'me')
        return {
          terms: [
            { operator: 'is', operand: 'dm' },
            { operator: 'sender', operand: directory.me, negated: true },
          ],
        };
      const [place] = placeIn(value, operator, directory);
      if ('kind' in place) return withMeant(place, () => [...channels(), ...people()]);
      return { terms: place.operator === 'dm' ? [place, { operator: 'sender', operand: directory.me }] : [place] };
    }
    case 'topic':
      return { terms: [{ operator: 'topic', operand: value, ...negated }] };
    case 'date': {
      const date = readDate(value, directory.today);
      if (date === null || operator.date === undefined) return { kind: 'unknown-date', operator: operator.name, value };
      return { terms: [{ operator: operator.date, operand: edgeOf(date, operator.date), ...negated }] };
    }
    case 'ids':
      if (operator.name === 'near' && !written.isNegated && /^\d{1,15}$/.test(value))
        return { terms: [], near: Number(value) };
      if (operator.name === 'id' && /^\d{1,15}(?:,\d{1,15}){0,99}$/.test(value))
        return { terms: [{ operator: 'id', operand: value, ...negated }] };
      return { kind: 'unknown-id', operator: operator.name, value };
    case 'value': {
      const values = operator.values ?? [];
      const found = valueNamed(values, value);
      if (found === undefined)
        return withMeant({ kind: 'unknown-value', operator: operator.name, value }, () =>
          values.map(({ name }) => name),
        );
      return { terms: [termOf(found, written.isNegated)] };
    }
  }
}

/** Of several days what counts: before and since the first, after and until the last, on all of them. */
function edgeOf(days: string, operator: DateOperator): string {
  const [first = days, last = first] = days.split('..');
  if (operator === 'on') return days;
  return operator === 'before' || operator === 'since' ? first : last;
}

/** What a value stands for, turned around by a dash. */
function termOf(
  { operator, operand, negated }: Pick<Term, 'operator' | 'operand' | 'negated'>,
  isNegated: boolean,
): Term {
  return { operator, operand, ...((negated === true) !== isNegated && { negated: true }) };
}

/** A channel by its name or with its sign, a person with theirs or by name, or "home" and "all". In a list, so that its caller can tell a problem. */
function placeIn(value: string, { values = [] }: SearchOperator, directory: Directory): [Term | SearchProblem] {
  const known = valueNamed(values, value);
  if (known !== undefined) return [termOf(known, false)];
  const channelId = value.startsWith('@') ? undefined : channelIn(value, directory);
  if (channelId !== undefined) return [{ operator: 'channel', operand: channelId }];
  if (value.startsWith('#')) return [{ kind: 'unknown-channel', name: value.slice(1) }];
  const people = value.split(',').map((name) => personIn(name.trim(), directory));
  const problem = people.find((id) => typeof id !== 'number');
  if (problem !== undefined && typeof problem !== 'number')
    return [
      value.startsWith('@') || problem.kind === 'several-people' ? problem : { kind: 'unknown-channel', name: value },
    ];
  return [{ operator: 'dm', operand: othersIn(people as number[], directory.me) }];
}
