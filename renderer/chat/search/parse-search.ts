/**
 * What is typed into the search as a narrow, and a narrow as what would be typed: words, quoted words that belong together, and
 * operators such as `from:`, `channel:`, `is:`, with names that may be quoted, and a dash that turns one around. Pure.
 */
import { folded } from '../../client/fold.ts';
import { othersIn, type Narrow, type Operand, type Operator, type Term } from '../routing/narrow.ts';

/** Names by which people and channels are found. */
export interface Directory {
  me: number;
  users: readonly DirectoryPerson[];
  channels: readonly { id: number; name: string; isArchived?: boolean }[];
}

export interface DirectoryPerson {
  id: number;
  name: string;
  email: string;
  /** What tells them apart from somebody of the same name. */
  mark?: string | undefined;
  /** Deactivated: what they wrote is still there. */
  isGone?: boolean;
}

export type SearchProblem =
  | { kind: 'unknown-operator'; operator: string }
  | { kind: 'unknown-person' | 'unknown-channel' | 'several-people'; name: string }
  | { kind: 'unknown-value'; operator: string; value: string };

export interface ParsedSearch {
  narrow: Narrow;
  /** Parts that were left out, each with its reason. */
  problems: readonly SearchProblem[];
}

const aliases: Readonly<Record<string, Operator>> = {
  from: 'sender',
  sender: 'sender',
  channel: 'channel',
  stream: 'channel',
  topic: 'topic',
  subject: 'topic',
  dm: 'dm',
  'pm-with': 'dm',
  'dm-including': 'dm-including',
  'group-pm-with': 'dm-including',
  is: 'is',
  has: 'has',
  in: 'in',
};

export const knownValues: Readonly<Partial<Record<Operator, readonly string[]>>> = {
  is: ['dm', 'mentioned', 'starred', 'unread', 'followed', 'resolved', 'alerted', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  in: ['home', 'all'],
};

const written = new Map([['private', 'dm']]);
/** An operator with its value, a quoted phrase, or a word. */
export const part = /(-?)([a-z]+(?:-[a-z]+)*):(?:"((?:\\["“”„‟＂\\]|[^"])*)"?|(\S*))|"([^"]*)"?|(\S+)/giu;
/** What addresses and times hold before their colon is no operator. */
const noOperators = new Set(['http', 'https', 'ftp', 'mailto', 'tel']);

