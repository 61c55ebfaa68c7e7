/**
 * Sending: checks that the author may, writes the message with everyone's flags, and announces it.
 * A message costs the same few statements however many people receive it.
 */
import { checking } from '../../errors.ts';
import type { AudienceGroup } from '../../events/audience.ts';
import type { AnnouncedMessage } from '../../events/event-types.ts';
import type { RenderedMessage } from '../../markdown/render.ts';
import { channelLinkTo } from '../../markdown/written.ts';
import { groupBy } from '../../storage/group-by.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { noteFirstMessage, type ChannelRow } from '../channels/rows.ts';
import { deactivatedSubscriberIds, subscriberIds } from '../channels/subscriptions/rows.ts';
import { compiledLinkifiers } from '../linkifiers/compiled.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findUsers, systemBot, type UserRow } from '../users/rows.ts';
import { usersWhoCannotSee } from '../users/visibility.shared.ts';
import { withVisibilityEvents } from '../visibility/events.shared.ts';
import {
  checkChannelSend,
  checkDirectSend,
  checkMentions,
  checkTopicPolicy,
  drawContent,
  readTopic,
  usersForIds,
  validContent,
} from './compose.ts';
import { directKey, findDirectRecipient } from './direct-recipients.shared.ts';
import { addBitsForUsers, flagBits, insertUnreadForChannel } from './flags/flags.shared.ts';
import { askForPreviews } from './link-previews.ts';
import { markdownContext } from './markdown-context.ts';
import { groupByFlags } from './notifying/audience.shared.ts';
import { notifiedUsers, type NotifiedUsers } from './notifying/mentions.ts';
import { noteParticipation } from './notifying/participation.ts';
import { pushMessage } from './notifying/pushes.ts';
import { triggerWebhooks } from './notifying/trigger-webhooks.ts';
import { insertDirectRecipient } from './recipient-rows.ts';
import { insertMessage, setHasAttachment, type MessageRow } from './rows.ts';
import { submessagesOf } from './submessage-rows.ts';
import { attachWidget, isWidget } from './submessages.ts';
import { claimUploads } from './uploads.ts';
import { displayUser, senderFields, unknownSender, wholeMessage } from './wire.ts';

/** Where a message goes: to a topic, or to people, among whom the author may be or not. */
export type MessageTarget = { channel: ChannelRow; topic: string } | { toUserIds: readonly number[] };

export type OutgoingMessage = MessageTarget & {
  content: string;
  /** The client's queue and its own id for the message, echoed in that queue's event. */
  queueId?: string;
  localId?: string;
  /** Default: decided from the client's name. */
  readBySender?: boolean;
  /** Users for whom it arrives read. */
  readBy?: readonly number[];
};

export interface SentMessage {
  id: number;
  /** Present when sending changed the author's policy for the topic: 2 unmuted, 3 followed. */
  automaticNewVisibilityPolicy?: 2 | 3;
}

/** Where a message goes, checked. */
interface Destination {
  channel: ChannelRow | null;
  topic: string;
  recipientId: number;
  /** Active users who receive it. */
  recipientIds: readonly number[];
}

/**
 * Sends a message as the acting user.
 * @throws ApiError BAD_REQUEST, STREAM_WILDCARD_MENTION_NOT_ALLOWED, TOPIC_WILDCARD_MENTION_NOT_ALLOWED
 */
