/** Messages as they leave (contract: Message): their fields, in one place, and those of one reader, many at a time with few reads. */
import type { components } from '../../contract/types.ts';
import { inForm, type MessageForm, type WholeMessage } from '../../events/message-form.ts';
import { topicForClient, topicForPeople } from '../../events/topic-name.ts';
import { escapeHtml } from '../../markdown/html.ts';
import { renderTopicLinks } from '../../markdown/render.ts';
import type { CompiledLinkifier } from '../../markdown/linkify.ts';
import { highlightHtml } from '../../narrow/highlight.ts';
import type { Filter } from '../../narrow/parse.ts';
import type { Viewing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { organizationSetting } from '../organization/rows.ts';
import { visibleUserIds } from '../users/visibility.ts';
import { apiEmailFor, avatarUrl, avatarUrlFor, unknownUserWire } from '../users/wire.ts';
import { findUsers, isVisitor, type UserRow } from '../users/rows.ts';
import { receivedIds } from './access.ts';
import { flagNames, flagsOf } from './flags.ts';
import { participantsOf } from './direct-recipients.ts';
import { findMessages, type MessageRow } from './rows.ts';
import { reactionsOf } from '../reactions/rows.ts';
import { submessagesOf } from './submessage-rows.ts';
import type { HistoryEntry } from './history-rules.ts';
import { compiledLinkifiers } from '../linkifiers/compiled.ts';

export type MessageWire = components['schemas']['Message'];
type DisplayRecipientUser = { id: number; email: string; full_name: string; is_mirror_dummy: boolean };

/** A search filter of a narrow. */
export type Search = Extract<Filter, { operator: 'search' }>;

/** The form is that of the edit history too. */
export interface WireOptions extends MessageForm {
  /** What was searched for, if anything: adds match_content and match_subject. */
  searches?: readonly Search[];
}

/** Messages for their ids, as one reader sees them, ascending; the caller has made sure that they may be read. */
export function messagesWire(viewing: Viewing, ids: readonly number[], options: WireOptions): MessageWire[] {
  const rows = findMessages(viewing.db, ids);
  const people = new People(viewing, rows);
  const names = new ChannelNames(viewing);
  const linkifiers = compiledLinkifiers(viewing.db);
  const flags = flagsOf(viewing.db, viewing.user.id, ids);
  const received = receivedIds(viewing.db, viewing.user.id, rows);
  const reactions = reactionsOf(viewing.db, ids);
  const submessages = submessagesOf(viewing.db, ids);
  return rows.map((row) => ({
    ...inForm(
      wholeMessage(row, {
        sender: people.sender(row),
        display_recipient: row.stream_id === null ? people.participants(row.recipient_id) : names.name(row.stream_id),
        sender_realm_str: names.organization,
        linkifiers,
        reactions: reactions.get(row.id),
        submessages: submessages.get(row.id),
      }),
      options,
    ),
    flags: flagNames(flags.get(row.id) ?? 0, received.has(row.id)),
    ...editFields(row, names.historyPolicy, options.allowEmptyTopicName),
    ...(options.searches !== undefined && options.searches.length > 0 && matchFields(row, options)),
  }));
}

/** What a message's own row does not say. */
interface Surroundings extends Pick<WholeMessage, 'display_recipient' | 'sender_realm_str'> {
  sender: Sender;
  linkifiers: readonly CompiledLinkifier[];
  reactions?: WholeMessage['reactions'];
  submessages?: WholeMessage['submessages'];
}

/** The fields of a message, for whoever fetches it and for the event that tells of it. */
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
    topic_links: row.stream_id === null || row.topic === '' ? [] : renderTopicLinks(row.topic, around.linkifiers),
    timestamp: row.timestamp,
    is_me_message: row.is_me_message === 1,
    reactions: around.reactions ?? [],
    submessages: around.submessages ?? [],
  };
}

/** match_content and match_subject of a found message: HTML with what was searched for highlighted. */
export function matchFields(
  row: MessageRow,
  options: Pick<WireOptions, 'searches' | 'allowEmptyTopicName'>,
): { match_content: string; match_subject: string } {
  const searches = options.searches ?? [];
  const phrases = searches.flatMap((search) => search.phrases);
  const languages = searches[0]?.languages ?? [];
  return {
    match_content: highlightHtml(row.rendered_content, phrases, languages),
    match_subject: highlightHtml(
      escapeHtml(topicForClient(row.topic, options.allowEmptyTopicName || row.stream_id === null)),
      phrases,
      languages,
    ),
  };
}

