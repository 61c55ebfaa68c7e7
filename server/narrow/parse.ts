/**
 * Narrows: filters as clients send them, parsed into one tree of ids that the SQL (sql.ts) and the event predicate
 * (predicate.ts) both read. Names are resolved here, once, through look-ups that are handed in, so that a name that
 * changes later changes nothing for a queue.
 */
import { z } from 'zod';
import { badNarrow } from '../errors.ts';
import { topicKey } from '../names.ts';
import { dateOperators, isDateOperator, sentCondition, withoutNegation, type SentCondition } from './dates.ts';
import { parseSearch, type EmojiOf, type Phrase } from './phrases.ts';
import { checkSizes, peopleOf } from './term-sizes.ts';

/** Words of all searches of a narrow together: the index takes only so large an expression. */
const maxWords = 200;

const operandSchema = z.union([
  z.string(),
  z.int(),
  z.boolean().transform(String),
  z.array(z.union([z.int(), z.string()])).max(10_000),
]);

/** A narrow as sent: objects or pairs. */
export const narrowSchema = z
  .array(
    z.union([
      z.object({ operator: z.string(), operand: operandSchema, negated: z.boolean().nullish() }),
      z.tuple([z.string(), operandSchema]),
    ]),
  )
  .max(100);
export type SentNarrow = z.infer<typeof narrowSchema>;
type Operand = z.infer<typeof operandSchema>;

const hasKinds = ['link', 'image', 'attachment', 'reaction'] as const;
const isKinds = ['dm', 'starred', 'mentioned', 'unread', 'alerted', 'followed', 'resolved', 'muted'] as const;
export type HasKind = (typeof hasKinds)[number];
export type IsKind = (typeof isKinds)[number];

/** What one filter asks of a message, in ids. */
export type Condition =
  | { operator: 'channel'; channelIds: number[] }
  | { operator: 'topic'; topicKey: string }
  /** All participants, the reader included, ascending. */
  | { operator: 'dm'; userIds: number[] }
  /** `groupsOnly`: of three people and more. */
  | { operator: 'dm-including'; userIds: number[]; groupsOnly?: true }
  | { operator: 'sender'; userId: number }
  | { operator: 'id'; ids: number[] }
  | SentCondition
  | { operator: 'search'; phrases: Phrase[]; languages: string[] }
  | { operator: 'has'; kind: HasKind }
  | { operator: 'is'; kind: IsKind };

/** One filter of a narrow; a message matches a narrow when it matches every filter. Queues are stored with theirs: names stay. */
export type Filter = Condition & { negated: boolean };

/** A message's conversation. */
export type Conversation = { channelId: number; topicKey: string } | { userIds: number[] };

/** Look-ups as one reader may make them: undefined for "no such thing, or not yours to see". */
export interface NarrowNames {
  /** The reader. */
  userId: number;
  findChannelId(nameOrId: string | number): number | undefined;
  findUserId(emailOrId: string | number): number | undefined;
  publicChannelIds(): number[];
  webPublicChannelIds(): number[];
  findConversation(messageId: number): Conversation | undefined;
  /** Languages whose stems the search index has. */
  searchLanguages(): string[];
  /** The character of an emoji by any of its names. */
  findEmoji: EmojiOf;
  /** Shown for the empty topic, and read as it. */
  emptyTopicName: string;
  /** Of the reader, as IANA names it: dates are days there. */
  timeZone(): string;
}

export interface ParsedNarrow {
  filters: Filter[];
  /** Operand of a `near` filter: it holds nothing back, it says where to look. */
  near: number | null;
}

const aliases: ReadonlyMap<string, string> = new Map([
  ['stream', 'channel'],
  ['streams', 'channels'],
  ['subject', 'topic'],
  ['pm-with', 'dm'],
  ['pm-including', 'dm-including'],
  ['from', 'sender'],
  ['during', 'on'],
]);

/** All that a narrow may ask by; `-` before one leaves out what it finds. */
const operators = `channel, channels, topic, dm, dm-including, group-pm-with, sender, id, search, has, is, in, near, with, ${dateOperators.join(', ')}`;

