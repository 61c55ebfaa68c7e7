/**
 * Notifications of messages for the ntfy app: what is stored of them, and what a device reads. What it reads is made when it reads it,
 * so that nothing is shown of messages that were read, deleted or moved out of sight since then.
 */
import { sameSecret, signature } from '../../../secrets.ts';
import type { Acting, SystemActing, SystemViewing } from '../../acting.ts';
import { publish, subscribing } from '../../ntfy-devices/devices.ts';
import * as stored from '../../ntfy-devices/rows.ts';
import { organizationSetting } from '../../organization/rows.ts';
import { findUser, type UserRow } from '../../users/rows.ts';
import { flagBits } from '../flags/flags.shared.ts';
import { findMessage, type MessageRow } from '../rows.ts';
import { conversationOf, messageContent, shownMessages, type Content } from './notification-content.ts';

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
  const shown = shownMessages(
    viewing,
    user,
    rows.flatMap((row) => row.message_id ?? []),
  );
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
    const content = messageContent(viewing, { user, showsText: device.shows_text === 1 }, found, count);
    return [{ place: row.id, event: { ...base, ...content, readProof: proofFor(device.read_key, row.key) } }];
  });
}

const plainEvent = { title: '', text: '', isUrgent: false, tag: '', path: null, readProof: null } as const;

function testContent({ db }: SystemViewing, device: stored.NtfyDeviceRow): Content {
  return {
    title: `Test from ${organizationSetting(db, 'name')}`,
    text: `Notifications reach ${device.name}.`,
    isUrgent: false,
    tag: 'white_check_mark',
    path: '/chat/#settings/notifications',
  };
}
