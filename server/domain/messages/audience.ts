/** Who is told of what happens to a message: its recipients, as far as they may read it. */
import type { Audience, AudienceGroup } from '../../events/audience.ts';
import { isGuest } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import { findChannel } from '../channels/rows.ts';
import { subscriberIds } from '../subscriptions/rows.ts';
import { findUsers } from '../users.ts';
import { hasOpenHistory, receiverIds } from './access.ts';
import { flagNames, flagsByUser } from './flags.ts';
import { groupBy } from './group-by.ts';
import type { MessageRow } from './rows.ts';

/**
 * Active users who hear of a message that exists: participants of a direct message; of a channel its subscribers, and in
 * a public channel also who has a flag on the message, such as a star.
 */
export function audienceIds(db: Reader, message: MessageRow): number[] {
  const stream = message.stream_id === null ? undefined : findChannel(db, message.stream_id);
  if (stream === undefined || !hasOpenHistory(stream)) return receiverIds(db, message);
  const subscribers = subscriberIds(db, stream.id);
  if (stream.invite_only === 1) return subscribers;
  const known = new Set(subscribers);
  const flagged = findUsers(
    db,
    [...flagsByUser(db, message.id).keys()].filter((id) => !known.has(id)),
  );
  return [...subscribers, ...flagged.filter((user) => user.is_active === 1 && !isGuest(user)).map((user) => user.id)];
}

/** Users grouped by the flags that an event shows them. */
export function groupByFlags(userIds: readonly number[], bitsOf: (userId: number) => number): AudienceGroup[] {
  const groups = groupBy(userIds, bitsOf);
  return [...groups].map(([bits, users]) => ({ users, extra: { flags: flagNames(bits) } }));
}

/** An audience in which everybody sees their own flags of one message. */
export function audienceWithFlags(db: Reader, messageId: number, userIds: readonly number[]): Audience {
  const flags = flagsByUser(db, messageId);
  return { groups: groupByFlags(userIds, (id) => flags.get(id) ?? 0) };
}
