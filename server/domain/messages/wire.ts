/**
 * Messages as they leave: the Message object of api-v1.md for one reader, many at a time with few reads.
 */
import type { components } from '../../contract/types.ts';
import { emptyTopicDisplayName } from '../../events/variants.ts';
import { escapeHtml } from '../../markdown/html.ts';
import { renderTopicLinks } from '../../markdown/render.ts';
import { highlightHtml } from '../../narrow/highlight.ts';
import type { Filter } from '../../narrow/parse.ts';
import type { Viewing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { organizationSetting } from '../organization/rows.ts';
import { visibleUserIds } from '../users/visibility.ts';
import { avatarUrlFor, unknownUserWire } from '../users/wire.ts';
import { findUsers, type UserRow } from '../users/rows.ts';
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

export interface WireOptions {
  applyMarkdown: boolean;
  clientGravatar: boolean;
  /** False: the empty topic is replaced by its display name, in the edit history too. */
  allowEmptyTopicName: boolean;
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
    id: row.id,
    ...people.sender(row, options.clientGravatar),
    sender_realm_str: names.organization,
    client: row.client,
    content: options.applyMarkdown ? row.rendered_content : row.content,
    content_type: options.applyMarkdown ? ('text/html' as const) : ('text/x-markdown' as const),
    display_recipient: row.stream_id === null ? people.participants(row.recipient_id) : names.name(row.stream_id),
    recipient_id: row.recipient_id,
    ...(row.stream_id === null ? { type: 'private' as const } : { type: 'stream' as const, stream_id: row.stream_id }),
    subject: topicWire(row, options.allowEmptyTopicName),
    topic_links: row.stream_id === null || row.topic === '' ? [] : renderTopicLinks(row.topic, linkifiers),
    timestamp: row.timestamp,
    is_me_message: row.is_me_message === 1,
    reactions: reactions.get(row.id) ?? [],
    submessages: submessages.get(row.id) ?? [],
    flags: flagNames(flags.get(row.id) ?? 0, received.has(row.id)),
    ...editFields(row, names.historyPolicy, options.allowEmptyTopicName),
    ...(options.searches !== undefined && options.searches.length > 0 && matchFields(row, options)),
  }));
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
    match_subject: highlightHtml(escapeHtml(topicWire(row, options.allowEmptyTopicName)), phrases, languages),
  };
}

/** The topic as a client reads it (api-v1.md, Message object, `subject`). */
export function topicWire(row: Pick<MessageRow, 'stream_id' | 'topic'>, allowEmptyTopicName: boolean): string {
  return row.topic === '' && row.stream_id !== null && !allowEmptyTopicName ? emptyTopicDisplayName : row.topic;
}

/** Fields that only edited or moved messages have (api-v1.md, Message object). */
export function editFields(
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
  const named = (topic: string): string => (topic === '' ? emptyTopicDisplayName : topic);
  return shown.map((entry) =>
    entry.topic === undefined
      ? entry
      : { ...entry, topic: named(entry.topic), prev_topic: named(entry.prev_topic ?? '') },
  );
}

/** Senders and participants of a set of messages, as the reader sees them. */
class People {
  readonly #viewing: Viewing;
  readonly #users: Map<number, UserRow>;
  readonly #visible: Set<number> | null;
  readonly #participants: Map<number, number[]>;
  readonly #displayed = new Map<number, DisplayRecipientUser[]>();
  readonly #pictures = new Map<number, string | null>();

  constructor(viewing: Viewing, rows: readonly MessageRow[]) {
    this.#viewing = viewing;
    this.#visible = visibleUserIds(viewing);
    this.#participants = participantsOf(
      viewing.db,
      rows.filter((row) => row.stream_id === null).map((row) => row.recipient_id),
    );
    const ids = [...rows.map((row) => row.sender_id), ...[...this.#participants.values()].flat()];
    this.#users = new Map(findUsers(viewing.db, ids).map((user) => [user.id, user]));
  }

  sender(
    row: MessageRow,
    clientGravatar: boolean,
  ): Pick<MessageWire, 'sender_id' | 'sender_email' | 'sender_full_name' | 'avatar_url'> {
    const user = this.#users.get(row.sender_id) as UserRow;
    const shown = this.#shown(user);
    return {
      sender_id: user.id,
      sender_email: shown.email,
      sender_full_name: shown.full_name,
      avatar_url: this.#picture(user, clientGravatar),
    };
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
    return this.#isVisible(user) ? user : unknownUserWire(user);
  }

  #isVisible(user: UserRow): boolean {
    return this.#visible?.has(user.id) ?? true;
  }

  #picture(user: UserRow, clientGravatar: boolean): string | null {
    const known = this.#pictures.get(user.id);
    if (known !== undefined) return known;
    const made = this.#isVisible(user)
      ? avatarUrlFor(this.#viewing, user, clientGravatar)
      : (unknownUserWire(user).avatar_url ?? null);
    this.#pictures.set(user.id, made);
    return made;
  }
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
