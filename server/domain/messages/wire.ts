/** Messages as they leave (contract: Message): their fields, in one place. As text, many at a time, they are in texts.ts. */
import type { components } from '../../contract/types.ts';
import { contentType, type MessageForm, type WholeMessage } from '../../events/message-form.ts';
import { topicForClient } from '../../events/topic-name.ts';
import { escapeHtml } from '../../markdown/html.ts';
import type { CompiledLinkifier } from '../../markdown/linkify.ts';
import { renderTopicLinks } from '../../markdown/render.ts';
import { highlightHtml } from '../../narrow/highlight.ts';
import type { Filter } from '../../narrow/parse.ts';
import { PhraseTable } from '../../narrow/phrases.ts';
import { Work } from '../../narrow/work.ts';
import type { UserRow } from '../users/rows.ts';
import { avatarUrl, unknownUserWire } from '../users/wire.ts';
import type { HistoryEntry } from './history-rules.ts';
import type { MessageRow, ShownRow } from './rows.ts';

export type MessageWire = components['schemas']['Message'];
export type DisplayRecipientUser = { id: number; email: string; full_name: string; is_mirror_dummy: boolean };

/** A search filter of a narrow. */
export type Search = Extract<Filter, { operator: 'search' }>;

/** The form is that of the edit history too. */
export type WireOptions = MessageForm;

/** What a message's own row does not say. */
interface Surroundings extends Pick<WholeMessage, 'display_recipient' | 'sender_realm_str'> {
  sender: Sender;
  linkifiers: readonly CompiledLinkifier[];
  reactions?: WholeMessage['reactions'];
  submessages?: WholeMessage['submessages'];
}

/** The fields of a message, for the user who fetches it and for the event that reports it. */
export function wholeMessage(row: MessageRow, around: Surroundings): WholeMessage {
  return {
    id: row.id,
    ...around.sender,
    sender_realm_str: around.sender_realm_str,
    client: row.client,
    content: row.content,
    rendered_content: row.rendered_content,
    display_recipient: around.display_recipient,
    recipient_id: row.recipient_id,
    ...(row.stream_id === null ? { type: 'private' as const } : { type: 'stream' as const, stream_id: row.stream_id }),
    subject: row.topic,
    topic_links: topicLinks(row, around.linkifiers),
    timestamp: row.timestamp,
    is_me_message: row.is_me_message === 1,
    reactions: around.reactions ?? [],
    submessages: around.submessages ?? [],
  };
}

const topicLinks = (
  row: Pick<MessageRow, 'stream_id' | 'topic'>,
  linkifiers: readonly CompiledLinkifier[],
): WholeMessage['topic_links'] =>
  row.stream_id === null || row.topic === '' ? [] : renderTopicLinks(row.topic, linkifiers);

/** Fields that depend on who reads, beside the form: reader-texts.ts makes them, and the flags. */
type ReaderField =
  | 'sender_id'
  | 'sender_email'
  | 'sender_full_name'
  | 'avatar_url'
  | 'display_recipient'
  | 'sender_realm_str'
  | 'flags'
  | 'match_content'
  | 'match_subject';

/**
 * The fields of a message that are the same for all readers of one form. One literal, whatever the message: pages of a hundred of
 * them are made, and objects that are put together from others cost several times as much.
 */
export function sharedFields(
  row: ShownRow,
  form: MessageForm,
  around: Omit<Surroundings, 'sender' | 'display_recipient' | 'sender_realm_str'> & { history?: HistoryEntry[] },
): Omit<MessageWire, ReaderField> {
  const isDirect = row.stream_id === null;
  return {
    id: row.id,
    client: row.client,
    content: row.content,
    recipient_id: row.recipient_id,
    type: isDirect ? 'private' : 'stream',
    stream_id: row.stream_id ?? undefined,
    subject: topicForClient(row.topic, form.allowEmptyTopicName || isDirect),
    topic_links: topicLinks(row, around.linkifiers),
    timestamp: row.timestamp,
    is_me_message: row.is_me_message === 1,
    reactions: around.reactions ?? [],
    submessages: around.submessages ?? [],
    content_type: contentType(form),
    edit_history: around.history,
    last_edit_timestamp: row.last_edit_timestamp ?? undefined,
    last_moved_timestamp: row.last_moved_timestamp ?? undefined,
  };
}

/** match_content and match_subject of a found message: HTML with what was searched for highlighted. */
export interface MatchFields {
  match_content: string;
  match_subject: string;
}

/** Highlights what was searched for, message after message; a step is a part of one message at most. */
export class Highlighter {
  readonly #table: PhraseTable;
  readonly #languages: readonly string[];
  readonly #allowEmptyTopicName: boolean;
  readonly #work = new Work();

  constructor(searches: readonly Search[], allowEmptyTopicName: boolean) {
    this.#table = new PhraseTable(searches.flatMap((search) => search.phrases));
    this.#languages = searches[0]?.languages ?? [];
    this.#allowEmptyTopicName = allowEmptyTopicName;
  }

  *fields(row: MessageRow): Generator<void, MatchFields> {
    const topic = escapeHtml(topicForClient(row.topic, this.#allowEmptyTopicName || row.stream_id === null));
    return {
      match_content: yield* highlightHtml(row.rendered_content, this.#table, this.#languages, this.#work),
      match_subject: yield* highlightHtml(topic, this.#table, this.#languages, this.#work),
    };
  }
}

type Sender = Pick<
  WholeMessage,
  'sender_id' | 'sender_email' | 'sender_full_name' | 'avatar_url' | 'has_default_avatar'
>;

/**
 * @param computesPicture clients may compute the sender's picture themselves: it is none that was uploaded.
 * @param email as the reader sees it.
 */
export function senderFields(user: UserRow, computesPicture: boolean, email = user.email): Sender {
  return {
    sender_id: user.id,
    sender_email: email,
    sender_full_name: user.full_name,
    avatar_url: avatarUrl(user, false),
    has_default_avatar: computesPicture,
  };
}

/** The sender for those who may not know who it is. */
export function unknownSender(user: UserRow): Sender {
  const { user_id: sender_id, email: sender_email, full_name: sender_full_name, avatar_url } = unknownUserWire(user);
  return { sender_id, sender_email, sender_full_name, avatar_url: avatar_url ?? '', has_default_avatar: false };
}

/** One participant of a direct message (contract: Message, display_recipient). */
export function displayUser(user: { email: string; full_name: string }, id: number): DisplayRecipientUser {
  return { id, email: user.email, full_name: user.full_name, is_mirror_dummy: false };
}
