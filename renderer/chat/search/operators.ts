/**
 * The operators of the search: their names here and in other chats, what they take, and what they mean. The parser, the suggestions,
 * the help and the errors read this one table. Pure.
 */
import { t } from '../../client/text.ts';
import type { DateOperator } from '../routing/days.ts';

/** What a value becomes: one term of a narrow, turned around where it means the opposite. */
export interface ValueTerm {
  operator: 'is' | 'has' | 'in' | 'channels';
  operand: string;
  negated?: true;
}

export interface SearchValue extends ValueTerm {
  /** As it is written and offered. */
  name: string;
  /** As people of other chats write it. */
  aliases?: readonly string[];
}

/** What is written behind the colon. */
export type Takes = 'person' | 'people' | 'channel' | 'place' | 'receiver' | 'topic' | 'date' | 'ids' | 'value';

export interface SearchOperator {
  name: string;
  /** As other chats, or earlier clients, call it. */
  aliases?: readonly string[];
  takes: Takes;
  /** Of dates. */
  date?: DateOperator;
  values?: readonly SearchValue[];
  /** Shown in the help, with what it finds; rare ones are not. */
  example?: { typed: string; means: () => string };
}

const is = (operand: string, ...aliases: readonly string[]): SearchValue => ({
  name: operand,
  operator: 'is',
  operand,
  aliases,
});
const has = (operand: string, ...aliases: readonly string[]): SearchValue => ({
  name: operand,
  operator: 'has',
  operand,
  aliases,
});
const also = (name: string, term: ValueTerm, ...aliases: readonly string[]): SearchValue => ({
  name,
  ...term,
  aliases,
});

const isValues: readonly SearchValue[] = [
  is('unread', 'new'),
  is('dm', 'private', 'dms', 'direct', 'im', 'pm'),
  is('mentioned', 'mention', 'mentions', '@me'),
  is('starred', 'saved', 'star', 'bookmarked', 'bookmark', 'flagged', 'later', 'favorite'),
  is('followed', 'following'),
  is('resolved', 'done', 'solved'),
  is('alerted', 'alert', 'alerts', 'keyword', 'highlight'),
  is('muted', 'mute'),
  also('read', { operator: 'is', operand: 'unread', negated: true }),
  also('thread', { operator: 'is', operand: 'dm', negated: true }, 'threads'),
  also('unmuted', { operator: 'is', operand: 'muted', negated: true }),
  also('unresolved', { operator: 'is', operand: 'resolved', negated: true }, 'open'),
];

const hasValues: readonly SearchValue[] = [
  has('link', 'links', 'url', 'urls'),
  has('image', 'images', 'picture', 'pictures', 'photo', 'photos', 'img'),
  has('attachment', 'file', 'files', 'attachments', 'upload', 'uploads', 'document', 'documents'),
  has('reaction', 'reactions', 'emoji', 'react'),
  also('star', { operator: 'is', operand: 'starred' }, 'saved'),
  also('mention', { operator: 'is', operand: 'mentioned' }, 'mentions'),
];

export const searchOperators: readonly SearchOperator[] = [
  {
    name: 'from',
    aliases: ['sender', 'by', 'author', 'user'],
    takes: 'person',
    example: { typed: 'from:me', means: () => t('messages from you') },
  },
  {
    name: 'in',
    takes: 'place',
    values: [
      { name: 'home', operator: 'in', operand: 'home' },
      { name: 'all', operator: 'in', operand: 'all' },
    ],
    example: { typed: 'in:#general', means: () => t('in a channel, or in:@name') },
  },
  { name: 'channel', aliases: ['stream', 'room'], takes: 'channel' },
  {
    name: 'topic',
    aliases: ['subject', 'title', 'thread'],
    takes: 'topic',
    example: { typed: 'topic:"site visit"', means: () => t('in a topic') },
  },
  { name: 'to', takes: 'receiver', example: { typed: 'to:me', means: () => t('sent to you directly') } },
  { name: 'dm', aliases: ['pm-with', 'pm', 'im', 'direct'], takes: 'people' },
  { name: 'dm-including', aliases: ['with', 'group-pm-with', 'pm-including'], takes: 'people' },
  {
    name: 'before',
    aliases: ['older'],
    takes: 'date',
    date: 'before',
    example: { typed: 'before:2026-11', means: () => t('before a month or a day') },
  },
  {
    name: 'after',
    aliases: ['newer'],
    takes: 'date',
    date: 'after',
    example: { typed: 'after:yesterday', means: () => t('after a day, without it') },
  },
  { name: 'since', takes: 'date', date: 'since' },
  { name: 'until', takes: 'date', date: 'until' },
  {
    name: 'on',
    aliases: ['during', 'date', 'when'],
    takes: 'date',
    date: 'on',
    example: { typed: 'during:"last week"', means: () => t('on a day, or in a week') },
  },
  {
    name: 'has',
    takes: 'value',
    values: hasValues,
    example: { typed: 'has:image', means: () => t('with an image') },
  },
  {
    name: 'is',
    takes: 'value',
    values: isValues,
    example: { typed: 'is:starred', means: () => t('starred messages') },
  },
  {
    name: 'mentions',
    aliases: ['mention'],
    takes: 'value',
    values: [{ name: 'me', operator: 'is', operand: 'mentioned' }],
  },
  {
    name: 'channels',
    aliases: ['streams'],
    takes: 'value',
    values: [
      { name: 'public', operator: 'channels', operand: 'public' },
      { name: 'web-public', operator: 'channels', operand: 'web-public' },
    ],
  },
  { name: 'id', takes: 'ids' },
  { name: 'near', takes: 'ids' },
];

const byName = new Map(
  searchOperators.flatMap((each) => [each.name, ...(each.aliases ?? [])].map((name) => [name, each] as const)),
);

/** @param name without its dash and its colon, in any case. */
export const operatorNamed = (name: string): SearchOperator | undefined => byName.get(name.toLowerCase());

export function valueNamed(values: readonly SearchValue[], written: string): SearchValue | undefined {
  const name = written.toLowerCase();
  return values.find((value) => value.name === name) ?? values.find(({ aliases }) => aliases?.includes(name) === true);
}

/** The names of all operators with their colons, for a sentence that lists them. */
export const operatorList = (): string => searchOperators.map(({ name }) => `${name}:`).join(', ');

/** The values of an operator that are written out, for a sentence that lists them. */
export const valueList = (values: readonly SearchValue[]): string => values.map(({ name }) => name).join(', ');
