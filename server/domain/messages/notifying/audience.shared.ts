/** Audience of message events: its recipients, as far as they may read it. */
import type { Audience, AudienceGroup } from '../../../events/audience.ts';
import { canReadContent } from '../../../permissions/channels.ts';
import type { Reader } from '../../../storage/database.ts';
import { groupBy } from '../../../storage/group-by.ts';
import { standingIn } from '../../channels/access.ts';
import { findChannel, type ChannelRow } from '../../channels/rows.ts';
import { subscriberIds } from '../../channels/subscriptions/rows.ts';
import type { UserRow } from '../../users/rows.ts';
import { hasOpenHistory, receiverIds } from '../access.ts';
import { flagNames, flagsByUser } from '../flags/flags.shared.ts';
import type { MessagePlace, MessageRow } from '../rows.ts';

/**
 * Active users who hear of a message that exists: participants of a direct message; of a channel its subscribers, and where
 * the history is open also who reads it and has a flag on the message, such as a star.
 */
export function audienceIds(db: Reader, message: MessageRow): number[] {
  return hearersOf(db, [message]).flatMap(({ userIds }) => userIds);
}

/** Users who hear of the same ones of several messages. */
export interface Hearers {
  userIds: number[];
  /** Ascending. */
  ids: number[];
}

/**
 * The same for several messages of one channel or direct conversation. Where newcomers do not see the history, each hears
 * only of the messages that they received.
 */
export function hearersOf(db: Reader, messages: readonly MessagePlace[]): Hearers[] {
  const [first] = messages;
  if (first === undefined) return [];
  const ids = messages.map((row) => row.id);
  const channel = first.stream_id === null ? undefined : findChannel(db, first.stream_id);
  if (channel === undefined) return [{ userIds: receiverIds(db, first), ids }];
  if (hasOpenHistory(channel))
    return [{ userIds: [...subscriberIds(db, channel.id), ...flaggedIds(db, channel, ids)], ids }];
  const spans = db.all<{ user_id: number; after_id: number; until_id: number | null }>(
    `SELECT s.user_id, sp.after_id, sp.until_id FROM subscriptions s JOIN users u ON u.id = s.user_id
     JOIN subscription_spans sp ON sp.user_id = s.user_id AND sp.stream_id = s.stream_id
     WHERE s.stream_id = ? AND s.active = 1 AND u.is_active = 1 ORDER BY s.user_id`,
    channel.id,
  );
  const received = [...groupBy(spans, (span) => span.user_id)].map(([userId, own]) => ({
    userId,
    ids: ids.filter((id) => own.some((span) => span.after_id < id && id <= (span.until_id ?? Infinity))),
  }));
  const groups = groupBy(
    received.filter((each) => each.ids.length > 0),
    (each) => each.ids.join(),
  );
  return [...groups.values()].map((group) => ({
    userIds: group.map(({ userId }) => userId),
    ids: group[0]?.ids ?? [],
  }));
}

/** Active users who read the channel without being in it, and have a flag, such as a star, on one of these messages. */
function flaggedIds(db: Reader, channel: ChannelRow, ids: readonly number[]): number[] {
  return db
    .all<UserRow>(
      `SELECT * FROM users u WHERE is_active = 1
         AND id IN (SELECT user_id FROM message_flags INDEXED BY message_flags_lasting
                    WHERE message_id IN (SELECT value FROM json_each(?)) AND (flags & 126) != 0)
         AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.id AND s.stream_id = ? AND s.active = 1)`,
      JSON.stringify(ids),
      channel.id,
    )
    .filter((user) => canReadContent(user, channel, standingIn({ db, user }, channel, { subscribed: false })))
    .map((user) => user.id);
}

/** Users grouped by the flags that an event shows them. */
export function groupByFlags(userIds: readonly number[], bitsOf: (userId: number) => number): AudienceGroup[] {
  const groups = groupBy(userIds, bitsOf);
  return [...groups].map(([bits, users]) => ({ users, extra: { flags: flagNames(bits) } }));
}

/** An audience in which everyone sees their own flags of one message. */
export function audienceWithFlags(db: Reader, messageId: number, userIds: readonly number[]): Audience {
  const flags = flagsByUser(db, messageId);
  return { groups: groupByFlags(userIds, (id) => flags.get(id) ?? 0) };
}
