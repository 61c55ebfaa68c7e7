/**
 * Message data of registration: unread ones by conversation, recent direct conversations, the newest id
 * (contract: RegisterResponse).
 */
import type { components } from '../../../contract/types.ts';
import { jsonObject, type JsonText } from '../../../json-text.ts';
import { topicKey } from '../../../names.ts';
import { complete } from '../../../narrow/work.ts';
import { groupBy } from '../../../storage/group-by.ts';
import type { Viewing } from '../../acting.ts';
import { subscriptionsOf } from '../../channels/subscriptions/rows.ts';
import { TopicPolicy, userTopicsWire } from '../../topics/policies.shared.ts';
import { participantsOf } from '../direct-recipients.shared.ts';
import type { Conversation } from './places.ts';
import { caughtUp, prepareUnread, type UnreadForm, type Unread, type UnreadLists } from './unread-lists.ts';

const maxConversations = 1000;

type UnreadMessages = Required<components['schemas']['RegisterResponseUnreadMsgs']>;

/**
 * Unread messages as JSON.
 * @param ahead what was looked up before, for the same user and the same clients.
 */
export function unreadMessages(viewing: Viewing, knows: UnreadForm, ahead?: UnreadLists): JsonText {
  const { db, user } = viewing;
  const current = ahead === undefined ? undefined : caughtUp(db, user.id, ahead);
  const lists = current ?? complete(prepareUnread(db, user.id, knows));
  return jsonObject(
    {
      count: countUnmuted(viewing, lists),
      ...directUnread(viewing, lists.direct),
      mentions: [...lists.mentions],
      old_unreads_missing: lists.areMissing,
    } satisfies Omit<UnreadMessages, 'streams'>,
    'streams' satisfies keyof UnreadMessages,
    lists.streams,
  );
}

/** All messages of the lists but muted ones. */
function countUnmuted(viewing: Viewing, { conversations, news }: UnreadLists): number {
  const isMuted = mutedTopicsOf(viewing);
  if (isMuted === null) return conversations.count + news.reduce((sum, { ids }) => sum + ids.length, 0);
  const isLeftOut = (place: Conversation): boolean =>
    place.channelId !== null && isMuted(place.channelId, place.topicKey);
  let count = 0;
  for (const [index, place] of conversations.places.entries())
    if (!isLeftOut(place)) count += conversations.countOf(index);
  for (const { place, ids } of news) if (!isLeftOut(place)) count += ids.length;
  return count;
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
    if (userIds.length > 2) huddles.push({ user_ids_string: userIds.join(','), unread_message_ids: [...ids] });
    else {
      const other = userIds.find((id) => id !== user.id) ?? user.id;
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids: [...ids] });
    }
  }
  return { pms, huddles };
}

/** Muted for the count: by the topic's policy, else by the channel's; null where nothing is. */
function mutedTopicsOf(viewing: Viewing): ((channelId: number, key: string) => boolean) | null {
  const channels = new Set(
    subscriptionsOf(viewing.db, viewing.user.id)
      .filter((row) => row.is_muted === 1)
      .map((row) => row.stream_id),
  );
  const byChannel = groupBy(userTopicsWire(viewing, viewing.user.id, true), (row) => row.stream_id);
  const policies = new Map(
    [...byChannel].map(([channelId, rows]) => [
      channelId,
      new Map(rows.map((row) => [topicKey(row.topic_name), row.visibility_policy])),
    ]),
  );
  if (policies.size + channels.size === 0) return null;
  return (channelId, key) => {
    const policy = policies.get(channelId)?.get(key) ?? TopicPolicy.none;
    return policy === TopicPolicy.none ? channels.has(channelId) : policy === TopicPolicy.muted;
  };
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
