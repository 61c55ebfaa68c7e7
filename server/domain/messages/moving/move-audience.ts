/**
 * Whom a move concerns: who is informed of which messages, who loses sight of which, and who has read what goes out of reach.
 * Very many users share a few lists of messages: what is made of such a list is made once.
 */
import { toUsers } from '../../../events/audience.ts';
import type { Reader } from '../../../storage/database.ts';
import { groupBy } from '../../../storage/group-by.ts';
import type { Acting, SystemActing } from '../../acting.ts';
import { canAccessContent, metadataUserIds } from '../../channels/access.ts';
import type { ChannelRow } from '../../channels/rows.ts';
import { addSpans, subscriptionIds } from '../../channels/subscriptions/rows.ts';
import { findUsers } from '../../users/rows.ts';
import { hasOpenHistory } from '../access.ts';
import { flagBits, forgetUnread, removeBits, unreadAmong } from '../flags/flags.shared.ts';
import { announceFlags } from '../flags/mark.ts';
import type { Hearers } from '../notifying/audience.shared.ts';

type Ids = readonly number[];

/** Lists of message ids by user. */
export type IdsByUser = Map<number, Ids>;

/** Whether all know of a channel who read in another one: those who read there now, and those who may come to. */
export function isKnownToReaders(db: Reader, channel: ChannelRow, readIn: ChannelRow): boolean {
  if (channel.id === readIn.id) return true;
  const isAsOpen = channel.invite_only <= readIn.invite_only && channel.is_web_public >= readIn.is_web_public;
  if (!isAsOpen) return false;
  const knowing = metadataUserIds(db, channel);
  return [...metadataUserIds(db, readIn)].every((id) => knowing.has(id));
}

/** Lists of messages by the user who is informed of them. */
export const byHearer = (groups: readonly Hearers[]): IdsByUser =>
  new Map(groups.flatMap(({ userIds, ids }) => userIds.map((id) => [id, ids] as const)));

/** Makes lists of lists: once for the same ones, and one object for the same content. */
export class SharedLists {
  readonly #numbers = new Map<Ids | undefined, number>();
  readonly #made = new Map<string, Ids>();
  readonly #byContent = new Map<string, Ids>();