/** @throws ApiError BAD_NARROW for unknown operators and for operands that name nothing the reader may see. */
export function parseNarrow(sent: SentNarrow, names: NarrowNames): ParsedNarrow {
  let filters: Filter[] = [];
  let near: number | null = null;
  // A `with` takes the place of the conversation that the other terms name, wherever it comes among them.
  const rank = ({ operator }: Term): number => Number(operator === 'with');
  const terms = sent.map(normalize).toSorted((a, b) => rank(a) - rank(b));
  checkSizes(terms);
  for (const term of terms) {
    const negated = term.negated;
    switch (term.operator) {
      case 'near':
        near = asId('near', term.operand);
        break;
      case 'with':
        filters = withConversation(filters, asId('with', term.operand), negated, names);
        break;
      case 'in':
        if (asText(term.operand) === 'home') filters.push({ operator: 'is', kind: 'muted', negated: !negated });
        else if (asText(term.operand) !== 'all') throw badNarrow(`unknown 'in' operand ${asText(term.operand)}`);
        else if (negated) filters.push(nothing);
        break;
      default:
        if (isDateOperator(term.operator)) {
          filters.push(withoutNegation(sentCondition(term.operator, term.operand, names.timeZone()), negated));
          break;
        }
        // Search boxes send an empty search while nothing has been typed yet.
        if (term.operator !== 'search' || asText(term.operand).trim() !== '')
          filters.push({ ...parseCondition(term.operator, term.operand, names), negated });
    }
  }
  const words = filters
    .flatMap((filter) => (filter.operator === 'search' ? filter.phrases : []))
    .flatMap((phrase) => phrase.words);
  if (contradicts(filters)) throw badNarrow('No message can be both a channel message and direct message');
  if (words.length > maxWords) throw badNarrow(`too many words to search for (limit: ${maxWords})`);
  return { filters, near };
}

/** Whether a narrow asks for both channel messages and direct ones. */
function contradicts(filters: readonly Filter[]): boolean {
  const asked = filters.filter(({ negated }) => !negated);
  const isDirect = (filter: Filter): boolean =>
    filter.operator === 'dm' ||
    filter.operator === 'dm-including' ||
    (filter.operator === 'is' && filter.kind === 'dm');
  return asked.some(isDirect) && asked.some(({ operator }) => operator === 'channel' || operator === 'topic');
}

/** What visitors may ask for beside the web-public channels: nothing that is about themselves. */
const visitorsOperators = new Set(['channel', 'channels', 'topic', 'sender', 'has', 'search', 'near', 'id', 'with']);

/**
 * Whether a narrow is one of a visitor: it says that it wants what is web-public, so that a client that merely lost its
 * credentials is notified.
 */
export function isVisitorsNarrow(sent: SentNarrow): boolean {
  const terms = sent.map(normalize);
  const isAsked = ({ operator, operand, negated }: Term): boolean =>
    operator === 'channels' && operand === 'web-public' && !negated;
  return terms.some(isAsked) && terms.every(({ operator }) => visitorsOperators.has(operator));
}

interface Term {
  operator: string;
  operand: Operand;
  negated: boolean;
}

/** A filter that no message matches. */
const nothing: Filter = { operator: 'id', ids: [], negated: false };

function normalize(term: SentNarrow[number]): Term {
  const [name, operand, negated] = Array.isArray(term)
    ? [...term, false]
    : [term.operator, term.operand, term.negated ?? false];
  const isMinus = name.startsWith('-');
  const operator = (isMinus ? name.slice(1) : name).toLowerCase();
  return { operator: aliases.get(operator) ?? operator, operand, negated: isMinus !== negated };
}

