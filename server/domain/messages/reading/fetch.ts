/**
 * Fetching messages: a range around an anchor, a list of ids, one message (contract: get-messages and
 * GET /messages/{message_id}), and whether messages match a narrow.
 */
import type { Filter } from '../../../narrow/parse.ts';
import type { Viewing } from '../../acting.ts';
import { findMessage, type MessagePlace } from '../rows.ts';
import { Highlighter, type MatchFields, type Search, type WireOptions } from '../wire.ts';
import { findAmong, rangeSteps, type Range } from './range-query.ts';
import type { Steps } from './steps.ts';
import { messageTexts } from './texts.ts';

/** Messages in one answer (spec: Limits). */
export const maxMessagesPerFetch = 5000;

/** Message objects made in one step: each may have a long text, long HTML and a long history. */
const messagesAtOnce = 20;

interface FetchedMessages {
  /** Message objects as JSON. */
  messages: string[];
  anchor?: number;
  found_anchor: boolean;
  found_oldest: boolean;
  found_newest: boolean;
  history_limited: boolean;
}

/** A range; every message object with the reader's flags. No plan limits history here: `history_limited` is false. */
export function* fetchRange(
  viewing: Viewing,
  filters: readonly Filter[],
  range: Range,
  options: WireOptions,
): Steps<FetchedMessages> {
  const found = yield* rangeSteps(viewing, filters, range);
  return {
    messages: yield* textSteps(viewing, found.ids, searchesOf(filters), options),
    anchor: found.anchor,
    found_anchor: found.foundAnchor,
    found_oldest: found.foundOldest,
    found_newest: found.foundNewest,
    history_limited: false,
  };
}

/** Exactly these messages: those that exist, that the reader may read, and that match. */
export function* fetchByIds(
  viewing: Viewing,
  filters: readonly Filter[],
  readable: readonly MessagePlace[],
  options: WireOptions,
): Steps<FetchedMessages> {
  const matching = yield* matchingOf(viewing, filters, readable);
  const messages = yield* textSteps(viewing, matching, searchesOf(filters), options);
  return { messages, found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };
}

/** Matching messages of these with their highlights, by id (contract: check-messages-match-narrow). */
export function* matchNarrow(
  viewing: Viewing,
  filters: readonly Filter[],
  readable: readonly MessagePlace[],
): Steps<Record<string, MatchFields>> {
  const ids = yield* matchingOf(viewing, filters, readable);
  return Object.fromEntries(yield* matchSteps(viewing, ids, new Highlighter(searchesOf(filters), false)));
}

function* matchingOf(viewing: Viewing, filters: readonly Filter[], readable: readonly MessagePlace[]): Steps<number[]> {
  const ids = readable.map((row) => row.id);
  return filters.length === 0 ? ids : yield* findAmong(viewing, filters, ids);
}

function* textSteps(
  viewing: Viewing,
  ids: readonly number[],
  searches: readonly Search[],
  options: WireOptions,
): Steps<string[]> {
  const highlighter = searches.length === 0 ? undefined : new Highlighter(searches, options.allowEmptyTopicName);
  const messages: string[] = [];
  for (let at = 0; at < ids.length; at += messagesAtOnce) {
    const part = ids.slice(at, at + messagesAtOnce);
    const matches = highlighter === undefined ? undefined : yield* matchSteps(viewing, part, highlighter);
    messages.push(...messageTexts(viewing, part, options, matches));
    yield;
  }
  return messages;
}

/** What was found in each of these messages; one is in memory at a time, whatever their length. */
function* matchSteps(
  { db }: Viewing,
  ids: readonly number[],
  highlighter: Highlighter,
): Steps<Map<number, MatchFields>> {
  const found = new Map<number, MatchFields>();
  for (const id of ids) {
    const row = findMessage(db, id);
    if (row !== undefined) found.set(id, yield* highlighter.fields(row));
  }
  return found;
}

/** What was searched for, as highlighting reads it. */
function searchesOf(filters: readonly Filter[]): Search[] {
  return filters.flatMap((filter) => (filter.operator === 'search' && !filter.negated ? [filter] : []));
}