  /** @param from lists that the new one is made of. @param also what else it depends on */
  get(from: readonly (Ids | undefined)[], also: string, make: () => Ids): Ids {
    const key = `${from.map((list) => this.#numberOf(list)).join()} ${also}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = make();
    const content = made.join();
    const shared = this.#byContent.get(content) ?? made;
    this.#byContent.set(content, shared);
    this.#made.set(key, shared);
    return shared;
  }

  #numberOf(list: Ids | undefined): number {
    const number = this.#numbers.get(list) ?? this.#numbers.size;
    this.#numbers.set(list, number);
    return number;
  }
}

/** Users with those of the messages that they knew or know, and have not lost. Users of the same ones share a list. */
export function toldOf(ids: Ids, before: IdsByUser, after: IdsByUser, lost: IdsByUser): IdsByUser {
  const lists = new SharedLists();
  const told: IdsByUser = new Map();
  for (const userId of new Set([...before.keys(), ...after.keys()])) {
    const [was, is, went] = [before.get(userId), after.get(userId), lost.get(userId)];
    const left = lists.get([was, is, went], '', () => {
      const gone = new Set(went);
      const known = new Set([...(was ?? []), ...(is ?? [])]);
      return ids.filter((id) => known.has(id) && !gone.has(id));
    });
    if (left.length > 0) told.set(userId, left);
  }
  return told;
}

/**
 * Users who can no longer read what they could: for them the messages are deleted.
 * @param from where the messages were, as it is informed. @returns the ids that each of them lost
 */
export function forgetLost(
  acting: Acting,
  from: { channel: ChannelRow; topic: string },
  to: ChannelRow,
  before: IdsByUser,
): IdsByUser {
  const { db } = acting;
  const lists = new SharedLists();
  const spans = hasOpenHistory(to) ? new Map<number, Span[]>() : spansOf(db, to.id, [...before.keys()]);
  const lost: IdsByUser = new Map();
  for (const user of findUsers(db, before.keys())) {
    const known = before.get(user.id) ?? [];
    if (!canAccessContent({ db, user }, to)) lost.set(user.id, known);
    else if (!hasOpenHistory(to)) {
      const own = spans.get(user.id) ?? [];
      const gone = lists.get([known], own.map(({ after_id: low, until_id: high }) => `${low}-${high}`).join(), () =>
        known.filter((id) => !isIn(own, id)),
      );
      if (gone.length > 0) lost.set(user.id, gone);
    }
  }
  for (const [gone, group] of groupBy(lost, ([, ids]) => ids)) {
    const userIds = group.map(([userId]) => userId);
    forgetUnread(acting.tx, gone, userIds);
    acting.announce(
      {
        type: 'delete_message',
        message_ids: [...gone],
        message_type: 'stream',
        stream_id: from.channel.id,
        topic: from.topic,
      },
      toUsers(userIds),
    );
  }
  return lost;
}

interface Span {
  user_id: number;
  after_id: number;
  until_id: number | null;
}

function spansOf(db: Reader, channelId: number, userIds: readonly number[]): Map<number, Span[]> {
  const rows = db.all<Span>(
    'SELECT user_id, after_id, until_id FROM subscription_spans WHERE stream_id = ? AND user_id IN (SELECT value FROM json_each(?))',
    channelId,
    JSON.stringify(userIds),
  );
  return groupBy(rows, (row) => row.user_id);
}

const isIn = (spans: readonly Span[], id: number): boolean =>
  spans.some((span) => span.after_id < id && id <= (span.until_id ?? Infinity));

/**
 * Spans that one move adds at most where the history is open. Beyond, what lies between the messages counts as received, too: who
 * is in the channel may read it anyway.
 */
const mostSpans = 20_000;

/**
 * Who received the messages and is in the channel where they are now has received them there, too, even who came to it after they
 * were written; and where newcomers do not see the history so has the mover, or no one might read them any more. Called once they
 * are there.
 */
export function keepReceived({ db, tx, user }: Acting, ids: Ids, fromId: number, to: ChannelRow): void {
  const isOpen = hasOpenHistory(to);
  const users = subscriptionIds(db, [to.id], null);
  const there = spansOf(db, fromId, users);
  if (!isOpen) there.set(user.id, [{ user_id: user.id, after_id: 0, until_id: null }]);
  const here = spansOf(db, to.id, [...there.keys()]);
  // Whose spans begin and end between the same messages are alike.
  const placeOf = ({ after_id: low, until_id: high }: Span): string =>
    `${countUpTo(ids, low)}-${high === null ? '' : countUpTo(ids, high)}`;
  const lists = new SharedLists();
  const missing = [...there].map(([userId, was]) => {
    const is = here.get(userId) ?? [];
    const key = [was, is].map((spans) => spans.map(placeOf).join()).join(' ');
    return [userId, lists.get([ids], key, () => ids.filter((id) => isIn(was, id) && !isIn(is, id)))] as const;
  });
  for (const [some, group] of groupBy(missing, ([, list]) => list)) {
    const userIds = group.map(([userId]) => userId);
    const runs = runsIn(db, to, some);
    const isMuch = isOpen && runs.length * userIds.length > mostSpans;
    const whole = { first: some[0] ?? 0, last: some.at(-1) ?? 0 };
    for (const { first, last } of isMuch ? [whole] : runs) addSpans(tx, userIds, to.id, first - 1, last);
  }
}

/** How many of these ids, which ascend, are not greater. */
function countUpTo(ids: Ids, id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * These messages of a channel in runs that hold no other message of it; where newcomers do not see the history no other at all, as
 * it may yet come to the channel.
 */
function runsIn(db: Reader, channel: ChannelRow, ids: Ids): { first: number; last: number }[] {
  const others = hasOpenHistory(channel) ? 'recipient_id = ?' : '? IS NOT NULL';
  const sql = `SELECT 1 FROM messages WHERE ${others} AND id > ? AND id < ? LIMIT 1`;
  const runs: { first: number; last: number }[] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run !== undefined && db.get(sql, channel.recipient_id, run.last, id) === undefined) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs;
}

/**
 * No one has unread messages in a channel that they are not in: who is in the one and not in the other. A deactivated account is in its
 * channels, and has its unread messages when it is reactivated.
 */
export function strangersOf(db: Reader, fromId: number, toId: number): number[] {
  return db
    .all<{ user_id: number }>(
      `SELECT user_id FROM subscriptions WHERE stream_id = ? AND active = 1
         AND user_id NOT IN (SELECT user_id FROM subscriptions WHERE stream_id = ? AND active = 1) ORDER BY user_id`,
      fromId,
      toId,
    )
    .map((row) => row.user_id);
}

/** Who has been marked ahead of a move, and up to which message that holds. */
export interface MarkedAhead {
  userIds: ReadonlySet<number>;
  untilId: number;
}

/** Those who are not subscribed where messages went have read them. @param ahead of whom only later ones are looked at. */
export function markReadForStrangers(
  acting: SystemActing,
  ids: Ids,
  fromId: number,
  toId: number,
  ahead: MarkedAhead,
): void {
  const later = ids.filter((id) => id > ahead.untilId);
  for (const userId of strangersOf(acting.db, fromId, toId)) {
    const open = ahead.userIds.has(userId) ? later : ids;
    if (open.length === 0) continue;
    const unread = unreadAmong(acting.db, userId, open);
    removeBits(acting.tx, userId, unread, flagBits.unread);
    announceFlags(acting, userId, 'add', 'read', unread);
  }
}
