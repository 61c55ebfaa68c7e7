/**
 * Notifications of messages for the ntfy app: what is stored of them, and what a device reads. What it reads is made when it reads it,
 * so that nothing is shown of messages that were read, deleted or moved out of sight since then.
 */
import { topicForPeople } from '../../../events/topic-name.ts';
import { sameSecret, signature, hashToken } from '../../../secrets.ts';
import type { Acting, SystemActing, SystemViewing } from '../../acting.ts';
import { findChannel } from '../../channels/rows.ts';
import { isHeldBack } from '../../do-not-disturb/state.shared.ts';
import { publish, subscribing } from '../../ntfy-devices/devices.ts';
import * as stored from '../../ntfy-devices/rows.ts';
import { organizationSetting } from '../../organization/rows.ts';
import { findUser, type UserRow } from '../../users/rows.ts';
import { userSetting } from '../../users/settings.shared.ts';
import { canAccessUser } from '../../users/visibility.shared.ts';
import { unknownUserWire } from '../../users/wire.ts';
import { readableMessages } from '../access.ts';
import { messageLink } from '../addresses.shared.ts';
import { participantIds } from '../direct-recipients.shared.ts';
import { flagBits, flagsOf } from '../flags/flags.shared.ts';
import { notificationText } from '../notification-text.ts';
import { findMessage, findMessages, type MessageRow } from '../rows.ts';
import { reasonToTell, type Reason } from './reasons.shared.ts';

/** The start of a message is enough for a notification, in code points. */
const shownLength = 300;

/** A notification as a device shows it. Times are UNIX seconds. */
export interface PhoneEvent {
  key: string;
  deviceId: number;
  kind: stored.NtfyMessageRow['kind'];
  time: number;
  /** Notifications with the same one replace each other. */
  conversation: string;
  title: string;
  text: string;
  isUrgent: boolean;
  tag: string;
  /** Below the server's address; null for none. */
  path: string | null;
  /** Proves that a request to mark the conversation as read is of the user who got this; null where there is nothing to mark. */
  readProof: string | null;
}

/** Stores the notification of a message for each device of a user. */
export function notifyPhones(acting: Acting, userId: number, row: MessageRow): void {
  for (const device of stored.devicesOfUser(acting.db, userId))
    publish(acting, device, { kind: 'message', message_id: row.id, conversation: conversationOf(row) });
}

/** Whether a device would still show a notification: its message is not read, deleted or out of sight. @param key its id */
export function isStillNews(viewing: SystemViewing, key: string): boolean {
  const row = stored.findByKey(viewing.db, key);
  return row !== undefined && phoneEvents(viewing, [row]).length > 0;
}

/** Has a user's devices take back notifications of conversations of which nothing is unread any more. @param ids messages that are no longer unread. */
export function clearPhones(acting: SystemActing, userId: number, ids: readonly number[]): void {
  const found = stored.notifiedConversations(acting.db, userId, ids);
  const devices = new Map(
    stored
      .findDevices(acting.db, [...new Set(found.map((each) => each.device_id))])
      .map((device) => [device.id, device]),
  );
  for (const { device_id: id, conversation } of found) {
    const device = devices.get(id);
    if (device !== undefined && stored.unreadNotified(acting.db, device, conversation).length === 0)
      publish(acting, device, { kind: 'clear', message_id: null, conversation });
  }
}

/** Notifications as devices show them now: without those of messages that their users have read, or may not read. */
export function phoneEvents(viewing: SystemViewing, rows: readonly stored.NtfyMessageRow[]): PhoneEvent[] {
  const ids = [...new Set(rows.map((row) => row.device_id))];
  const devices = subscribing(viewing.db, stored.findDevices(viewing.db, ids));
  return devices
    .flatMap((device) =>
      eventsOf(
        viewing,
        device,
        rows.filter((row) => row.device_id === device.id),
      ),
    )
    .toSorted((a, b) => a.place - b.place)
    .map(({ event }) => event);
}

/**
 * Messages to mark as read by the link of a notification: those of its conversation up to its own that are unread.
 * @returns undefined for a link that was not made here
 */
export function messagesToMark(
  viewing: SystemViewing,
  key: string,
  proof: string,
): { user: UserRow; ids: number[] } | undefined {
  const { db } = viewing;
  const row = stored.findByKey(db, key);
  const [device] = row === undefined ? [] : subscribing(db, stored.findDevices(db, [row.device_id]));
  const isProved = sameSecret(proofFor(device?.read_key ?? '', key), proof);
  const user = device === undefined ? undefined : findUser(db, device.user_id);
  if (row === undefined || user === undefined || !isProved) return undefined;
  const message = row.message_id === null ? undefined : findMessage(db, row.message_id);
  if (message === undefined) return { user, ids: [] };
  const unread = db.all<{ id: number }>(
    `SELECT m.id FROM message_flags f CROSS JOIN messages m ON m.id = f.message_id
     WHERE f.user_id = ? AND f.message_id <= ? AND (f.flags & ?) != 0 AND m.recipient_id = ? AND m.topic_key = ? ORDER BY m.id`,
    user.id,
    message.id,
    flagBits.unread,
    message.recipient_id,
    message.topic_key,
  );
  return { user, ids: unread.map(({ id }) => id) };
}