export function sendMessage(acting: Acting, message: OutgoingMessage): SentMessage {
  const written = validContent(acting, message.content);
  const destination =
    'channel' in message
      ? channelDestination(acting, message.channel, message.topic)
      : directDestination(acting, message.toUserIds);
  const context = markdownContext(acting, {
    isDirect: destination.channel === null,
    channelId: destination.channel?.id,
  });
  const { content, rendered } = drawContent(acting, written, context);
  checkMentions(acting, rendered, destination.channel, destination.topic);
  const row = writeMessage(acting, content, rendered, destination);
  if (rendered.previewLinks.length > 0) askForPreviews(acting, row.id, rendered);
  const notified = notifiedUsers(
    acting,
    rendered,
    destination.channel === null ? null : { channelId: destination.channel.id, topic: destination.topic },
    destination.recipientIds,
  );
  const readers = readersOf(acting, message);
  writeFlags(acting, row.id, destination, notified, readers);
  attachWidget(acting, row);
  announceMessage(acting, row, destination, message, notified, readers);
  const direct = destination.channel === null ? destination.recipientIds : [];
  // A bot need not be subscribed to be called by name.
  const mentioned = [...notified.mentionedUserIds, ...rendered.mentionedUserIds];
  notifyOfUnreached(acting, destination, triggerWebhooks(acting, row, { direct, mentioned }));
  pushMessage(acting, {
    row,
    recipientIds: destination.recipientIds,
    bitsOf: (id) => (readers.has(id) ? 0 : flagBits.unread) | (notified.bits.get(id) ?? 0),
  });
  const policy =
    destination.channel === null
      ? undefined
      : noteParticipation(acting, destination.channel, row, notified.mentionedUserIds);
  return { id: row.id, ...(policy !== undefined && { automaticNewVisibilityPolicy: policy }) };
}

/** Tells the author which mentioned bots are not called: in the channel such a mention looks like any other. */
function notifyOfUnreached(acting: Acting, { channel }: Destination, bots: readonly UserRow[]): void {
  if (channel === null || bots.length === 0) return;
  const names = bots.map((bot) => `@_**${bot.full_name}|${bot.id}**`).join(', ');
  const content = `Not called by your mention in ${channelLinkTo(channel)}: ${names}. Neither the bot nor its owner can read that channel. Add the bot to the channel and mention it again, or send it a direct message.`;
  const bot = { ...acting, user: systemBot(acting.db, 'notification-bot'), client: 'Internal' };
  sendMessage(bot, { toUserIds: [acting.user.id], content });
}

function channelDestination(acting: Acting, channel: ChannelRow, sentTopic: string): Destination {
  const topic = readTopic(acting, sentTopic);
  checking('to', () => checkChannelSend(acting, channel));
  // What the server says of something else must not keep that from happening.
  if (acting.user.is_system_bot === 0) checkTopicPolicy(acting, channel, topic);
  return { channel, topic, recipientId: channel.recipient_id, recipientIds: subscriberIds(acting.db, channel.id) };
}

function directDestination(acting: Acting, toUserIds: readonly number[]): Destination {
  const others = checking('to', () => {
    const found = usersForIds(acting, toUserIds).filter((user) => user.id !== acting.user.id);
    checkDirectSend(acting, found);
    return found;
  });
  const recipientIds = [acting.user.id, ...others.map((user) => user.id)].toSorted((a, b) => a - b);
  return { channel: null, topic: '', recipientId: ensureDirectRecipient(acting, recipientIds), recipientIds };
}

/** The first message of a direct conversation makes its recipient: users who talk with a guest are seen by that guest. */
function ensureDirectRecipient(acting: SystemActing, userIds: readonly number[]): number {
  const insert = (): number => insertDirectRecipient(acting.tx, directKey(userIds), userIds);
  return findDirectRecipient(acting.db, userIds) ?? withVisibilityEvents(acting, { conversation: userIds }, insert);
}

function writeMessage(
  acting: Acting,
  content: string,
  rendered: RenderedMessage,
  { channel, topic, recipientId }: Destination,
): MessageRow {
  const row = insertMessage(acting.tx, {
    sender_id: acting.user.id,
    recipient_id: recipientId,
    stream_id: channel?.id ?? null,
    topic,
    content,
    rendered_content: rendered.html,
    timestamp: acting.now,
    client: acting.client,
    is_me_message: rendered.isMeMessage ? 1 : 0,
    has_link: rendered.hasLink ? 1 : 0,
    has_image: rendered.hasImage ? 1 : 0,
    has_attachment: 0,
  });
  if (channel !== null && channel.first_message_id === null) noteFirstMessage(acting.tx, channel.id, row.id);
  if (rendered.uploadPaths.length === 0 || !claimUploads(acting, row.id, rendered.uploadPaths).attached) return row;
  setHasAttachment(acting.tx, row.id, true);
  return { ...row, has_attachment: 1 };
}

