/** Message metadata without content: which are unread, in which conversation, which are starred, and with whom one wrote last. */
import { changed, withEntry, withIds, withoutIds } from './collections.ts';
import { direct, inChannel, keyOf, type Conversation, type ConversationKey } from './conversation.ts';
import type { EventOf, Registration, Schemas } from './events.ts';

export interface UnreadConversation {
  readonly conversation: Conversation;
  /** Ascending; never empty. */
  readonly ids: readonly number[];
}

export interface RecentDirect {
  readonly conversation: Conversation;
  /** At least this: that the newest message was deleted is reported, but not which one is the newest then. */
  readonly maxMessageId: number;
}

export interface Messages {
  readonly unread: ReadonlyMap<ConversationKey, UnreadConversation>;
  /** Unread messages that mention the reader. */
  readonly mentions: ReadonlySet<number>;
  /** There are more unread messages than registration lists. */
  readonly hasOlderUnread: boolean;
  readonly starred: ReadonlySet<number>;
  readonly recentDirect: ReadonlyMap<ConversationKey, RecentDirect>;
}

export function messagesFrom(registration: Registration): Messages {
  const { user_id: me, unread_msgs: told, recent_private_conversations: recent } = registration;
  const listed = [
    ...told.streams.map((row) => ({ conversation: inChannel(row.stream_id, row.topic), ids: row.unread_message_ids })),
    ...told.pms.map((row) => ({ conversation: direct([row.other_user_id], me), ids: row.unread_message_ids })),
    ...told.huddles.map((row) => ({
      conversation: direct(row.user_ids_string.split(',').map(Number), me),
      ids: row.unread_message_ids,
    })),
  ];
  return {
    unread: unreadOf(listed),
    mentions: new Set(told.mentions),
    hasOlderUnread: told.old_unreads_missing,
    starred: new Set(registration.starred_messages),
    recentDirect: new Map(
      recent.map(({ user_ids, max_message_id: maxMessageId }) => {
        const conversation = direct(user_ids, me);
        return [keyOf(conversation), { conversation, maxMessageId }];
      }),
    ),
  };
}

/** Old data may hold topics of one key, written in two ways: their messages are listed together. */
function unreadOf(listed: readonly UnreadConversation[]): Messages['unread'] {
  const unread = new Map<ConversationKey, UnreadConversation>();
  for (const { conversation, ids } of listed) {
    const key = keyOf(conversation);
    const known = unread.get(key);
    unread.set(key, known === undefined ? { conversation, ids } : { ...known, ids: merged(known.ids, ids) });
  }
  return unread;
}

const mentioning = (flags: readonly string[]): boolean => flags.some((flag) => flag.includes('mentioned'));

/** Where a message is. @param message a message of an event or of an answer. */
export function conversationOf(
  message: Pick<Schemas['EventMessageMessage'], 'type' | 'display_recipient' | 'stream_id' | 'subject'>,
  me: number,
): Conversation {
  if (message.type === 'stream') return inChannel(message.stream_id ?? 0, message.subject);
  const people = typeof message.display_recipient === 'string' ? [] : message.display_recipient;
  return direct(
    people.map(({ id }) => id),
    me,
  );
}

export function addMessage(state: Messages, { message, flags }: EventOf<'message'>, me: number): Messages {
  const conversation = conversationOf(message, me);
  const recentDirect = withRecent(state.recentDirect, conversation, message.id);
  if (flags.includes('read')) return { ...state, recentDirect };
  return {
    ...state,
    recentDirect,
    unread: withUnread(state.unread, conversation, [message.id]),
    mentions: mentioning(flags) ? withIds(state.mentions, [message.id]) : state.mentions,
  };
}

function withRecent(
  recent: Messages['recentDirect'],
  conversation: Conversation,
  id: number,
): Messages['recentDirect'] {
  if (conversation.kind === 'channel') return recent;
  const key = keyOf(conversation);
  return withEntry(recent, key, { conversation, maxMessageId: Math.max(recent.get(key)?.maxMessageId ?? 0, id) });
}

