/**
 * Push notifications of messages: to the user who has a reason to be reported (messages/notifying/reasons.shared.ts), unless they muted its author, or
 * are at their computer and do not want to be reported twice. Read elsewhere, they are taken back. The relay never reads them
 * (delivery/push.ts).
 */
import { topicForPeople } from '../../../events/topic-name.ts';
import type { Acting, SystemActing, SystemViewing } from '../../acting.ts';
import { findChannel } from '../../channels/rows.ts';
import { isHeldBack } from '../../do-not-disturb/state.shared.ts';
import { usersWithPhones } from '../../ntfy-devices/devices.ts';
import { organizationSetting } from '../../organization/rows.ts';
import { reachableUserIds, triggerPush } from '../../push/devices.ts';
import { badgeCount, forgetPushed, notePushed, readOfPushed } from '../../push/pushed-rows.ts';
import { isPresent } from '../../users/activity.shared.ts';
import { findUsers, type UserRow } from '../../users/rows.ts';
import { userSetting } from '../../users/settings.shared.ts';
import { usersWhoCannotSee } from '../../users/visibility.shared.ts';
import { avatarUrl, unknownUserWire } from '../../users/wire.ts';
import { usersWithBrowsers } from '../../web-push/subscriptions.ts';
import { flagBits } from '../flags/flags.shared.ts';
import type { MessageRow } from '../rows.ts';
import { notifyBrowsers } from './browsers.ts';
import { clearPhones, notifyPhones } from './phones.ts';
import { reasonToTell } from './reasons.shared.ts';

/** The start of a message is enough for a notification, in code points. */
const shownLength = 300;

/** A message and who receives it. */
export interface Arrival {
  row: MessageRow;
  recipientIds: readonly number[];
  /** Flags that the message has for a user, the unread one among them. */
  bitsOf: (userId: number) => number;
}

/** Queues the notifications of a message that was just sent, or that calls people since an edit. No one is informed twice of one. */
export function pushMessage(acting: Acting, { row, recipientIds, bitsOf }: Arrival): void {
  const reachable = new Set([
    ...reachableUserIds(acting.db),
    ...usersWithPhones(acting.db),
    ...usersWithBrowsers(acting.db),
  ]);
  if (reachable.size === 0) return;
  const isUnread = (id: number): boolean => (bitsOf(id) & flagBits.unread) !== 0;
  const ids = recipientIds.filter((id) => reachable.has(id) && id !== acting.user.id && isUnread(id));
  const users = findUsers(acting.db, ids).filter(
    (user) =>
      user.is_active === 1 &&
      user.is_bot === 0 &&
      isWantedNow(acting, user) &&
      !isHeldBack(acting, user, row) &&
      reasonToTell(acting.db, 'push', user, row, bitsOf(user.id)) !== null &&
      notePushed(acting.tx, user.id, row.id),
  );
  if (users.length === 0) return;
  const notification = messageNotification(acting, row);
  const { full_name: sender_full_name, avatar_url: sender_avatar_url } = unknownUserWire(acting.user);
  const strangers = usersWhoCannotSee(
    acting.db,
    acting.user,
    users.map((user) => user.id),
  );
  for (const { id: user_id } of users) {
    notifyPhones(acting, user_id, row);
    notifyBrowsers(acting, user_id, row);
    triggerPush(acting, [user_id], {
      ...notification,
      ...(strangers.includes(user_id) && { sender_full_name, sender_avatar_url }),
      user_id,
      badge_count: badgeCount(acting.db, user_id),
    });
  }
}

/**
 * Takes the notifications of messages back that are no longer unread for users, or no longer there. Called with whatever makes
 * messages read or gone; costs one look-up where no one was notified.
 */
export function withdrawPushes(acting: SystemActing, userIds: readonly number[]): void {
  for (const userId of userIds) {
    const ids = readOfPushed(acting.db, userId);
    if (ids.length === 0) continue;
    forgetPushed(acting.tx, userId, ids);
    clearPhones(acting, userId, ids);
    triggerPush(acting, [userId], {
      type: 'remove',
      realm_url: acting.origin,
      realm_name: organizationSetting(acting.db, 'name'),
      user_id: userId,
      message_ids: ids,
      badge_count: badgeCount(acting.db, userId),
    });
  }
}

function isWantedNow({ db, now }: SystemViewing, user: UserRow): boolean {
  return userSetting(db, user, 'enable_online_push_notifications') || !isPresent(db, user.id, now);
}

/** What the device decrypts: enough to show the message and to find it. */
function messageNotification(acting: Acting, row: MessageRow): object {
  const { db, user, origin } = acting;
  const channel = row.stream_id === null ? undefined : findChannel(db, row.stream_id);
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
    ...(channel === undefined
      ? { recipient_type: 'direct' }
      : {
          recipient_type: 'channel',
          channel_id: channel.id,
          channel_name: channel.name,
          topic: topicForPeople(row.topic),
        }),
  };
}