/** Who has read the message when it arrives: its author in some clients, a user who muted its author, and whom the caller names. */
function readersOf(acting: Acting, { readBySender, readBy = [] }: OutgoingMessage): Set<number> {
  const { db, user } = acting;
  const muters = db.remember(`muters of ${user.id}`, () =>
    db.all<{ user_id: number }>('SELECT user_id FROM muted_users WHERE muted_user_id = ?', user.id),
  );
  const isRead = readBySender ?? (user.is_bot === 1 || isInteractiveClient(acting.client));
  return new Set([...muters.map((row) => row.user_id), ...readBy, ...(isRead ? [user.id] : [])]);
}

/** Programs in which people read what they write; scripts that speak in a person's name are not among them. */
const interactiveClients =
  /^(website|zulip-?(mobile|flutter|terminal|electron|desktop|android|ios)\b|zulipmobile|zulipelectron|ios$|android$|hearth)|desktop app/i;
/** Whether people read in it what they write. */
export const isInteractiveClient = (client: string): boolean => interactiveClients.test(client);

function writeFlags(
  { db, tx }: Acting,
  id: number,
  destination: Destination,
  notified: NotifiedUsers,
  readers: ReadonlySet<number>,
): void {
  const { channel, recipientIds } = destination;
  if (channel !== null)
    insertUnreadForChannel(tx, id, channel.id, [...readers, ...deactivatedSubscriberIds(db, channel.id)]);
  else {
    const unread = recipientIds.filter((userId) => !readers.has(userId));
    addBitsForUsers(tx, id, unread, flagBits.unread);
  }
  for (const [bits, users] of groupBy(notified.bits.keys(), (userId) => notified.bits.get(userId) ?? 0)) {
    addBitsForUsers(tx, id, users, bits);
  }
}

function announceMessage(
  acting: Acting,
  row: MessageRow,
  destination: Destination,
  message: OutgoingMessage,
  notified: NotifiedUsers,
  readers: ReadonlySet<number>,
): void {
  const bitsOf = (userId: number): number =>
    (readers.has(userId) ? 0 : flagBits.unread) | (notified.bits.get(userId) ?? 0);
  acting.announce(
    {
      type: 'message',
      message: announcedMessage(acting, row, destination),
      ...(isOwnQueue(acting, message.queueId) && { sender_queue_id: message.queueId }),
      ...(message.localId !== undefined && { local_id: message.localId }),
    },
    { groups: messageGroups(acting, destination, bitsOf), publicStream: destination.channel?.invite_only === 0 },
  );
}

/** No one marks a message in the queue of someone else. */
function isOwnQueue({ services, user }: Acting, queueId: string | undefined): queueId is string {
  return queueId !== undefined && services.queues.find(queueId)?.userId === user.id;
}

/** Receivers by their flags; those who do not see the author are not told who it is, as they are not when they fetch. */
function messageGroups(
  { db, user }: Acting,
  destination: Destination,
  bitsOf: (userId: number) => number,
): AudienceGroup[] {
  const { recipientIds } = destination;
  // A user who shares the channel or conversation with the author sees the author.
  const strangers = new Set(recipientIds.includes(user.id) ? [] : usersWhoCannotSee(db, user, recipientIds));
  if (strangers.size === 0) return groupByFlags(recipientIds, bitsOf);
  return [
    ...groupByFlags(
      recipientIds.filter((id) => !strangers.has(id)),
      bitsOf,
    ),
    ...groupByFlags([...strangers], bitsOf).map((group) => ({
      ...group,
      extra: { ...group.extra, message: unknownSender(user) },
    })),
  ];
}

function announcedMessage(acting: Acting, row: MessageRow, { channel, recipientIds }: Destination): AnnouncedMessage {
  const { db, user } = acting;
  const message = wholeMessage(row, {
    // A picture that the client computes needs the real address, and one form of the event goes to all.
    sender: senderFields(user, user.avatar_source === 'G' && user.email_key === user.delivery_email_key),
    sender_realm_str: organizationSetting(db, 'string_id'),
    display_recipient: channel?.name ?? findUsers(db, recipientIds).map((person) => displayUser(person, person.id)),
    linkifiers: row.topic === '' ? [] : compiledLinkifiers(db),
    submessages: isWidget(row.content) ? submessagesOf(db, [row.id]).get(row.id) : undefined,
  });
  return { ...message, has: (['link', 'image', 'attachment'] as const).filter((kind) => row[`has_${kind}`] === 1) };
}
