/** People and channels by the names that a search calls them. Pure. */
import { unspacedLetters } from '../../../server/scripts.ts';
import { folded } from '../../client/fold.ts';
import type { Today } from './date-words.ts';

/** Names by which people and channels are found. */
export interface Directory {
  me: number;
  users: readonly DirectoryPerson[];
  channels: readonly { id: number; name: string; isArchived?: boolean }[];
  /** What "yesterday" means. */
  today: Today;
}

export interface DirectoryPerson {
  id: number;
  name: string;
  email: string;
  /** What distinguishes them from a user of the same name. */
  mark?: string | undefined;
  /** Deactivated: what they wrote is still there. */
  isGone?: boolean;
  /** By the reader. */
  isMuted?: boolean;
}

/** Why a name means no one: it is unknown, or several have it. */
export type NameProblem =
  | { kind: 'unknown-person' | 'unknown-channel'; name: string }
  /** With those who are meant, as far as they fit below the search. */
  | { kind: 'several-people'; name: string; people: readonly DirectoryPerson[] };

/** A name as it is compared: an accent is one with its letter, however it is typed. */
const same = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * By its name, with its sign or without, by its id, or as people type it where one alone is called so. One that is archived comes
 * after one that is not.
 */
export function channelIn(name: string, { channels }: Directory): number | undefined {
  const bare = name.replace(/^#/, '');
  const called = (wanted: string) => channels.filter((each) => same(each.name) === same(wanted));
  const named = [...called(name), ...called(bare)];
  const alike = channels.filter((each) => folded(each.name) === folded(bare));
  const [only] = alike.length === 1 ? alike : [];
  return (named.find(({ isArchived }) => isArchived !== true) ?? named[0])?.id ?? idIn(bare, channels) ?? only?.id;
}

/**
 * By the whole name, with a number behind it where several have it, by e-mail, by "me", and where one alone fits by the beginning
 * of the name or of a part of it. Who is still here comes before who left.
 */
export function personIn(name: string, { users, me }: Directory): number | NameProblem {
  const lower = same(name.replace(/^@/, ''));
  if (lower === 'me') return me;
  const [, called, number] = /^(.*)\|(\d+)$/.exec(lower) ?? [];
  const numbered = users.find(({ id, name: each }) => id === Number(number) && same(each) === called);
  if (numbered !== undefined) return numbered.id;
  const byEmail = users.find(({ email }) => email.toLowerCase() === lower);
  if (byEmail !== undefined) return byEmail.id;
  const exact = users.filter((each) => same(each.name) === lower);
  if (exact.length > 1) return severalPeople(name, exact);
  const fitting = exact.length === 1 ? exact : users.filter((each) => startsPart(each.name, lower));
  const present = fitting.filter(({ isGone }) => isGone !== true);
  const [only] = present.length === 1 ? present : fitting.length === 1 ? fitting : [];
  const id = only?.id ?? idIn(lower, users);
  if (id !== undefined) return id;
  return fitting.length > 1 ? severalPeople(name, fitting) : { kind: 'unknown-person', name };
}

/** So many are offered. */
const mostOffered = 5;

/** Who is still here comes first. */
const severalPeople = (name: string, people: readonly DirectoryPerson[]): NameProblem => ({
  kind: 'several-people',
  name,
  people: people
    .toSorted(
      (a, b) => Number(a.isGone === true) - Number(b.isGone === true) || (folded(a.name) < folded(b.name) ? -1 : 1),
    )
    .slice(0, mostOffered),
});

/** How a person is written so that no one else is meant. */
export const personText = ({ id, name, mark }: Pick<DirectoryPerson, 'id' | 'name' | 'mark'>): string =>
  mark === undefined && same(name) !== 'me' ? name : `${name}|${id}`;

const idIn = (text: string, rows: readonly { id: number }[]): number | undefined =>
  /^\d+$/.test(text) ? rows.find(({ id }) => id === Number(text))?.id : undefined;

const unspaced = new RegExp(`[${unspacedLetters}]`, 'u');

/** Whether a word of the name begins so, as people look for it; in a script without spaces words begin anywhere. */
export function startsPart(name: string, typed: string): boolean {
  const text = folded(name);
  const start = folded(typed);
  if (text.startsWith(start)) return true;
  if (unspaced.test(start)) return text.includes(start);
  return [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].some(({ index }) => text.startsWith(start, index));
}
