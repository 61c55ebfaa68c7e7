/**
 * A narrow as the chat holds it: terms with ids for operands wherever the address gave any, a key that is the same for the
 * same messages, and the form that GET /messages takes (contract: get-messages, parameter `narrow`).
 */
import { direct, topicKey, type Conversation } from '../../client/state/conversation.ts';
import { dateOperators, isDateOperator, sentTerm, type DateOperator } from './days.ts';

export type Operator =
  | 'channel'
  | 'channels'
  | 'topic'
  | 'dm'
  | 'dm-including'
  | 'is'
  | 'has'
  | 'in'
  | 'sender'
  | 'search'
  | 'id'
  | 'with'
  | DateOperator;

/** `channel` and `sender`: an id, or a name where the address had none; `dm`: ids of the others, sorted; else text. */
export type Operand = string | number | readonly number[];

export interface Term {
  operator: Operator;
  operand: Operand;
  negated?: boolean;
}

export type Narrow = readonly Term[];

/** A key that two narrows share exactly when they name the same messages by the same terms, in any order. */
export function narrowKey(narrow: Narrow): string {
  return narrow
    .map(({ operator, operand, negated }) => {
      const value = operator === 'topic' ? topicKey(String(operand)) : String(operand);
      return `${negated === true ? '-' : ''}${operator}:${value}`;
    })
    .toSorted()
    .join(' ');
}

/** @returns the narrow that shows one conversation. */
export function narrowTo(conversation: Conversation): Narrow {
  return conversation.kind === 'direct'
    ? [{ operator: 'dm', operand: conversation.userIds }]
    : [
        { operator: 'channel', operand: conversation.channelId },
        { operator: 'topic', operand: conversation.topic },
      ];
}

/** The one conversation that a narrow shows, or null for mixed views. */
export function conversationIn(narrow: Narrow): Conversation | null {
  if (narrow.some(({ negated }) => negated === true)) return null;
  const find = (operator: Operator): Operand | undefined => narrow.find((term) => term.operator === operator)?.operand;
  const [channelId, topic, dm] = [find('channel'), find('topic'), find('dm')];
  if (narrow.length === 1 && Array.isArray(dm)) return { kind: 'direct', userIds: dm as readonly number[] };
  if (narrow.length === 2 && typeof channelId === 'number' && typeof topic === 'string')
    return { kind: 'channel', channelId, topic };
  return null;
}

/** What GET /messages takes as `narrow`, before it is made JSON. */
export function narrowParam(narrow: Narrow): { operator: string; operand: Operand; negated?: true }[] {
  return narrow.map(({ operator, operand, negated }) => ({
    ...paramOf(operator, operand),
    ...(negated === true && { negated }),
  }));
}

function paramOf(operator: Operator, operand: Operand): { operator: string; operand: Operand } {
  if (isDateOperator(operator)) return sentTerm(operator, String(operand));
  // Several messages by their ids, as one address has them.
  if (operator === 'id' && /^\d+(?:,\d+)+$/.test(String(operand)))
    return { operator, operand: String(operand).split(',').map(Number) };
  return { operator, operand };
}

/** @returns sorted ids of everyone else in a direct message; oneself for notes to oneself. */
export function othersIn(userIds: readonly number[], me: number): readonly number[] {
  const conversation = direct(userIds, me);
  return conversation.kind === 'direct' ? conversation.userIds : [];
}

/** The feed, and a whole channel, leave out what its reader has muted: unasked, the first unread message may be one of those. */
export function extraTerms(narrow: Narrow): Narrow {
  const isWholeFeed = narrow.length === 0;
  const isWholeChannel = narrow.length === 1 && narrow[0]?.operator === 'channel' && narrow[0].negated !== true;
  return isWholeFeed || isWholeChannel ? [{ operator: 'is', operand: 'muted', negated: true }] : [];
}

/** Whether there are words by which one message can match better than another. */
export const hasWords = (narrow: Narrow): boolean =>
  narrow.some(({ operator, negated }) => operator === 'search' && negated !== true);

/** @returns the ids of users whose messages are asked for by name: they are shown, also where the reader muted them. */
export const soughtSenders = (narrow: Narrow): readonly number[] =>
  narrow.flatMap(({ operator, operand, negated }) =>
    operator === 'sender' && negated !== true && typeof operand === 'number' ? [operand] : [],
  );

/** Whether a narrow looks for messages: what is found is read from its newest, under the text of the search. */
export const isSearch = (narrow: Narrow): boolean => narrow.some(({ operator }) => searchOperators.has(operator));

const searchOperators: ReadonlySet<Operator> = new Set(['search', 'has', 'sender', 'id', ...dateOperators]);

/** Whether an operand is a name, of which only the state knows the id. */
export function isUnnamed(narrow: Narrow): boolean {
  return narrow.some(
    ({ operator, operand }) => operator === 'search' || (operator === 'channel' && typeof operand === 'string'),
  );
}
