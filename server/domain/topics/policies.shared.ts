/**
 * Topic policies of users: muted, unmuted or followed. Owns `user_topics`. Topics are compared by `topicKey`.
 * Clients that do not ask for `user_topic` events get the older list of muted topics instead.
 */
import type { components } from '../../contract/types.ts';
import { badRequest } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import { topicForClient, topicForPeople } from '../../events/topic-name.ts';
import { nameOf, topicKey } from '../../names.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import type { Acting, SystemActing, SystemViewing } from '../acting.ts';
import { canAccessMetadata } from '../channels/access.ts';
import { findChannel } from '../channels/rows.ts';
import type { StateParts } from '../initial-state.ts';
import { findUser } from '../users/rows.ts';

export const TopicPolicy = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type TopicPolicyNumber = (typeof TopicPolicy)[keyof typeof TopicPolicy];

interface UserTopicRow {
  user_id: number;
  stream_id: number;
  topic_key: string;
  topic: string;
  visibility_policy: TopicPolicyNumber;
  last_updated: number;
}

type UserTopicWire = Required<components['schemas']['RegisterResponseUserTopicsItem']>;
type MutedTopic = components['schemas']['MutedTopicTuple'];

/** The policy of one user for one topic; 0 = none. */
export function topicPolicy(db: Reader, userId: number, channelId: number, topic: string): TopicPolicyNumber {
  const sql = 'SELECT visibility_policy FROM user_topics WHERE user_id = ? AND stream_id = ? AND topic_key = ?';
  return db.get<UserTopicRow>(sql, userId, channelId, topicKey(topic))?.visibility_policy ?? TopicPolicy.none;
}

/** Everyone's policy for a topic, by user id; users without one are missing. */
export function topicPolicies(db: Reader, channelId: number, topic: string): Map<number, TopicPolicyNumber> {
  const rows = db.all<UserTopicRow>(
    'SELECT * FROM user_topics WHERE stream_id = ? AND topic_key = ? ORDER BY user_id',
    channelId,
    topicKey(topic),
  );
  return new Map(rows.map((row) => [row.user_id, row.visibility_policy]));
}

/** Sets a user's policy; 0 takes it away. Nothing happens when it is so already. @returns whether anything changed. */
export function setTopicPolicy(
  acting: SystemActing,
  userId: number,
  channelId: number,
  topic: string,
  policy: TopicPolicyNumber,
): boolean {
  const { tx, db, now } = acting;
  const before = topicPolicy(db, userId, channelId, topic);
  if (before === policy) return false;
  const key = topicKey(topic);
  if (policy === TopicPolicy.none) {
    tx.run('DELETE FROM user_topics WHERE user_id = ? AND stream_id = ? AND topic_key = ?', userId, channelId, key);
  } else {
    tx.run(
      `INSERT INTO user_topics (user_id, stream_id, topic_key, topic, visibility_policy, last_updated) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (user_id, stream_id, topic_key) DO UPDATE SET topic = excluded.topic, visibility_policy = excluded.visibility_policy,
         last_updated = excluded.last_updated`,
      userId,
      channelId,
      key,
      topic,
      policy,
      now,
    );
  }
  acting.announce(
    { type: 'user_topic', stream_id: channelId, topic_name: topic, last_updated: now, visibility_policy: policy },
    toUser(userId),
  );
  if (before === TopicPolicy.muted || policy === TopicPolicy.muted) {
    acting.announce(
      { type: 'muted_topics', muted_topics: mutedTopics(acting, userId) },
      { ...toUser(userId), unlessAsking: 'user_topic' },
    );
  }
  return true;
}

/** Far more than people have opinions of; it keeps a broken client from filling the memory with topics that are none. */
const mostOwnPolicies = 20_000;

/** Sets a policy as its user asks for it. @throws ApiError BAD_REQUEST when the user has as many as one may */
export function setOwnTopicPolicy(acting: Acting, channelId: number, topic: string, policy: TopicPolicyNumber): void {
  const { db, user } = acting;
  if (policy !== TopicPolicy.none && topicPolicy(db, user.id, channelId, topic) === TopicPolicy.none) {
    const sql = 'SELECT count(*) AS count FROM user_topics WHERE user_id = ?';
    if ((db.get<{ count: number }>(sql, user.id)?.count ?? 0) >= mostOwnPolicies)
      throw badRequest(
        `A user can mute, unmute and follow at most ${mostOwnPolicies} topics. Reset some of them first.`,
      );
  }
  setTopicPolicy(acting, user.id, channelId, topic, policy);
}

