/**
 * Fetching messages: a range around an anchor, a list of ids, one message (contract: get-messages and
 * GET /messages/{message_id}), and whether messages match a narrow.
 */
import type { Filter } from '../../narrow/parse.ts';
import type { Viewing } from '../acting.ts';
import { findAmong, rangeSteps, type Range } from './range-query.ts';
import { findMessages, type MessageRow } from './rows.ts';
import type { Steps } from './steps.ts';
import { messageTexts } from './texts.ts';
import { matchFields, type Search, type WireOptions } from './wire.ts';

/** Messages in one answer (spec: Limits). */
export const maxMessagesPerFetch = 5000;

/** Message objects made in one step. */
const messagesAtOnce = 100;

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
    messages: yield* textSteps(viewing, found.ids, { ...options, searches: searchesOf(filters) }),
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
  readable: readonly MessageRow[],
  options: WireOptions,
): Steps<FetchedMessages> {
  const matching = yield* matchingOf(viewing, filters, readable);
  const messages = yield* textSteps(viewing, matching, { ...options, searches: searchesOf(filters) });
  return { messages, found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };
}

/** Matching messages of these with their highlights, by id (contract: check-messages-match-narrow). */
export function* matchNarrow(
  viewing: Viewing,
  filters: readonly Filter[],
  readable: readonly MessageRow[],
): Steps<Record<string, { match_content: string; match_subject: string }>> {
  const ids = yield* matchingOf(viewing, filters, readable);
  const searches = searchesOf(filters);
  const found: [string, { match_content: string; match_subject: string }][] = [];
  for (let at = 0; at < ids.length; at += messagesAtOnce) {
    for (const row of findMessages(viewing.db, ids.slice(at, at + messagesAtOnce)))
      found.push([String(row.id), matchFields(row, { searches, allowEmptyTopicName: false })]);
    yield;
  }
  return Object.fromEntries(found);
}

function* matchingOf(viewing: Viewing, filters: readonly Filter[], readable: readonly MessageRow[]): Steps<number[]> {
  const ids = readable.map((row) => row.id);
  return filters.length === 0 ? ids : yield* findAmong(viewing, filters, ids);
}

function* textSteps(viewing: Viewing, ids: readonly number[], options: WireOptions): Steps<string[]> {
  const messages: string[] = [];
  for (let at = 0; at < ids.length; at += messagesAtOnce) {
    messages.push(...messageTexts(viewing, ids.slice(at, at + messagesAtOnce), options));
    yield;
  }
  return messages;
}

/** What was searched for, as highlighting reads it. */
function searchesOf(filters: readonly Filter[]): Search[] {
  return filters.flatMap((filter) => (filter.operator === 'search' && !filter.negated ? [filter] : []));
}
