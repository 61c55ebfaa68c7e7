/** Messages that arrive in a channel by a move, for its subscribers who meet them there for the first time: unread, and mentioning whom they mention. */
import type { Reader } from '../../../storage/database.ts';
import type { Acting } from '../../acting.ts';
import type { ChannelRow } from '../../channels/rows.ts';
import { subscriberIds } from '../../channels/subscriptions/rows.ts';
import { groupMemberIds } from '../../groups/membership.shared.ts';
import { addBits, flagBits } from '../flags/flags.shared.ts';
import { markNewlyArrived } from '../flags/mark.ts';
import type { MessagePlace } from '../rows.ts';
import type { IdsByUser } from './move-audience.ts';

/** Flags that one move sets at most; beyond, only the newest messages are unread for users who meet them there. */
const mostArrivals = 20_000;

/** A moved message, for users who meet it where it went. */
type Arrival = MessagePlace & { sender_id: number };

/**
 * Marks moved messages as unread for subscribers of the channel who were not subscribed where the messages were: they are new to
 * them. Not for the mover, nor for the sender of a message or users who muted the sender.
 * @param told users with the messages that they may know of, once they are there
 */
export function markUnreadForNewReaders(
  acting: Acting,
  rows: readonly Arrival[],
  { from, to }: { from: ChannelRow; to: ChannelRow },
  told: IdsByUser,
): void {
  const { db } = acting;
  const before = new Set(subscriberIds(db, from.id));
  const after = new Set(subscriberIds(db, to.id));
  const newReaders = [...told.keys()].filter((id) => after.has(id) && !before.has(id) && id !== acting.user.id);
  const most = Math.floor(mostArrivals / Math.max(1, newReaders.length));
  if (newReaders.length === 0 || most === 0) return;
  const muted = mutedBy(db, newReaders);
  const mentioned = mentionedIn(
    db,
    rows.slice(-most).map(({ id }) => id),
  );
  const arrivals = rows.map((row) => ({ ...row, stream_id: to.id, recipient_id: to.recipient_id }));
  for (const userId of newReaders) {
    const known = new Set(told.get(userId)?.slice(-most));
    const isNew = ({ id, sender_id: sender }: Arrival): boolean =>
      known.has(id) && sender !== userId && !muted.has(`${userId} ${sender}`);
    const arrived = arrivals.filter(isNew);
    const calling = arrived.filter(({ id }) => mentioned.get(id)?.has(userId) === true);
    addBits(
      acting.tx,
      userId,
      calling.map(({ id }) => id),
      flagBits.mentioned,
    );
    markNewlyArrived(acting, userId, arrived);
  }
}

/** A mention that is not silent, of a user or a group, as messages are stored. Only the renderer writes such a tag. */
const mention = /<span class="user-(?:group-)?mention" data-user-(group-)?id="(\d+)">/g;

/** The users that each of these messages mentions, also those that did not receive it when it was sent. */
function mentionedIn(db: Reader, ids: readonly number[]): Map<number, Set<number>> {
  const rows = db.all<{ id: number; html: string }>(
    `SELECT id, rendered_content AS html FROM messages WHERE id IN (SELECT value FROM json_each(?))
       AND rendered_content LIKE '%mention" data-user-%'`,
    JSON.stringify(ids),
  );
  const usersOf = ([, group, id]: RegExpMatchArray): Iterable<number> =>
    group === undefined ? [Number(id)] : groupMemberIds(db, Number(id));
  return new Map(
    rows.map(({ id, html }) => [id, new Set([...html.matchAll(mention)].flatMap((one) => [...usersOf(one)]))]),
  );
}

/** Who of these users muted whom, as "muting muted". */
function mutedBy(db: Reader, userIds: readonly number[]): Set<string> {
  const rows = db.all<{ user_id: number; muted_user_id: number }>(
    'SELECT user_id, muted_user_id FROM muted_users WHERE user_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(userIds),
  );
  return new Set(rows.map((row) => `${row.user_id} ${row.muted_user_id}`));
}
