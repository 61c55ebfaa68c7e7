/**
 * Messages: sending and fetching (contract: get-messages, get-message, check-messages-match-narrow).
 * Changing them is in message-edits.ts, flags in message-flags.ts.
 */
import { z } from 'zod';
import type { Acting, Viewing } from '../domain/acting.ts';
import { accessiblePlaces, accessMessage } from '../domain/messages/access.ts';
import { readNarrow } from '../domain/messages/narrow.ts';
import { fetchByIds, fetchRange, matchNarrow, maxMessagesPerFetch } from '../domain/messages/reading/fetch.ts';
import { parseAnchor, type Anchor } from '../domain/messages/reading/range-query.ts';
import type { Steps } from '../domain/messages/reading/steps.ts';
import { messagesWire } from '../domain/messages/reading/texts.ts';
import * as messages from '../domain/messages/send.ts';
import type { SentMessage } from '../domain/messages/send.ts';
import { readSentKey, sendOnce, sentKeyHeaders } from '../domain/messages/sent-keys.ts';
import {
  accessTargetChannel,
  accessTargetUserIds,
  isDirect,
  targetSchema,
  targetTypes,
} from '../domain/messages/targets.ts';
import { incompatibleParameters, invalidParameter, missingVariable } from '../errors.ts';
import { JsonList, type Answer, type RequestInfo } from '../http/endpoint.ts';
import { bool, int, json, listOf, oneOf, text, type Parsed } from '../http/params.ts';
import { narrowSchema } from '../narrow/parse.ts';
import { endpoint } from './endpoint.ts';
import { noteSearchIndex } from './search-index-header.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Messages';

/** Characters: the event of a message keeps it until all queues are past it. */
const longestLocalId = 256;

const sendParams = {
  type: oneOf(targetTypes).describe('Where the message goes.').envelope(),
  to: json(targetSchema, { lenient: true }).describe('Channel name or id; or user ids or emails.').envelope(),
  content: text({ keepSpace: true }).describe('Markdown; bounded by max_message_length.'),
  topic: text().alias('subject').optional().describe('Topic of a channel message; bounded by max_topic_length.'),
  queue_id: text()
    .optional()
    .describe('The event queue that shall see local_message_id; local_id is then required.')
    .envelope(),
  local_id: text({ max: longestLocalId }).optional().describe("The client's own id for the message.").envelope(),
  read_by_sender: bool()
    .optional()
    .describe('Whether the message is read for its author. Default: decided from the client name.')
    .envelope(),
};

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages',
  access: 'sender',
  summary: 'Send a message to a channel or directly to users.',
  params: sendParams,
  headers: sentKeyHeaders,
  async run({ request, write, params: p }) {
    const key = readSentKey(request.headers['idempotency-key']);
    return write((acting) => {
      const recipients = key !== undefined && isDirect(p.type) ? recipientsText(p.to) : '';
      const sent = sendOnce(acting, { key, content: p.content, recipients }, () => sendAs(acting, p));
      const policy = sent.automaticNewVisibilityPolicy;
      return { id: sent.id, ...(policy !== undefined && { automatic_new_visibility_policy: policy }) };
    });
  },
});

/** The recipients of a direct message as the client named them, in one order: a retry names them alike, also when one is gone by then. */
const recipientsText = (to: Parsed<typeof sendParams>['to']): string =>
  `direct:${JSON.stringify([to].flat().map(String).sort())}`;

function sendAs(acting: Acting, p: Parsed<typeof sendParams>): SentMessage {
  if (p.queue_id !== undefined && p.local_id === undefined) throw missingVariable('local_id');
  const common = { content: p.content, queueId: p.queue_id, localId: p.local_id, readBySender: p.read_by_sender };
  if (isDirect(p.type))
    return messages.sendMessage(acting, { ...common, toUserIds: accessTargetUserIds(acting, p.to) });
  const channel = accessTargetChannel(acting, p.to);
  return messages.sendMessage(acting, { ...common, channel, topic: required(p.topic, 'topic') });
}

const fetchParams = {
  anchor: text().optional().describe('Message id, or newest, oldest, first_unread.'),
  include_anchor: bool().optional().describe('Default true.').envelope(),
  num_before: int({ min: 0 }).optional().describe('Messages with ids below the anchor.').envelope(),
  num_after: int({ min: 0 }).optional().describe('Messages with ids above the anchor.').envelope(),
  narrow: json(narrowSchema).default([]).describe('Filters, as objects or as pairs.'),
  client_gravatar: bool()
    .default(true)
    .describe('True: avatar_url is null where the client can compute it.')
    .envelope(),
  apply_markdown: bool().default(true).describe('True: HTML; false: raw Markdown.').envelope(),
  message_ids: listOf(z.int()).optional().describe('Exactly these messages; excludes the range parameters.'),
  allow_empty_topic_name: bool()
    .default(false)
    .describe('False: the empty topic is replaced by its display name.')
    .envelope(),
  use_first_unread_anchor: bool().optional().describe('Deprecated: anchor=first_unread.'),
};