/** Edited, or moved with others to another topic. */
export function updateMessage(state: Messages, event: EventOf<'update_message'>): Messages {
  const { message_id: id, message_ids: ids, flags, stream_id: from, new_stream_id: to, orig_subject: before } = event;
  const unreadIds = unreadAmong(state.unread, [id, ...ids]);
  const change = mentioning(flags) ? withIds : withoutIds;
  const mentions = unreadIds.has(id) ? change(state.mentions, [id]) : state.mentions;
  const channelId = to ?? from;
  if (before === undefined || channelId === undefined) return { ...state, mentions };
  const moved = ids.filter((each) => unreadIds.has(each));
  const place = inChannel(channelId, event.subject ?? before);
  return { ...state, mentions, unread: withUnread(withoutUnread(state.unread, moved), place, moved) };
}

export function removeMessages(state: Messages, { message_ids, message_id }: EventOf<'delete_message'>): Messages {
  const ids = message_ids ?? (message_id === undefined ? [] : [message_id]);
  return { ...read(state, ids), starred: withoutIds(state.starred, ids) };
}

export function changeFlags(state: Messages, event: EventOf<'update_message_flags'>, me: number): Messages {
  if (event.flag === 'starred') {
    const change = event.op === 'add' ? withIds : withoutIds;
    return { ...state, starred: change(state.starred, event.messages) };
  }
  if (event.flag !== 'read') return state;
  if (event.op === 'remove') return unreadAgain(state, event, me);
  return event.all
    ? { ...state, unread: new Map(), mentions: new Set(), hasOlderUnread: false }
    : read(state, event.messages);
}

type Unflagged = Extract<EventOf<'update_message_flags'>, { op: 'remove' }>;

function unreadAgain(state: Messages, { message_details: details = {} }: Unflagged, me: number): Messages {
  let { unread } = state;
  const mentions: number[] = [];
  for (const [name, detail] of Object.entries(details)) {
    const id = Number(name);
    const { type, user_ids: userIds = [], stream_id: channelId = 0, topic = '', mentioned } = detail;
    unread = withUnread(unread, type === 'private' ? direct(userIds, me) : inChannel(channelId, topic), [id]);
    if (mentioned === true) mentions.push(id);
  }
  return { ...state, unread, mentions: withIds(state.mentions, mentions) };
}

function read(state: Messages, ids: readonly number[]): Messages {
  return { ...state, unread: withoutUnread(state.unread, ids), mentions: withoutIds(state.mentions, ids) };
}

function unreadAmong(unread: Messages['unread'], ids: readonly number[]): ReadonlySet<number> {
  const asked = new Set(ids);
  return new Set([...unread.values()].flatMap((one) => one.ids.filter((id) => asked.has(id))));
}

function withUnread(
  unread: Messages['unread'],
  conversation: Conversation,
  ids: readonly number[],
): Messages['unread'] {
  if (ids.length === 0) return unread;
  const key = keyOf(conversation);
  const known = unread.get(key);
  if (known === undefined) return withEntry(unread, key, { conversation, ids: ids.toSorted((a, b) => a - b) });
  return changed(unread, key, (one) => ({ ...one, ids: merged(one.ids, ids) }));
}

/** Both ascending without doubles; new messages come last, and need no sorting. */
function merged(ids: readonly number[], added: readonly number[]): readonly number[] {
  const last = ids.at(-1) ?? 0;
  if (added.length === 1 && (added[0] ?? 0) > last) return [...ids, ...added];
  return [...new Set([...ids, ...added])].toSorted((a, b) => a - b);
}

function withoutUnread(unread: Messages['unread'], removed: readonly number[]): Messages['unread'] {
  const gone = new Set(removed);
  const touched = [...unread].filter(([, { ids }]) => ids.some((id) => gone.has(id)));
  if (touched.length === 0) return unread;
  const rest = new Map(unread);
  for (const [key, one] of touched) {
    const ids = one.ids.filter((id) => !gone.has(id));
    if (ids.length === 0) rest.delete(key);
    else rest.set(key, { ...one, ids });
  }
  return rest;
}
