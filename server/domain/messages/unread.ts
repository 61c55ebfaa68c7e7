/**
 * What registration says of messages: unread ones by conversation, starred ones, recent direct conversations, the newest id
 * (contract: RegisterResponse).
 */
import type { components } from '../../contract/types.ts';
import { topicForClient } from '../../events/topic-name.ts';
import type { Viewing } from '../acting.ts';
import { subscriptionsOf } from '../subscriptions/rows.ts';
import { TopicPolicy, userTopicsWire } from '../user-topics/policies.ts';
import { mentionBits } from './flags.ts';
import type { Reader } from '../../storage/database.ts';
import { participantsOf } from './direct-recipients.ts';
import { placesOf, preparePlaces, type Place } from './places.ts';
import type { Steps } from './steps.ts';

type UnreadMessages = Required<components['schemas']['RegisterResponseUnreadMsgs']>;

/** Unread messages that are listed, newest first; older ones make old_unreads_missing true. */
const maxUnread = 50_000;
const maxConversations = 1000;

/** Flags of one message fit below: a list of numbers comes out of the database many times faster than rows. */
const flagSpace = 128;

/** One conversation with what is unread of it. */
interface Unread {
  place: Place;
  /** Ascending. */
  ids: number[];
}

/** Unread messages of a user with their flags, newest first, as `id * flagSpace + flags`. */
function unreadCodes(db: Reader, userId: number, limit: number): number[] {
  const row = db.get<{ codes: string }>(
    `SELECT json_group_array(code) AS codes FROM
       (SELECT message_id * ${flagSpace} + flags AS code FROM message_flags
        WHERE user_id = ? AND (flags & 1) != 0 ORDER BY message_id DESC LIMIT ?)`,
    userId,
    limit,
  );
  return JSON.parse(row?.codes ?? '[]') as number[];
}

const idOf = (code: number): number => Math.floor(code / flagSpace);

/** Looks up in steps what `unreadMessages` asks for at once. */
export function* prepareUnread(db: Reader, userId: number): Steps<void> {
  const codes = unreadCodes(db, userId, maxUnread);
  yield;
  yield* preparePlaces(db, codes.map(idOf));
}

/** @param knowsEmptyTopic false: the empty topic comes by its display name. */
export function unreadMessages(viewing: Viewing, knowsEmptyTopic: boolean): UnreadMessages {
  const codes = unreadCodes(viewing.db, viewing.user.id, maxUnread + 1);
  const areMissing = codes.length > maxUnread;
  const listed = areMissing ? codes.slice(0, maxUnread) : codes;
  const conversations = byConversation(viewing.db, listed);
  const isMuted = mutedTopicsOf(viewing);
  const inChannels = conversations.filter(({ place }) => place.channelId !== null);
  const direct = conversations.filter(({ place }) => place.channelId === null);
  const counted = conversations.filter(
    ({ place: { channelId, topicKey } }) => channelId === null || !isMuted(channelId, topicKey),
  );
  return {
    count: counted.reduce((sum, { ids }) => sum + ids.length, 0),
    ...directUnread(viewing, direct),
    streams: inChannels.map(({ place: { channelId, topic }, ids }) => ({
      stream_id: channelId as number,
      topic: topicForClient(topic, knowsEmptyTopic),
      unread_message_ids: ids,
    })),
    mentions: listed
      .filter((code) => ((code % flagSpace) & mentionBits) !== 0)
      .map(idOf)
      .toReversed(),
    old_unreads_missing: areMissing,
  };
}

/** Conversations by their newest message, the newest last; a topic is spelled as in that message. @param codes newest first */
function byConversation(db: Reader, codes: readonly number[]): Unread[] {
  const placeOf = placesOf(db, codes.map(idOf));
  const found = new Map<number, Unread>();
  for (const code of codes) {
    const id = idOf(code);
    const place = placeOf(id);
    if (place === undefined) continue;
    const known = found.get(place.conversation);
    if (known === undefined) found.set(place.conversation, { place, ids: [id] });
    else known.ids.push(id);
  }
  const conversations = [...found.values()].toReversed();
  for (const { ids } of conversations) ids.reverse();
  return conversations;
}

function directUnread(
  { db, user }: Viewing,
  conversations: readonly Unread[],
): Pick<UnreadMessages, 'pms' | 'huddles'> {
  const people = participantsOf(
    db,
    conversations.map(({ place }) => place.recipientId),
  );
  const pms: UnreadMessages['pms'] = [];
  const huddles: UnreadMessages['huddles'] = [];
  for (const { place, ids } of conversations) {
    const userIds = people.get(place.recipientId) ?? [];
    if (userIds.length > 2) huddles.push({ user_ids_string: userIds.join(','), unread_message_ids: ids });
    else {
      const other = userIds.find((id) => id !== user.id) ?? user.id;
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids: ids });
    }
  }
  return { pms, huddles };
}

/** Muted for the count: by the topic's policy, else by the channel's. */
function mutedTopicsOf(viewing: Viewing): (channelId: number, topicKey: string) => boolean {
  const channels = new Set(
    subscriptionsOf(viewing.db, viewing.user.id)
      .filter((row) => row.is_muted === 1)
      .map((row) => row.stream_id),
  );
  const policies = new Map(
    userTopicsWire(viewing, viewing.user.id, true).map((row) => [
      `${row.stream_id} ${row.topic_name.toLowerCase()}`,
      row.visibility_policy,
    ]),
  );
  if (policies.size === 0) return (channelId) => channels.has(channelId);
  return (channelId, topicKey) => {
    const policy = policies.get(`${channelId} ${topicKey}`) ?? TopicPolicy.none;
    return policy === TopicPolicy.none ? channels.has(channelId) : policy === TopicPolicy.muted;
  };
}

/** Ids of the caller's starred messages, ascending. */
export function starredMessageIds({ db, user }: Viewing): number[] {
  const sql =
    'SELECT message_id AS id FROM message_flags INDEXED BY message_flags_starred WHERE user_id = ? AND (flags & 2) != 0 ORDER BY message_id';
  return db.all<{ id: number }>(sql, user.id).map((row) => row.id);
}

/** The caller's latest direct conversations with their newest message, newest first; `user_ids` leaves out the caller. */
export function recentPrivateConversations({ db, user }: Viewing): { max_message_id: number; user_ids: number[] }[] {
  const rows = db.all<{ recipient_id: number; max_id: number }>(
    `SELECT r.recipient_id, (SELECT max(m.id) FROM messages m WHERE m.recipient_id = r.recipient_id) AS max_id
     FROM recipient_users r WHERE r.user_id = ? AND max_id IS NOT NULL ORDER BY max_id DESC LIMIT ?`,
    user.id,
    maxConversations,
  );
  const people = participantsOf(
    db,
    rows.map((row) => row.recipient_id),
  );
  return rows.map((row) => ({
    max_message_id: row.max_id,
    user_ids: (people.get(row.recipient_id) ?? []).filter((id) => id !== user.id),
  }));
}