/** The same for all messages of a conversation; it says nothing of it. */
const conversationOf = (row: Pick<MessageRow, 'recipient_id' | 'topic_key'>): string =>
  `c${hashToken(`${row.recipient_id} ${row.topic_key}`).slice(0, 20)}`;

const proofFor = (readKey: string, key: string): string => signature(readKey, `read ${key}`).slice(0, 32);

interface Placed {
  place: number;
  event: PhoneEvent;
}

function eventsOf(
  viewing: SystemViewing,
  device: stored.NtfyDeviceRow,
  rows: readonly stored.NtfyMessageRow[],
): Placed[] {
  const user = findUser(viewing.db, device.user_id);
  if (user === undefined) return [];
  const shown = shownMessages(viewing, user, rows);
  const unread = new Map<string, number[]>();
  const unreadOf = (conversation: string): number[] => {
    const known = unread.get(conversation) ?? stored.unreadNotified(viewing.db, device, conversation);
    unread.set(conversation, known);
    return known;
  };
  return rows.flatMap((row): Placed[] => {
    const base = {
      ...plainEvent,
      key: row.key,
      deviceId: device.id,
      kind: row.kind,
      time: row.sent_at,
      conversation: row.conversation,
    };
    if (row.kind === 'clear') return [{ place: row.id, event: base }];
    if (row.kind === 'test') return [{ place: row.id, event: { ...base, ...testContent(viewing, device) } }];
    const found = shown.get(row.message_id ?? 0);
    if (found === undefined) return [];
    const count = unreadOf(row.conversation).filter((id) => id <= found.message.id).length;
    const content = messageContent(viewing, { user, device }, found, count);
    return [{ place: row.id, event: { ...base, ...content, readProof: proofFor(device.read_key, row.key) } }];
  });
}

const plainEvent = { title: '', text: '', isUrgent: false, tag: '', path: null, readProof: null } as const;

interface Found {
  message: MessageRow;
  reason: Reason;
}

/** The messages that a user is still to be reported about, by id. */
function shownMessages(
  viewing: SystemViewing,
  user: UserRow,
  rows: readonly stored.NtfyMessageRow[],
): Map<number, Found> {
  const { db } = viewing;
  const messages = findMessages(
    db,
    rows.flatMap((row) => row.message_id ?? []),
  );
  const flags = flagsOf(
    db,
    user.id,
    messages.map(({ id }) => id),
  );
  const bitsOf = (id: number): number => flags.get(id) ?? 0;
  const unread = messages.filter(({ id }) => (bitsOf(id) & flagBits.unread) !== 0);
  return new Map(
    readableMessages({ db, user }, unread).flatMap((message): [number, Found][] => {
      const reason = reasonToTell(db, 'push', user, message, bitsOf(message.id));
      return reason === null || isHeldBack(viewing, user, message) ? [] : [[message.id, { message, reason }]];
    }),
  );
}

type Content = Pick<PhoneEvent, 'title' | 'text' | 'isUrgent' | 'tag' | 'path'>;

function testContent({ db }: SystemViewing, device: stored.NtfyDeviceRow): Content {
  return {
    title: `Test from ${organizationSetting(db, 'name')}`,
    text: `Notifications reach ${device.name}.`,
    isUrgent: false,
    tag: 'white_check_mark',
    path: '/chat/#settings/notifications',
  };
}

/** @param count unread messages of the conversation that the device was notified of, this one included. */
function messageContent(
  viewing: SystemViewing,
  { user, device }: { user: UserRow; device: stored.NtfyDeviceRow },
  { message, reason }: Found,
  count: number,
): Content {
  const { db } = viewing;
  const channel = message.stream_id === null ? undefined : findChannel(db, message.stream_id);
  const sender = nameOf(viewing, user, message.sender_id);
  const others = channel === undefined ? participantIds(db, message.recipient_id).filter((id) => id !== user.id) : [];
  const place =
    channel === undefined
      ? others.map((id) => nameOf(viewing, user, id)).join(', ')
      : `#${channel.name} > ${topicForPeople(message.topic)}`;
  const isTextShown =
    device.shows_text === 1 && (channel !== undefined || userSetting(db, user, 'pm_content_in_desktop_notifications'));
  const isFromOne = others.length === 1;
  const text = isTextShown ? notificationText(viewing, message, shownLength) : '';
  return {
    title: count > 1 ? `${place} (${count})` : place,
    text: isTextShown ? (isFromOne ? text : `${sender}: ${text}`) : `New message from ${sender}`,
    isUrgent: reason === 'direct_message' || reason === 'mention',
    tag: channel === undefined ? 'speech_balloon' : reason === 'mention' ? 'wave' : 'loudspeaker',
    path: messageLink(db, message),
  };
}

/** As the reader sees the person in the chat. */
function nameOf({ db }: SystemViewing, user: UserRow, id: number): string {
  const person = findUser(db, id);
  if (person === undefined) return '';
  return canAccessUser({ db, user }, person) ? person.full_name : unknownUserWire(person).full_name;
}
