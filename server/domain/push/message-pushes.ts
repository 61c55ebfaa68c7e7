/**
 * Push notifications of messages: to whom a message is addressed directly or who is mentioned in it, unless they muted its
 * author or are at their computer and do not want to be told twice. The relay never reads them (delivery/push.ts).
 */
import { emptyTopicDisplayName } from '../../events/variants.ts';
import type { Acting, SystemViewing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import type { MessageRow } from '../messages/rows.ts';
import { organizationSetting } from '../organization/rows.ts';
import { isPresent } from '../presence/activity.ts';
import { triggerPush } from './devices.ts';
import { userSetting } from '../users/settings.ts';
import { avatarUrl } from '../users/wire.ts';
import { findUsers, type UserRow } from '../users/rows.ts';

/** The start of a message is enough for a notification, in code points. */
const shownLength = 300;

/**
 * Queues the notifications of a message that was just sent.
 * @param readers users for whom the message arrives as read: they are not notified.
 */
export function pushMessage(
  acting: Acting,
  row: MessageRow,
  notified: readonly number[],
  readers: ReadonlySet<number>,
): void {
  const ids = new Set(notified.filter((id) => id !== acting.user.id && !readers.has(id)));
  const users = findUsers(acting.db, ids).filter((user) => user.is_bot === 0 && wantsPush(acting, user));
  if (users.length === 0) return;
  const notification = messageNotification(acting, row);
  triggerPush(
    acting,
    users.map((user) => user.id),
    notification,
  );
}

function wantsPush({ db, now }: SystemViewing, user: UserRow): boolean {
  if (userSetting(db, user, 'enable_online_push_notifications')) return true;
  return !isPresent(db, user.id, now);
}

/** What the device decrypts: enough to show the message and to find it. */
function messageNotification(acting: Acting, row: MessageRow): object {
  const { db, user, origin } = acting;
  const stream = row.stream_id === null ? undefined : findChannel(db, row.stream_id);
  const letters = [...row.content];
  return {
    type: 'message',
    realm_url: origin,
    realm_name: organizationSetting(db, 'name'),
    message_id: row.id,
    time: row.timestamp,
    sender_id: user.id,
    sender_full_name: user.full_name,
    sender_avatar_url: avatarUrl(user, false),
    content: letters.length > shownLength ? `${letters.slice(0, shownLength).join('')}…` : row.content,
    ...(stream === undefined
      ? { recipient_type: 'direct' }
      : {
          recipient_type: 'channel',
          channel_id: stream.id,
          channel_name: stream.name,
          topic: row.topic === '' ? emptyTopicDisplayName : row.topic,
        }),
  };
}