export const getMessages = endpoint({
  method: 'GET',
  path: '/messages',
  access: 'authenticated',
  anonymous: 'web-public',
  summary: 'Fetch messages that match a narrow, by range or by ids.',
  params: fetchParams,
  run: ({ readInSlices, request, params: p }) =>
    readInSlices((viewing) =>
      p.message_ids === undefined
        ? fetchAnsweredRange(viewing, request, p)
        : fetchAnsweredIds(viewing, request, p, p.message_ids),
    ),
});

function* fetchAnsweredRange(viewing: Viewing, request: RequestInfo, p: Parsed<typeof fetchParams>): Steps<Answer> {
  const numBefore = required(p.num_before, 'num_before');
  const numAfter = required(p.num_after, 'num_after');
  if (numBefore + numAfter > maxMessagesPerFetch) throw tooMany();
  const { filters, near } = readNarrow(viewing, p.narrow);
  noteSearchIndex(request, viewing.db, filters);
  const range = { anchor: anchorOf(p, near), includeAnchor: p.include_anchor ?? true, numBefore, numAfter };
  const found = yield* fetchRange(viewing, filters, range, wireOptions(p));
  return { ...found, messages: new JsonList(found.messages) };
}

/** spec: GET /messages: "It is an error to combine with anchor, include_anchor, use_first_unread_anchor, num_before, num_after." */
function* fetchAnsweredIds(
  viewing: Viewing,
  request: RequestInfo,
  p: Parsed<typeof fetchParams>,
  ids: number[],
): Steps<Answer> {
  const excluded = (['anchor', 'include_anchor', 'use_first_unread_anchor', 'num_before', 'num_after'] as const).filter(
    (name) => p[name] !== undefined,
  );
  if (excluded.length > 0) throw incompatibleParameters(['message_ids', ...excluded]);
  if (ids.length > maxMessagesPerFetch) throw tooMany();
  const { filters } = readNarrow(viewing, p.narrow);
  noteSearchIndex(request, viewing.db, filters);
  const found = yield* fetchByIds(viewing, filters, accessiblePlaces(viewing, ids), wireOptions(p));
  return { ...found, messages: new JsonList(found.messages) };
}

/** The older switch goes with `anchor=0`, which older clients send beside it, and with nothing else. */
function anchorOf(p: Parsed<typeof fetchParams>, near: number | null): Anchor {
  if (p.use_first_unread_anchor === true) {
    if (p.anchor !== undefined && p.anchor !== '0') throw incompatibleParameters(['anchor', 'use_first_unread_anchor']);
    return 'first_unread';
  }
  return p.anchor === undefined && near !== null ? near : parseAnchor(p.anchor);
}

export const getMessage = endpoint({
  method: 'GET',
  path: '/messages/{message_id}',
  access: 'authenticated',
  anonymous: 'web-public',
  summary: 'Fetch one message.',
  params: {
    message_id: int().envelope(),
    apply_markdown: bool().default(true).envelope(),
    allow_empty_topic_name: bool().default(false).envelope(),
  },
  run: ({ read, params: p }) =>
    read((viewing) => {
      const { id, content } = accessMessage(viewing, p.message_id);
      const options = { ...wireOptions(p), clientGravatar: true };
      return { message: messagesWire(viewing, [id], options)[0], raw_content: content };
    }),
});

export const matchesNarrow = endpoint({
  method: 'GET',
  path: '/messages/matches_narrow',
  access: 'authenticated',
  summary: 'Test which messages match a narrow.',
  params: {
    msg_ids: listOf(z.int(), { max: maxMessagesPerFetch }).describe('Message ids to test.'),
    narrow: json(narrowSchema).describe('Filters.'),
  },
  run: ({ readInSlices, request, params: p }) =>
    readInSlices(function* (viewing) {
      const { filters } = readNarrow(viewing, p.narrow);
      noteSearchIndex(request, viewing.db, filters);
      return { messages: yield* matchNarrow(viewing, filters, accessiblePlaces(viewing, p.msg_ids)) };
    }),
});

const wireOptions = (p: { apply_markdown: boolean; allow_empty_topic_name: boolean; client_gravatar?: boolean }) => ({
  applyMarkdown: p.apply_markdown,
  clientGravatar: p.client_gravatar ?? true,
  allowEmptyTopicName: p.allow_empty_topic_name,
});

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw missingVariable(name);
  return value;
}

const tooMany = (): Error =>
  invalidParameter('num_before, num_after', `Too many messages requested (maximum ${maxMessagesPerFetch}).`);
