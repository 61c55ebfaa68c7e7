/**
 * Notifications of messages by web push: which browsers get one, and what it says. That is made when it is sent, so that nothing is
 * sent of messages that were read, deleted or moved out of sight since then.
 */
import type { PreparedPush, WebPushErrand } from '../../../delivery/web-push.ts';
import type { Acting, SystemViewing } from '../../acting.ts';
import { originForOthers } from '../../organization/addresses.shared.ts';
import { deliverySettings } from '../../organization/delivery-settings.shared.ts';
import { deactivatedAt, organizationSetting } from '../../organization/rows.ts';
import { findUser, type UserRow } from '../../users/rows.ts';
import { findKeys, findSubscription, subscriptionsOfUser, type SubscriptionRow } from '../../web-push/rows.ts';
import { publishTo, usersWithBrowsers } from '../../web-push/subscriptions.ts';
import { flagBits } from '../flags/flags.shared.ts';
import type { MessageRow } from '../rows.ts';
import { conversationOf, messageContent, shownMessages } from './notification-content.ts';

/** What the service worker of the chat reads. */
interface BrowserNotification {
  kind: 'message' | 'test';
  /** Notifications with the same one replace each other. */
  tag: string;
  title: string;
  body: string;
  /** Below the server's address. */
  path: string;
  message_id: number | null;
  /** Tags of which something is unread: notifications with others have been read elsewhere. Null: too many to list. */
  waiting: string[] | null;
}

/** An encrypted notification has room for about 4,000 bytes. */
const mostWaiting = 50;
const mostLooked = 500;

/** Queues the notification of a message for each browser of a user. */
export function notifyBrowsers(acting: Acting, userId: number, row: MessageRow): void {
  for (const subscription of subscriptionsOfUser(acting.db, userId)) publishTo(acting, subscription, row.id);
}

/** All that is sent for an errand; undefined when there is nothing left to send, or nowhere to send it. */
export function preparedPush(viewing: SystemViewing, userId: number, errand: WebPushErrand): PreparedPush | undefined {
  const { db, now } = viewing;
  const subscription = findSubscription(db, errand.subscriptionId);
  const keys = findKeys(db);
  const user = findUser(db, userId);
  const isReachable = user?.is_active === 1 && deactivatedAt(db) === null && usersWithBrowsers(db).has(userId);
  if (subscription?.user_id !== userId || keys === undefined || !isReachable) return undefined;
  const found =
    errand.messageId === null ? test(viewing, subscription) : message(viewing, user, subscription, errand.messageId);
  if (found === undefined) return undefined;
  const { isUrgent, ...notification } = found;
  return {
    subscription,
    keys,
    contact: contactOf(originForOthers(viewing)),
    text: JSON.stringify(notification),
    isUrgent,
    topic: notification.tag.slice(0, 32),
    now,
    allowedNetworks: deliverySettings(db).webhook_allowed_networks,
  };
}

type Found = BrowserNotification & { isUrgent: boolean };

function message(viewing: SystemViewing, user: UserRow, subscription: SubscriptionRow, id: number): Found | undefined {
  const found = shownMessages(viewing, user, [id]).get(id);
  if (found === undefined) return undefined;
  const tag = conversationOf(found.message);
  const tags = waitingTags(viewing, user.id);
  const count = tags.filter((each) => each === tag).length;
  const waiting = [...new Set([tag, ...tags])];
  const { title, text, isUrgent, path } = messageContent(
    viewing,
    { user, showsText: subscription.shows_text === 1 },
    found,
    count,
  );
  return {
    kind: 'message',
    tag,
    title,
    body: text,
    path: path ?? '/chat/',
    message_id: id,
    waiting: waiting.length > mostWaiting ? null : waiting,
    isUrgent,
  };
}

/** The conversation of each message that a user was notified of and has not read. */
function waitingTags({ db }: SystemViewing, userId: number): string[] {
  return db
    .all<Pick<MessageRow, 'recipient_id' | 'topic_key'>>(
      `SELECT m.recipient_id, m.topic_key FROM pushed_messages p JOIN messages m ON m.id = p.message_id
       JOIN message_flags f ON f.message_id = m.id AND f.user_id = p.user_id
       WHERE p.user_id = ? AND (f.flags & ?) != 0 ORDER BY m.id DESC LIMIT ?`,
      userId,
      flagBits.unread,
      mostLooked,
    )
    .map(conversationOf);
}

const test = ({ db }: SystemViewing, { id, name }: SubscriptionRow): Found => ({
  kind: 'test',
  tag: `test-${id}`,
  title: `Test from ${organizationSetting(db, 'name')}`,
  body: `Notifications reach ${name}.`,
  path: '/chat/#settings/notifications',
  message_id: null,
  waiting: null,
  isUrgent: true,
});

/** Push services want an address of who sends: https, or of mail. */
const contactOf = (origin: string): string =>
  origin.startsWith('https:') ? origin : `mailto:notifications@${new URL(origin).hostname}`;
