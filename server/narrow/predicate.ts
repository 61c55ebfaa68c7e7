/**
 * Narrow match of one message: the second reader of the tree of parse.ts, for messages on their way into event
 * queues. Only message events are ever held back. narrow.test.ts shows that it says what the SQL of sql.ts says.
 */
import { invalidParameter } from '../errors.ts';
import { topicKey } from '../names.ts';
import { analyse, type Word } from './analyser.ts';
import { textOfHtml } from './html-text.ts';
import type { Filter } from './parse.ts';
import { PhraseTable, type Phrase } from './phrases.ts';
import { complete, Work } from './work.ts';

/** What filters look at; flags by their names in the API. */
export interface MessageFacts {
  id: number;
  senderId: number;
  /** UNIX seconds. */
  timestamp: number;
  /** null for direct messages. */
  channelId: number | null;
  topic: string;
  /** Participants of a direct message, ascending. */
  userIds: number[];
  flags: readonly string[];
  renderedContent: string;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  hasReaction: boolean;
  isFollowed: boolean;
  isMuted: boolean;
}

/** The mark before the name of a topic that was resolved. */
export const resolvedPrefix = '✔ ';

/** @returns whether a message matches every filter. */
export function matchesNarrow(filters: readonly Filter[], message: MessageFacts): boolean {
  return filters.every((filter) => matchesFilter(filter, message) !== filter.negated);
}

/** @throws ApiError BAD_REQUEST for filters that need more than an event reports: such a queue would be wrong, not narrow. */
export function checkQueueNarrow(filters: readonly Filter[]): void {
  const unknowable = filters.find(
    (filter) => filter.operator === 'is' && (filter.kind === 'followed' || filter.kind === 'muted'),
  );
  if (unknowable !== undefined) throw invalidParameter('narrow', 'This operator is not supported for event queues.');
}

function matchesFilter(filter: Filter, message: MessageFacts): boolean {
  switch (filter.operator) {
    case 'channel':
      return message.channelId !== null && filter.channelIds.includes(message.channelId);
    case 'topic':
      return message.channelId !== null && topicKey(message.topic) === filter.topicKey;
    case 'dm':
      return message.channelId === null && message.userIds.join() === filter.userIds.join();
    case 'dm-including':
      return (
        message.channelId === null &&
        filter.userIds.every((id) => message.userIds.includes(id)) &&
        (filter.groupsOnly !== true || message.userIds.length > 2)
      );
    case 'sender':
      return message.senderId === filter.userId;
    case 'id':
      return filter.ids.includes(message.id);
    case 'sent':
      return (
        (filter.from === null || message.timestamp >= filter.from) &&
        (filter.until === null || message.timestamp < filter.until)
      );
    case 'search':
      return holds(filter, message);
    case 'has':
      return {
        link: message.hasLink,
        image: message.hasImage,
        attachment: message.hasAttachment,
        reaction: message.hasReaction,
      }[filter.kind];
    case 'is':
      return matchesIs(filter.kind, message);
  }
}

function matchesIs(kind: Extract<Filter, { operator: 'is' }>['kind'], message: MessageFacts): boolean {
  const has = (flag: string): boolean => message.flags.includes(flag);
  switch (kind) {
    case 'dm':
      return message.channelId === null;
    case 'starred':
      return has('starred');
    case 'mentioned':
      return has('mentioned') || has('stream_wildcard_mentioned') || has('topic_wildcard_mentioned');
    case 'unread':
      return !has('read');
    case 'alerted':
      return has('has_alert_word');
    case 'followed':
      return message.isFollowed;
    case 'muted':
      return message.isMuted;
    case 'resolved':
      return message.channelId !== null && message.topic.startsWith(resolvedPrefix);
  }
}

/** Each phrase is looked for in the topic and in the text that is shown, and never across the two. */
function holds({ phrases, languages }: Extract<Filter, { operator: 'search' }>, message: MessageFacts): boolean {
  if (phrases.length === 0) return false;
  const texts = [analyse(message.topic, languages), wordsOf(message.renderedContent, languages)];
  return complete(tableOf(phrases).heldBy(texts, new Work())).size === new Set(phrases).size;
}

/** Queues are asked about every message: their phrases are sorted once. */
const tables = new WeakMap<readonly Phrase[], PhraseTable>();

function tableOf(phrases: readonly Phrase[]): PhraseTable {
  const table = tables.get(phrases) ?? new PhraseTable(phrases);
  tables.set(phrases, table);
  return table;
}

/** The message that was looked at last: the narrows of many queues are asked about it one after the other. */
let lastRead = { html: '', languages: '', words: [] as Word[] };

function wordsOf(html: string, languages: readonly string[]): readonly Word[] {
  const key = languages.join();
  if (lastRead.html !== html || lastRead.languages !== key)
    lastRead = { html, languages: key, words: analyse(textOfHtml(html).text, languages) };
  return lastRead.words;
}