/** Fields that only edited or moved messages have. */
function editFields(
  row: MessageRow,
  policy: 'all' | 'moves' | 'none',
  allowEmptyTopicName: boolean,
): Pick<MessageWire, 'edit_history' | 'last_edit_timestamp' | 'last_moved_timestamp'> {
  const history = historyWire(row, policy, allowEmptyTopicName);
  return {
    ...(history.length > 0 && { edit_history: history }),
    ...(row.last_edit_timestamp !== null && { last_edit_timestamp: row.last_edit_timestamp }),
    ...(row.last_moved_timestamp !== null && { last_moved_timestamp: row.last_moved_timestamp }),
  };
}

/** What the organization lets people see of a message's past: newest first. */
function historyWire(row: MessageRow, policy: 'all' | 'moves' | 'none', allowEmptyTopicName: boolean): HistoryEntry[] {
  if (row.edit_history === null || policy === 'none') return [];
  const entries = JSON.parse(row.edit_history) as HistoryEntry[];
  const shown =
    policy === 'all'
      ? entries
      : entries
          .filter((entry) => entry.topic !== undefined || entry.stream !== undefined)
          .map(({ prev_content: _content, prev_rendered_content: _html, ...entry }) => entry);
  if (allowEmptyTopicName) return shown;
  return shown.map((entry) =>
    entry.topic === undefined
      ? entry
      : { ...entry, topic: topicForPeople(entry.topic), prev_topic: topicForPeople(entry.prev_topic ?? '') },
  );
}

/** Senders and participants of a set of messages, as the reader sees them. */
class People {
  readonly #viewing: Viewing;
  readonly #users: Map<number, UserRow>;
  readonly #visible: Set<number> | null;
  readonly #participants: Map<number, number[]>;
  readonly #displayed = new Map<number, DisplayRecipientUser[]>();
  readonly #senders = new Map<number, Sender>();

  constructor(viewing: Viewing, rows: readonly MessageRow[]) {
    this.#viewing = viewing;
    // Whoever wrote what a visitor reads is in sight, however long ago it was.
    this.#visible = isVisitor(viewing.user) ? null : visibleUserIds(viewing);
    this.#participants = participantsOf(
      viewing.db,
      rows.filter((row) => row.stream_id === null).map((row) => row.recipient_id),
    );
    const ids = [...rows.map((row) => row.sender_id), ...[...this.#participants.values()].flat()];
    this.#users = new Map(findUsers(viewing.db, ids).map((user) => [user.id, user]));
  }

  sender({ sender_id: id }: MessageRow): Sender {
    const known = this.#senders.get(id);
    if (known !== undefined) return known;
    const user = this.#users.get(id) as UserRow;
    const computesPicture = (): boolean => avatarUrlFor(this.#viewing, user, true) === null;
    const shown = { ...user, email: apiEmailFor(this.#viewing, user) };
    const made = this.#isVisible(user) ? senderFields(shown, computesPicture()) : unknownSender(user);
    this.#senders.set(id, made);
    return made;
  }

  participants(recipientId: number): DisplayRecipientUser[] {
    const known = this.#displayed.get(recipientId);
    if (known !== undefined) return known;
    const made = (this.#participants.get(recipientId) ?? []).flatMap((id) => {
      const user = this.#users.get(id);
      return user === undefined ? [] : [displayUser(this.#shown(user), user.id)];
    });
    this.#displayed.set(recipientId, made);
    return made;
  }

  #shown(user: UserRow): { email: string; full_name: string } {
    if (!this.#isVisible(user)) return unknownUserWire(user);
    return { email: apiEmailFor(this.#viewing, user), full_name: user.full_name };
  }

  #isVisible(user: UserRow): boolean {
    return this.#visible?.has(user.id) ?? true;
  }
}

type Sender = Pick<
  WholeMessage,
  'sender_id' | 'sender_email' | 'sender_full_name' | 'avatar_url' | 'has_default_avatar'
>;

/** @param computesPicture clients may compute the sender's picture themselves: it is none that was uploaded. */
export function senderFields(user: UserRow, computesPicture: boolean): Sender {
  return {
    sender_id: user.id,
    sender_email: user.email,
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

/** One participant of a direct message (api-v1.md, Message object, display_recipient). */
export function displayUser(user: { email: string; full_name: string }, id: number): DisplayRecipientUser {
  return { id, email: user.email, full_name: user.full_name, is_mirror_dummy: false };
}

class ChannelNames {
  readonly organization: string;
  readonly historyPolicy: 'all' | 'moves' | 'none';
  readonly #viewing: Viewing;
  readonly #names = new Map<number, string>();

  constructor(viewing: Viewing) {
    this.#viewing = viewing;
    this.organization = organizationSetting(viewing.db, 'string_id');
    this.historyPolicy = organizationSetting(viewing.db, 'message_edit_history_visibility_policy');
  }

  name(channelId: number): string {
    const known = this.#names.get(channelId) ?? findChannel(this.#viewing.db, channelId)?.name ?? '';
    this.#names.set(channelId, known);
    return known;
  }
}