function parseCondition(operator: string, operand: Operand, names: NarrowNames): Condition {
  switch (operator) {
    case 'channel':
      return { operator: 'channel', channelIds: [channelId(operand, names)] };
    case 'channels':
      return { operator: 'channel', channelIds: channelIdsOf(asText(operand), names) };
    case 'topic':
      return { operator: 'topic', topicKey: topicKeyOf(asText(operand), names) };
    case 'dm':
      return { operator: 'dm', userIds: sortedIds([...userIds(operand, names), names.userId]) };
    case 'dm-including':
      return { operator: 'dm-including', userIds: sortedIds(userIds(operand, names)) };
    // The older operator: groups with someone, and not what was written to them alone.
    case 'group-pm-with':
      return { operator: 'dm-including', userIds: sortedIds(userIds(operand, names)), groupsOnly: true };
    case 'sender':
      return { operator: 'sender', userId: senderId(operand, names) };
    case 'id':
      return { operator: 'id', ids: (Array.isArray(operand) ? operand : [operand]).map((id) => asId('id', id)) };
    case 'search':
      return searchFor(asText(operand), names);
    case 'has':
      return { operator: 'has', kind: oneOf(hasKinds, 'has', asText(operand).replace(/s$/, '')) };
    case 'is':
      return { operator: 'is', kind: oneOf(isKinds, 'is', asText(operand) === 'private' ? 'dm' : asText(operand)) };
    default:
      throw badNarrow(`unknown operator ${operator.slice(0, 60)} (known: ${operators})`);
  }
}

/** `with` puts the conversation that holds a message now in place of the one that the narrow names. @throws ApiError BAD_NARROW */
function withConversation(filters: Filter[], messageId: number, negated: boolean, names: NarrowNames): Filter[] {
  if (negated) throw badNarrow("'with' cannot be negated");
  const isConversation = ({ operator, negated: isNegated }: Filter): boolean =>
    !isNegated && ['channel', 'topic', 'dm'].includes(operator);
  const conversation = names.findConversation(messageId);
  if (conversation === undefined) {
    // A link to a conversation goes on working when the message in it is deleted.
    if (filters.some(isConversation)) return filters;
    throw badNarrow("Invalid 'with' operator");
  }
  const others = filters.filter((filter) => !isConversation(filter));
  if ('userIds' in conversation) return [...others, { operator: 'dm', userIds: conversation.userIds, negated: false }];
  return [
    ...others,
    { operator: 'channel', channelIds: [conversation.channelId], negated: false },
    { operator: 'topic', topicKey: conversation.topicKey, negated: false },
  ];
}

/** The key of a topic as a client names it; the empty topic may come under its display name. */
function topicKeyOf(topic: string, { emptyTopicName }: NarrowNames): string {
  const trimmed = topic.trim();
  return trimmed === emptyTopicName || trimmed === '(no topic)' ? '' : topicKey(trimmed);
}

function searchFor(text: string, { searchLanguages, findEmoji }: NarrowNames): Condition {
  const languages = searchLanguages();
  return { operator: 'search', phrases: parseSearch(text, languages, findEmoji), languages };
}

function channelId(operand: Operand, names: NarrowNames): number {
  const id = Array.isArray(operand) ? undefined : names.findChannelId(operand);
  if (id === undefined) throw badNarrow(`unknown channel ${String(operand)}`);
  return id;
}

function channelIdsOf(kind: string, names: NarrowNames): number[] {
  if (kind === 'public') return names.publicChannelIds();
  if (kind === 'web-public') return names.webPublicChannelIds();
  throw badNarrow(`unknown channels operand ${kind}`);
}

function senderId(operand: Operand, names: NarrowNames): number {
  if (operand === 'me') return names.userId;
  const id = Array.isArray(operand) ? undefined : names.findUserId(operand);
  if (id === undefined) throw badNarrow(`unknown user ${String(operand)}`);
  return id;
}

const userIds = (operand: Operand, names: NarrowNames): number[] =>
  peopleOf(operand).map((user) => senderId(user, names));

function asText(operand: Operand): string {
  if (Array.isArray(operand)) throw badNarrow('a list is not possible here');
  return String(operand);
}

function asId(operator: string, operand: Operand | string | number): number {
  const text = String(operand);
  if (!/^\d{1,15}$/.test(text)) throw badNarrow(`'${operator}' needs a message id`);
  return Number(text);
}

function oneOf<T extends string>(known: readonly T[], operator: string, operand: string): T {
  const found = known.find((kind) => kind === operand);
  if (found === undefined) throw badNarrow(`unknown '${operator}' operand ${operand}`);
  return found;
}

const sortedIds = (ids: number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);