/** @param text as typed; of what is unknown the rest is searched. */
export function parseSearch(text: string, directory: Directory): ParsedSearch {
  const terms: Term[] = [];
  const words: string[] = [];
  const problems: SearchProblem[] = [];
  for (const [whole, dash, name = '', quoted, bare, phrase, word] of straight(text).matchAll(part)) {
    const operator = aliases[name.toLowerCase()];
    if (name === '' || noOperators.has(name.toLowerCase())) {
      words.push(name !== '' ? whole : phrase === undefined ? (word ?? '') : `"${phrase}"`);
      continue;
    }
    const value = quoted?.replaceAll(/\\(["“”„‟＂\\])/g, '$1') ?? bare ?? '';
    if (operator === undefined) {
      problems.push({ kind: 'unknown-operator', operator: name });
      continue;
    }
    // An operator whose value is still to be typed says nothing yet; the empty topic is written in quotes.
    if (value === '' && !(operator === 'topic' && quoted !== undefined)) continue;
    const operand = operandOf(operator, value, directory);
    if (isProblem(operand)) problems.push(operand);
    else terms.push({ operator, operand, ...(dash === '-' && { negated: true }) });
  }
  const sought = words.filter((each) => each !== '' && each !== '""').join(' ');
  const narrow: Narrow = sought === '' ? terms : [...terms, { operator: 'search', operand: sought }];
  return { narrow, problems: [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()] };
}

/** Quotation marks as phones and word processors write them count as the one on the keys, but for those of a quoted name. */
export const straight = (text: string): string => text.replaceAll(/(?<!\\)[“”„‟＂]/g, '"');

function operandOf(operator: Operator, value: string, directory: Directory): Operand | SearchProblem {
  switch (operator) {
    case 'channel':
      return channelIn(value, directory) ?? { kind: 'unknown-channel', name: value };
    case 'sender':
      return personIn(value, directory);
    case 'dm':
    case 'dm-including': {
      const ids: number[] = [];
      for (const name of value.split(',')) {
        const id = personIn(name.trim(), directory);
        if (typeof id !== 'number') return id;
        ids.push(id);
      }
      return othersIn(ids, directory.me);
    }
    case 'topic':
      return value;
    default: {
      const lower = value.toLowerCase();
      const known = written.get(lower) ?? lower;
      if (knownValues[operator]?.includes(known) === true) return known;
      return { kind: 'unknown-value', operator, value };
    }
  }
}

const isProblem = (operand: Operand | SearchProblem): operand is SearchProblem =>
  typeof operand === 'object' && 'kind' in operand;

function channelIn(name: string, { channels }: Directory): number | undefined {
  const same = (text: string): string => text.normalize('NFC').toLowerCase();
  const bare = name.replace(/^#/, '');
  const called = (wanted: string) => channels.filter((each) => same(each.name) === same(wanted));
  const named = [...called(name), ...called(bare)];
  return (named.find(({ isArchived }) => isArchived !== true) ?? named[0])?.id ?? idIn(bare, channels);
}

/**
 * By the whole name, with a number behind it where several have it, by e-mail, by "me", and where one alone fits by the beginning
 * of the name or of a part of it. Who is still here comes before who left.
 */
function personIn(name: string, { users, me }: Directory): number | SearchProblem {
  const lower = name.replace(/^@/, '').toLowerCase();
  if (lower === 'me') return me;
  const [, called, number] = /^(.*)\|(\d+)$/.exec(lower) ?? [];
  const numbered = users.find(({ id, name: each }) => id === Number(number) && each.toLowerCase() === called);
  if (numbered !== undefined) return numbered.id;
  const byEmail = users.find(({ email }) => email.toLowerCase() === lower);
  if (byEmail !== undefined) return byEmail.id;
  const exact = users.filter((each) => each.name.toLowerCase() === lower);
  if (exact.length > 1) return { kind: 'several-people', name };
  const fitting = exact.length === 1 ? exact : users.filter((each) => startsPart(each.name, lower));
  const present = fitting.filter(({ isGone }) => isGone !== true);
  const [only] = present.length === 1 ? present : fitting.length === 1 ? fitting : [];
  return only?.id ?? idIn(lower, users) ?? { kind: 'unknown-person', name };
}

/** How a person is written so that nobody else is meant. */
export const personText = ({ id, name, mark }: Pick<DirectoryPerson, 'id' | 'name' | 'mark'>): string =>
  mark === undefined ? name : `${name}|${id}`;

const idIn = (text: string, rows: readonly { id: number }[]): number | undefined =>
  /^\d+$/.test(text) ? rows.find(({ id }) => id === Number(text))?.id : undefined;

/** Whether a word of the name begins so, as people look for it. */
export function startsPart(name: string, typed: string): boolean {
  const text = folded(name);
  const start = folded(typed);
  return text.startsWith(start) || text.includes(` ${start}`) || text.includes(`-${start}`);
}

/** @returns what would be typed for the narrow. */
export function writeSearch(narrow: Narrow, { users, channels, me }: Directory): string {
  const userName = (id: number): string => {
    const user = users.find((each) => each.id === id);
    return id === me ? 'me' : user === undefined ? String(id) : personText(user);
  };
  return narrow
    .map(({ operator, operand, negated }) => {
      if (operator === 'search') return String(operand);
      const value = Array.isArray(operand)
        ? (operand as readonly number[]).map(userName).join(',')
        : typeof operand !== 'number'
          ? String(operand)
          : operator === 'sender'
            ? userName(operand)
            : (channels.find(({ id }) => id === operand)?.name ?? String(operand));
      const name = operator === 'sender' ? 'from' : operator;
      return `${negated === true ? '-' : ''}${name}:${quote(value)}`;
    })
    .join(' ');
}

/** In quotes where it would end too early otherwise; quotation marks within have a backslash before them. */
export const quote = (value: string): string =>
  /^[^\s"“”„‟＂]+$/.test(value) ? value : `"${value.replaceAll(/["“”„‟＂\\]/g, String.raw`\$&`)}"`;
