/** Search suggestions while typing: places to go to, and ways to go on typing. Pure. */
import { folded, matches } from '../../client/fold.ts';
import { inChannel, type Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import type { Narrow } from '../routing/narrow.ts';
import { dateWords } from './date-words.ts';
import { personText, startsPart, type Directory } from './directory.ts';
import { operatorNamed, searchOperators } from './operators.ts';
import { ownDatePhrases } from './own-date-words.ts';
import { part, straight } from './parse-search.ts';
import { quote } from './write-search.ts';

export type Suggestion =
  | { kind: 'messages'; narrow: Narrow }
  | { kind: 'person'; userId: number; name: string; mark: string | undefined; isGone: boolean; isMuted: boolean }
  | { kind: 'channel'; channelId: number; name: string; isArchived: boolean }
  | { kind: 'topic'; conversation: Conversation; name: string; channelName: string; isArchived: boolean }
  /** Goes on typing with this. */
  | { kind: 'more'; text: string; operator: string; value: string; mark?: string | undefined };

export interface Suggestible extends Directory {
  topics: readonly { channelId: number; name: string }[];
  /** What the topic without a name is shown as. */
  emptyTopicName?: string;
}

const most = { person: 5, channel: 5, topic: 6, more: 6 } as const;
/** Where a sign says that nothing else is wanted. */
const mostOfOneKind = 12;

/** The last word that is being typed, and what stands before it. */
export function lastPart(text: string): { before: string; word: string } {
  const last = [...text.matchAll(part)].at(-1);
  const at = last !== undefined && last.index + last[0].length === text.length ? last.index : text.length;
  return { before: text.slice(0, at), word: text.slice(at) };
}

/** @param narrow what `written` means as a whole. @returns the messages themselves first, unless a sign asks for places. */
export function suggest(written: string, narrow: Narrow, from: Suggestible): Suggestion[] {
  const text = straight(written);
  const { before, word } = lastPart(text);
  const messages: Suggestion[] = narrow.length === 0 ? [] : [{ kind: 'messages', narrow }];
  const operator = /^(-?[a-z-]+):"?(.*)$/iu.exec(word);
  if (operator !== null) return [...messages, ...valuesOf(operator[1] ?? '', operator[2] ?? '', before, from)];
  const typed = text.trim();
  if (/^[#@]/.test(typed)) return [...placesOf(typed, from), ...messagesAt(typed, from)];
  const start = word.toLowerCase();
  if (start === '') return messages;
  return [...messages, ...placesOf(typed, from), ...operatorsFor(start, before)];
}

/** @param typed all of it: names of places have several words. A sign before them says which kind is meant. */
function placesOf(typed: string, from: Suggestible): Suggestion[] {
  const name = typed.replace(/^[#@]/, '').toLowerCase();
  if (typed.startsWith('#')) return channelsOf(name, from).slice(0, mostOfOneKind);
  if (typed.startsWith('@')) return peopleOf(name, from).slice(0, mostOfOneKind);
  return [
    ...peopleOf(name, from).slice(0, most.person),
    ...channelsOf(name, from).slice(0, most.channel),
    ...topicsOf(name, from),
  ];
}

function peopleOf(name: string, { users }: Suggestible): Suggestion[] {
  return users
    .filter((user) => startsPart(user.name, name) || user.email.toLowerCase().startsWith(name))
    .toSorted(beginningFirst(name))
    .map(({ id, name: called, mark, isGone = false, isMuted = false }) => ({
      kind: 'person',
      userId: id,
      name: called,
      mark,
      isGone,
      isMuted,
    }));
}

function channelsOf(name: string, { channels }: Suggestible): Suggestion[] {
  return channels
    .filter((channel) => startsPart(channel.name, name))
    .toSorted(beginningFirst(name))
    .map(({ id, name: called, isArchived = false }) => ({ kind: 'channel', channelId: id, name: called, isArchived }));
}

interface Ranked {
  name: string;
  isGone?: boolean;
  isArchived?: boolean;
}

/** What is still there before what is gone, then a name that begins with what is typed before one that has a later word that does. */
function beginningFirst(typed: string): (a: Ranked, b: Ranked) => number {
  const start = folded(typed);
  const rank = ({ name, isGone, isArchived }: Ranked): number =>
    (isGone === true || isArchived === true ? 2 : 0) + (folded(name).startsWith(start) ? 0 : 1);
  return (a, b) => rank(a) - rank(b);
}

function topicsOf(name: string, { topics, channels, emptyTopicName = '' }: Suggestible): Suggestion[] {
  const known = new Map(channels.map((channel) => [channel.id, channel]));
  const isArchived = (channelId: number): boolean => known.get(channelId)?.isArchived === true;
  // The beginning of a word counts more than its inside, and what is archived comes last.
  const rank = ({ shown, channelId }: { shown: string; channelId: number }): number =>
    (isArchived(channelId) ? 2 : 0) + (startsPart(shown, name) ? 0 : 1);
  return topics
    .map((topic) => ({ ...topic, shown: topic.name === '' ? emptyTopicName : topic.name }))
    .filter(({ shown }) => matches(name, shown))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most.topic)
    .map((topic) => ({
      kind: 'topic',
      conversation: inChannel(topic.channelId, topic.name),
      name: topic.shown,
      channelName: known.get(topic.channelId)?.name ?? '',
      isArchived: isArchived(topic.channelId),
    }));
}

/** What a sign and a name look for in messages: those from the person, or in the channel, that is meant. A sign alone looks for nothing. */
function messagesAt(typed: string, from: Suggestible): Suggestion[] {
  const [first] = typed.length > 1 ? placesOf(typed, from) : [];
  if (first?.kind === 'person') return [{ kind: 'messages', narrow: [{ operator: 'sender', operand: first.userId }] }];
  if (first?.kind === 'channel')
    return [{ kind: 'messages', narrow: [{ operator: 'channel', operand: first.channelId }] }];
  return typed.length > 1 ? [{ kind: 'messages', narrow: [{ operator: 'search', operand: typed }] }] : [];
}

/** Operators that begin with what is typed, and values that do. */
function operatorsFor(start: string, before: string): Suggestion[] {
  const values = searchOperators.flatMap(({ name, takes, values: known = [] }) =>
    takes === 'value' ? known.map((value) => ({ operator: name, value: value.name })) : [],
  );
  const more = (operator: string, value: string): Suggestion => ({
    kind: 'more',
    text: `${before}${operator}:${value === '' ? '' : `${value} `}`,
    operator,
    value,
  });
  return [
    ...values
      .filter(({ operator, value }) => value.startsWith(start) || operator === start)
      .map((each) => more(each.operator, each.value)),
    ...searchOperators
      .filter(({ name }) => name.startsWith(start) && start.length > 1)
      .map(({ name }) => more(name, '')),
  ].slice(0, most.more);
}

function valuesOf(typed: string, start: string, before: string, from: Suggestible): Suggestion[] {
  const operator = operatorNamed(typed.replace(/^-/, ''));
  if (operator === undefined) return [];
  const { name, takes, values = [] } = operator;
  const lower = start.toLowerCase();
  const bare = lower.replace(/^[@#]/, '');
  const more = (value: string, mark?: string, sign = ''): Suggestion => ({
    kind: 'more',
    text: `${before}${typed}:${quote(sign + value)} `,
    operator: name,
    value,
    mark,
  });
  const people = (sign?: string): Suggestion[] =>
    from.users
      .filter((user) => startsPart(user.name, bare))
      .toSorted(beginningFirst(bare))
      .map((person) =>
        more(personText(person), person.mark ?? (person.isGone === true ? t('Deactivated') : undefined), sign),
      );
  const channels = (sign?: string): Suggestion[] =>
    from.channels
      .filter((channel) => startsPart(channel.name, bare))
      .toSorted(beginningFirst(bare))
      .map((channel) => more(channel.name, channel.isArchived === true ? t('archived') : undefined, sign));
  const rows = ((): Suggestion[] => {
    switch (takes) {
      case 'person':
      case 'people':
        return [...('me'.startsWith(bare) ? [more('me')] : []), ...people()];
      case 'channel':
        return channels();
      case 'place':
      case 'receiver': {
        const known = values.filter((value) => value.name.startsWith(lower)).map((value) => more(value.name));
        const me = takes === 'receiver' && 'me'.startsWith(bare) && !lower.startsWith('#') ? [more('me')] : [];
        const places = lower.startsWith('#') ? channels('#') : lower.startsWith('@') ? people('@') : [];
        if (places.length > 0 || /^[@#]/.test(lower)) return [...me, ...places];
        return [...me, ...channels('#').slice(0, most.more / 2), ...people('@').slice(0, most.more / 2), ...known];
      }
      case 'topic':
        return [...new Set(from.topics.map((topic) => topic.name))]
          .filter((topic) => matches(lower, topic === '' ? (from.emptyTopicName ?? '') : topic))
          .map((topic) => more(topic));
      case 'date':
        return [...new Set([...ownDatePhrases(), ...dateWords])]
          .filter((word) => word.toLowerCase().startsWith(lower) && word.toLowerCase() !== lower)
          .map((word) => more(word));
      case 'ids':
        return [];
      case 'value':
        return values
          .filter((value) => value.name.startsWith(lower) && value.name !== lower)
          .map((value) => more(value.name));
    }
  })();
  return rows.slice(0, takes === 'date' || takes === 'value' ? mostOfOneKind : most.more);
}
