/**
 * Messages that arrive in a channel by a move, for its subscribers who meet them there for the first time: unread, and with the flags
 * that a new message would give them.
 */
import type { Reader } from '../../../storage/database.ts';
import { groupBy } from '../../../storage/group-by.ts';
import type { Acting } from '../../acting.ts';
import type { ChannelRow } from '../../channels/rows.ts';
import { subscriberIds } from '../../channels/subscriptions/rows.ts';
import { addBits } from '../flags/flags.shared.ts';
import { markNewlyArrived } from '../flags/mark.ts';
import { notifiedUsers } from '../notifying/mentions.ts';
import type { MessagePlace } from '../rows.ts';
import { callsOf } from './arrival-calls.ts';
import { SharedLists, type IdsByUser } from './move-audience.ts';

/** Flags that one move sets at most; beyond, only the newest messages are unread for users who meet them there. */
const mostArrivals = 20_000;

/** A moved message, for users who meet it where it went. */
type Arrival = MessagePlace & { sender_id: number };

/**
 * Marks moved messages as unread for subscribers of the channel who were not subscribed where the messages were, or had not received
 * them there: they are new to them. Not for the mover, nor for the sender of a message or users who muted the sender.
 * @param before users with the messages that they knew of where these were. @param told the same once they are in the other channel
 */
export function markUnreadForNewReaders(
  acting: Acting,
  rows: readonly Arrival[],
  { from, to }: { from: ChannelRow; to: ChannelRow },
  { before, told }: { before: IdsByUser; told: IdsByUser },
): void {
  const { db } = acting;
  const fresh = newIdsOf(subscriberIds(db, to.id), new Set(subscriberIds(db, from.id)), before, told);
  fresh.delete(acting.user.id);
  const most = Math.floor(mostArrivals / Math.max(1, fresh.size));
  if (fresh.size === 0 || most === 0) return;
  const muted = mutedBy(db, [...fresh.keys()]);
  const arrivals = rows.map((row) => ({ ...row, stream_id: to.id, recipient_id: to.recipient_id }));
  const arrivedOf = new Map(
    [...fresh].map(([userId, ids]) => {
      const known = new Set(ids.slice(-most));
      const isNew = ({ id, sender_id: sender }: Arrival): boolean =>
        known.has(id) && sender !== userId && !muted.has(`${userId} ${sender}`);
      return [userId, arrivals.filter(isNew)] as const;
    }),
  );
  flagCalls(acting, arrivals, arrivedOf);
  for (const [userId, arrived] of arrivedOf) markNewlyArrived(acting, userId, arrived);
}

/** Subscribers with the messages that they meet for the first time. */
function newIdsOf(
  subscribers: readonly number[],
  subscribedBefore: ReadonlySet<number>,
  before: IdsByUser,
  told: IdsByUser,
): Map<number, readonly number[]> {
  const lists = new SharedLists();
  const fresh = new Map<number, readonly number[]>();
  for (const userId of subscribers) {
    const [is, was] = [told.get(userId), subscribedBefore.has(userId) ? before.get(userId) : undefined];
    const ids = lists.get([is, was], '', () => {
      const known = new Set(was);
      return is?.filter((id) => !known.has(id)) ?? [];
    });
    if (ids.length > 0) fresh.set(userId, ids);
  }
  return fresh;
}

/** Sets the flags of mentions and alert words of these messages for the users to whom they are new. */
function flagCalls(
  acting: Acting,
  arrivals: readonly Arrival[],
  arrivedOf: ReadonlyMap<number, readonly Arrival[]>,
): void {
  const met = [...arrivedOf].flatMap(([userId, arrived]) => arrived.map(({ id }) => ({ userId, id })));
  const meetingsOf = groupBy(met, ({ id }) => id);
  const placeOf = new Map(arrivals.map((row) => [row.id, row]));
  const flagged: { userId: number; value: number; id: number }[] = [];
  for (const [id, calls] of callsOf(acting, [...meetingsOf.keys()], [...arrivedOf.keys()])) {
    const { stream_id: channelId, topic } = placeOf.get(id) as Arrival;
    const readers = meetingsOf.get(id)?.map(({ userId }) => userId) ?? [];
    const { bits } = notifiedUsers(acting, calls, { channelId: channelId ?? 0, topic }, readers);
    for (const [userId, value] of bits) flagged.push({ userId, value, id });
  }
  // The same bits of a user are set in one statement.
  for (const group of groupBy(flagged, ({ userId, value }) => `${userId} ${value}`).values()) {
    const [{ userId, value }] = group as [(typeof flagged)[0]];
    addBits(
      acting.tx,
      userId,
      group.map(({ id }) => id),
      value,
    );
  }
}

/** Who of these users muted whom, as "muting muted". */
function mutedBy(db: Reader, userIds: readonly number[]): Set<string> {
  const rows = db.all<{ user_id: number; muted_user_id: number }>(
    'SELECT user_id, muted_user_id FROM muted_users WHERE user_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(userIds),
  );
  return new Set(rows.map((row) => `${row.user_id} ${row.muted_user_id}`));
}
