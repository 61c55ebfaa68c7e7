/** Deleting a topic: all its messages that the caller may read, for those who may delete what others wrote. */
import { unauthorizedPrincipal } from '../../errors.ts';
import { topicKey } from '../../names.ts';
import { canDeleteAny } from '../../permissions/messages.ts';
import type { Acting } from '../acting.ts';
import { checkNotArchived, holdsInChannel } from '../channels/access.ts';
import type { ChannelRow } from '../channels/rows.ts';
import { readableMessages } from '../messages/access.ts';
import { deleteMessages } from '../messages/delete.ts';
import type { MessageRow } from '../messages/rows.ts';

/** One request deletes this many at most, so that no one else waits long; the caller asks again for the rest. */
const atOnce = 5000;

/**
 * Deletes the newest messages of a topic.
 * @returns whether all of it is gone that the caller can read; false: there are more, ask again.
 * @throws ApiError UNAUTHORIZED_PRINCIPAL when the caller may not delete the messages of others here, BAD_REQUEST for an archived
 *   channel.
 */
export function deleteTopic(acting: Acting, channel: ChannelRow, topic: string): boolean {
  const { db, user } = acting;
  const isDeleter = holdsInChannel(acting, channel, 'can_delete_any_message_group');
  if (!canDeleteAny(user, isDeleter)) throw unauthorizedPrincipal('Insufficient permission');
  checkNotArchived(channel);
  const rows = db.all<MessageRow>(
    'SELECT * FROM messages WHERE stream_id = ? AND topic_key = ? ORDER BY id DESC LIMIT ?',
    channel.id,
    topicKey(topic),
    atOnce,
  );
  const readable = readableMessages(acting, rows);
  deleteMessages(acting, readable.toReversed(), user);
  // What the caller cannot read stays, however often they ask.
  return rows.length < atOnce || readable.length === 0;
}