/**
 * Takes the policies of a topic along when all of it moves.
 * @param isNew the target had no messages: a muted topic stays muted only then, so that no one loses sight of an older one.
 * @param mayFollow users who can still see the target; the others lose their policy.
 */
export function moveTopicPolicies(
  acting: SystemActing,
  from: { channelId: number; topic: string },
  to: { channelId: number; topic: string; isNew: boolean },
  mayFollow: (userId: number) => boolean,
): void {
  const target = topicPolicies(acting.db, to.channelId, to.topic);
  for (const [userId, policy] of topicPolicies(acting.db, from.channelId, from.topic)) {
    setTopicPolicy(acting, userId, from.channelId, from.topic, TopicPolicy.none);
    if (!mayFollow(userId)) continue;
    const carried = policy === TopicPolicy.muted && !to.isNew ? TopicPolicy.none : policy;
    const merged = Math.max(carried, target.get(userId) ?? TopicPolicy.none) as TopicPolicyNumber;
    setTopicPolicy(acting, userId, to.channelId, to.topic, merged);
  }
}

/** Gives a user's policies the keys and spellings that their topics have today. Of two for one topic the newer one stays. */
export function respellPolicies(tx: Transaction, userId: number): void {
  const sql = 'SELECT * FROM user_topics WHERE user_id = ? ORDER BY last_updated, topic_key';
  for (const row of tx.all<UserTopicRow>(sql, userId)) {
    const key = topicKey(row.topic_key);
    if (key === row.topic_key) continue;
    tx.run(
      'DELETE FROM user_topics WHERE user_id = ? AND stream_id = ? AND topic_key = ?',
      userId,
      row.stream_id,
      row.topic_key,
    );
    tx.run(
      `INSERT INTO user_topics (user_id, stream_id, topic_key, topic, visibility_policy, last_updated) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (user_id, stream_id, topic_key) DO UPDATE SET topic = excluded.topic, visibility_policy = excluded.visibility_policy,
         last_updated = excluded.last_updated WHERE excluded.last_updated > user_topics.last_updated`,
      userId,
      row.stream_id,
      key,
      nameOf(row.topic),
      row.visibility_policy,
      row.last_updated,
    );
  }
}

/** Users who think anything of topics, by id. */
export const usersWithPolicies = (db: Reader): number[] =>
  db.all<{ id: number }>('SELECT DISTINCT user_id AS id FROM user_topics ORDER BY id').map(({ id }) => id);

/** The user's policies as registration answers them; the empty topic by its display name for clients that do not know it. */
export function userTopicsWire(viewing: SystemViewing, userId: number, knowsEmptyTopic: boolean): UserTopicWire[] {
  return rowsOf(viewing.db, userId).map((row) => ({
    stream_id: row.stream_id,
    topic_name: topicForClient(row.topic, knowsEmptyTopic),
    last_updated: row.last_updated,
    visibility_policy: row.visibility_policy as UserTopicWire['visibility_policy'],
  }));
}

/** Channel name, topic, and when muted, of channels that the user sees: the form of clients of before feature level 134. */
function mutedTopics({ db }: Pick<SystemViewing, 'db'>, userId: number): MutedTopic[] {
  const user = findUser(db, userId);
  const isSeen = (channelId: number): boolean => {
    const channel = findChannel(db, channelId);
    return user !== undefined && channel !== undefined && canAccessMetadata({ db, user }, channel);
  };
  const muted = rowsOf(db, userId).filter((row) => row.visibility_policy === TopicPolicy.muted);
  const seen = new Set([...new Set(muted.map((row) => row.stream_id))].filter(isSeen));
  return muted
    .filter((row) => seen.has(row.stream_id))
    .map((row) => [row.stream_name, topicForPeople(row.topic), row.last_updated]);
}

function rowsOf(db: Reader, userId: number): (UserTopicRow & { stream_name: string })[] {
  return db.all(
    `SELECT t.*, s.name AS stream_name FROM user_topics t JOIN streams s ON s.id = t.stream_id
     WHERE t.user_id = ? ORDER BY t.last_updated, t.stream_id, t.topic_key`,
    userId,
  );
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const userTopicsState: StateParts = {
  user_topic: (viewing, options) => ({
    user_topics: userTopicsWire(viewing, viewing.user.id, options.capabilities.empty_topic_name === true),
  }),
  // The older form, only for clients that did not name the newer one.
  muted_topics: (viewing, options) =>
    options.fetchTypes?.has('user_topic') === true ? {} : { muted_topics: mutedTopics(viewing, viewing.user.id) },
};
