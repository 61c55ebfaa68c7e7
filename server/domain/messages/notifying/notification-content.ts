/** Notification text of a message, and whether to show it: the same for phones and browsers. */
import { topicForPeople } from '../../../events/topic-name.ts';
import { hashToken } from '../../../secrets.ts';
import type { SystemViewing } from '../../acting.ts';
import { findChannel } from '../../channels/rows.ts';
import { isHeldBack } from '../../do-not-disturb/state.shared.ts';
import { findUser, type UserRow } from '../../users/rows.ts';
import { userSetting } from '../../users/settings.shared.ts';
import { canAccessUser } from '../../users/visibility.shared.ts';
import { unknownUserWire } from '../../users/wire.ts';
import { readableMessages } from '../access.ts';
import { messageLink } from '../addresses.shared.ts';
import { participantIds } from '../direct-recipients.shared.ts';
import { flagBits, flagsOf } from '../flags/flags.shared.ts';
import { notificationText } from '../notification-text.ts';
import { findMessages, type MessageRow } from '../rows.ts';
import { reasonToTell, type Reason } from './reasons.shared.ts';

/** The start of a message is enough for a notification, in code points. */
const shownLength = 300;

/** The same for all messages of a conversation; it says nothing of it. */
export const conversationOf = (row: Pick<MessageRow, 'recipient_id' | 'topic_key'>): string =>
  `c${hashToken(`${row.recipient_id} ${row.topic_key}`).slice(0, 20)}`;

/** A message that a user is to be notified of. */
export interface Found {
  message: MessageRow;
  reason: Reason;
}

/** The messages that a user is still to be reported about, by id. */
export function shownMessages(viewing: SystemViewing, user: UserRow, ids: readonly number[]): Map<number, Found> {
  const { db } = viewing;
  const messages = findMessages(db, ids);
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

/** What a notification says. `path` is below the server's address. */
export interface Content {
  title: string;
  text: string;
  isUrgent: boolean;
  tag: string;
  path: string | null;
}

/** @param count unread messages of the conversation that the device was notified of, this one included. */
export function messageContent(
  viewing: SystemViewing,
  { user, showsText }: { user: UserRow; showsText: boolean },
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
    showsText && (channel !== undefined || userSetting(db, user, 'pm_content_in_desktop_notifications'));
  const isFromOne = others.length === 1;
  const text = isTextShown ? notificationText(viewing, user, message, shownLength) : '';
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
