/**
 * Fetching messages: a range around an anchor, a list of ids, one message (api-v1.md, GET /messages and
 * GET /messages/{message_id}), and whether messages match a narrow.
 */
import type { Filter, Phrase } from '../../narrow/parse.ts';
import type { Viewing } from '../acting.ts';
import { findAmong, findRange, type Range } from './range-query.ts';
import { findMessages, type MessageRow } from './rows.ts';
import { matchFields, messagesWire, type MessageWire, type WireOptions } from './wire.ts';

/** Messages in one answer (api-v1.md, Limits). */
export const maxMessagesPerFetch = 5000;

interface FetchedMessages {
  messages: MessageWire[];
  anchor?: number;
  found_anchor: boolean;
  found_oldest: boolean;
  found_newest: boolean;
  history_limited: boolean;
}

/** A range; every message object with the reader's flags. No plan limits history here: `history_limited` is false. */
export function fetchRange(
  viewing: Viewing,
  filters: readonly Filter[],
  range: Range,
  options: WireOptions,
): FetchedMessages {
  const found = findRange(viewing, filters, range);
  return {
    messages: messagesWire(viewing, found.ids, withSearch(options, filters)),
    anchor: found.anchor,
    found_anchor: found.foundAnchor,
    found_oldest: found.foundOldest,
    found_newest: found.foundNewest,
    history_limited: false,
  };
}

/** Exactly these messages: those that exist, that the reader may read, and that match. */
export function fetchByIds(
  viewing: Viewing,
  filters: readonly Filter[],
  readable: readonly MessageRow[],
  options: WireOptions,
): FetchedMessages {
  const matching =
    filters.length === 0
      ? readable.map((row) => row.id)
      : findAmong(
          viewing,
          filters,
          readable.map((row) => row.id),
        );
  const messages = messagesWire(viewing, matching, withSearch(options, filters));
  return { messages, found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };
}

/** Matching messages of these with their highlights, by id (api-v1.md, GET /messages/matches_narrow). */
export function matchNarrow(
  viewing: Viewing,
  filters: readonly Filter[],
  readable: readonly MessageRow[],
): Record<string, { match_content: string; match_subject: string }> {
  const ids =
    filters.length === 0
      ? readable.map((row) => row.id)
      : findAmong(
          viewing,
          filters,
          readable.map((row) => row.id),
        );
  const searchTerms = searchTermsOf(filters) ?? [];
  return Object.fromEntries(
    findMessages(viewing.db, ids).map((row) => [
      String(row.id),
      matchFields(row, { searchTerms, allowEmptyTopicName: false }),
    ]),
  );
}

function withSearch(options: WireOptions, filters: readonly Filter[]): WireOptions {
  const searchTerms = searchTermsOf(filters);
  return searchTerms === undefined ? options : { ...options, searchTerms };
}

/** Terms in the form that highlighting reads; undefined without a search. */
function searchTermsOf(filters: readonly Filter[]): string[] | undefined {
  const searches = filters.filter((filter) => filter.operator === 'search' && !filter.negated);
  if (searches.length === 0) return undefined;
  const term = ({ words, isPrefix }: Phrase): string => `${words.join(' ')}${isPrefix ? '*' : ''}`;
  return searches.flatMap((filter) => (filter.operator === 'search' ? filter.phrases.map(term) : []));
}
