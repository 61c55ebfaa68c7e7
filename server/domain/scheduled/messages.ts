/**
 * Messages to be sent later: scheduling, editing, and sending them when they are due
 * (contract: ScheduledMessage and update-scheduled-message).
 * What may be scheduled is what might be sent now; it is checked again when it is sent.
 */
import type { ScheduledFailure, ScheduledOfEverybody } from '../../contract/shapes/scheduled-messages.ts';
import type { components } from '../../contract/types.ts';
import { badRequest, checking, doesNotExist, invalidParameter } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import { asTyped, channelLinkTo } from '../../markdown/written.ts';
import { nameOf } from '../../names.ts';
import { texts } from '../../texts.ts';
import type { Acting, SystemActing, Viewing } from '../acting.ts';
import { canAccessMetadata } from '../channels/access.ts';
import { findChannel } from '../channels/rows.ts';
import type { StateParts } from '../initial-state.ts';
import {
  checkChannelSend,
  checkDirectSend,
  checkMentions,
  checkTopicPolicy,
  readTopic,
  renderContent,
  usersForIds,
  validContent,
} from '../messages/compose.ts';
import { markdownContext } from '../messages/markdown-context.ts';
import { sendMessage } from '../messages/send.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { accessTargetChannel, accessTargetUserIds, type Target } from '../messages/targets.ts';
import { checkHtmlShare } from '../organization/shares.shared.ts';
import { readingOf } from '../users/language.shared.ts';
import { findUser } from '../users/rows.ts';
import type { ScheduledRow } from './rows.ts';
import {
  allScheduled,
  deleteScheduled,
  findScheduled,
  insertScheduled,
  markFailed,
  maxScheduled,
  nextScheduled,
  scheduledCounts,
  scheduledOf,
  updateScheduled,
} from './rows.ts';

export type ScheduledMessageWire = components['schemas']['ScheduledMessage'];

export interface NewScheduledMessage {
  type: 'stream' | 'private';
  to: Target;
  topic: string | undefined;
  content: string;
  /** UNIX seconds. */
  deliverAt: number;
  readBySender: boolean | undefined;
}

/** What a PATCH sent; undefined = stays. */
export interface ScheduledMessageChange {
  type: 'stream' | 'private' | undefined;
  to: Target | undefined;
  topic: string | undefined;
  content: string | undefined;
  deliverAt: number | undefined;
}

/** The caller's scheduled messages, the next to be sent first. */
export function scheduledMessages({ db, user }: Viewing): ScheduledMessageWire[] {
  return scheduledOf(db, user.id, 'message').map(scheduledMessageWire);
}

/** Why messages of the caller could not be sent; the API's own list says only that they could not. */
export function scheduledFailures({ db, user }: Viewing): ScheduledFailure[] {
  return scheduledOf(db, user.id, 'message')
    .filter(({ failed }) => failed === 1)
    .map((row) => ({ scheduled_message_id: row.id, reason: row.failure_message ?? '' }));
}

const listedOfEverybody = 200;

/** What waits and what failed on the whole server: who, when and to what kind of place; never what is written. */
export function scheduledOfEverybody({ db }: Viewing): ScheduledOfEverybody {
  return {
    ...scheduledCounts(db),
    next_delivery_at: nextScheduled(db),
    scheduled_messages: allScheduled(db, listedOfEverybody).map((row) => ({
      scheduled_message_id: row.id,
      sender_id: row.sender_id,
      type: row.type,
      scheduled_delivery_timestamp: row.scheduled_delivery_timestamp,
      failed: row.failed === 1,
      reason: row.failure_message,
    })),
  };
}

/** @returns the id, which is not the id the message will have. @throws ApiError BAD_REQUEST, STREAM_DOES_NOT_EXIST. */
export function scheduleMessage(acting: Acting, message: NewScheduledMessage): number {
  const { user } = acting;
  if (scheduledMessages(acting).length >= maxScheduled)
    throw badRequest(`A user can have at most ${maxScheduled} scheduled messages.`);
  if (message.type === 'stream' && message.topic === undefined)
    throw invalidParameter('topic', 'Topic required when scheduling a channel message.');
  const deliverAt = futureTime(acting, message.deliverAt);
  const place = checkedPlace(acting, message.type, message.to, message.topic ?? '');
  const content = validContent(acting, message.content);
  const id = insertScheduled(acting.tx, {
    sender_id: user.id,
    kind: 'message',
    ...place,
    content,
    rendered_content: rendered(acting, place, content),
    client: acting.client,
    read_by_sender: message.readBySender === undefined ? null : Number(message.readBySender),
    scheduled_delivery_timestamp: deliverAt,
    reminder_target_message_id: null,
    note: null,
  });
  acting.announce(
    {
      type: 'scheduled_messages',
      op: 'add',
      scheduled_messages: [scheduledMessageWire(accessScheduledMessage(acting, id))],
    },
    toUser(user.id),
  );
  acting.afterDurable(() => acting.services.wake.scheduledMessages());
  return id;
}

/** @throws ApiError BAD_REQUEST, STREAM_DOES_NOT_EXIST. */
export function editScheduledMessage(acting: Acting, id: number, change: ScheduledMessageChange): void {
  const before = accessScheduledMessage(acting, id);
  checkChange(before, change);
  const place = changedPlace(acting, before, change);
  const content = change.content === undefined ? before.content : validContent(acting, change.content);
  updateScheduled(acting.tx, {
    ...before,
    ...place,
    content,
    rendered_content: rendered(acting, place, content),
    scheduled_delivery_timestamp:
      change.deliverAt === undefined ? before.scheduled_delivery_timestamp : futureTime(acting, change.deliverAt),
  });
  acting.announce(
    {
      type: 'scheduled_messages',
      op: 'update',
      scheduled_message: scheduledMessageWire(accessScheduledMessage(acting, id)),
    },
    toUser(acting.user.id),
  );
  acting.afterDurable(() => acting.services.wake.scheduledMessages());
}

/** The requirements between the fields of a PATCH, in the text of the specification. */
function checkChange(before: ScheduledRow, change: ScheduledMessageChange): void {
  if (Object.values(change).every((value) => value === undefined)) throw badRequest('Nothing to change');
  if (change.type !== undefined && change.to === undefined)
    throw invalidParameter('to', 'Recipient required when updating type of scheduled message.');
  if (change.type === 'stream' && change.topic === undefined)
    throw invalidParameter('topic', 'Topic required when updating scheduled message type to channel.');
  if (before.failed === 1 && change.deliverAt === undefined)
    throw invalidParameter(
      'scheduled_delivery_timestamp',
      'A new scheduled delivery time is required: the message could not be sent at the last one.',
    );
}

/** @throws ApiError 404 for one that the caller has not */
export function deleteScheduledMessage(acting: Acting, id: number): void {
  accessScheduledMessage(acting, id);
  deleteScheduled(acting.tx, id);
  acting.announce({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }, toUser(acting.user.id));
}

/** Sends a due message as its author. @throws ApiError when it cannot be sent (any more). */
export function sendScheduledMessage(acting: SystemActing, row: ScheduledRow): void {
  const user = findUser(acting.db, row.sender_id);
  if (user === undefined || user.is_active === 0) throw badRequest('The account of the author is deactivated.');
  const asAuthor: Acting = { ...acting, user, client: row.client };
  const common = {
    content: row.content,
    readBySender: row.read_by_sender === null ? undefined : row.read_by_sender === 1,
  };
  const to = JSON.parse(row.recipients) as Target;
  if (row.type === 'stream')
    sendMessage(asAuthor, { channel: accessTargetChannel(asAuthor, to), topic: nameOf(row.topic), ...common });
  else sendMessage(asAuthor, { toUserIds: accessTargetUserIds(asAuthor, to), ...common });
  deleteScheduled(acting.tx, row.id);
  acting.announce({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: row.id }, toUser(user.id));
}

/** Keeps the reason with a message that could not be sent, and notifies its author. */
export function failScheduledMessage(acting: SystemActing, row: ScheduledRow, reason: string): void {
  markFailed(acting.tx, row.id, reason);
  acting.announce(
    { type: 'scheduled_messages', op: 'update', scheduled_message: scheduledMessageWire({ ...row, failed: 1 }) },
    toUser(row.sender_id),
  );
  const user = findUser(acting.db, row.sender_id);
  if (user === undefined || user.is_active === 0) return;
  const { t, language } = readingOf(user);
  const to = JSON.parse(row.recipients) as Target;
  const channel = typeof to === 'number' ? findChannel(acting.db, to) : undefined;
  // It may have become a channel that the author does not see.
  const name =
    channel !== undefined && canAccessMetadata({ db: acting.db, user }, channel)
      ? channelLinkTo(channel)
      : t('a channel');
  const where = typeof to === 'number' ? name : t('a direct message');
  const content = [
    t('The message you scheduled for {{place}} was not sent because of the following error:', { place: where }),
    `> ${asTyped(texts.ofError(reason, language))}`,
    `[${t('View scheduled messages')}](#scheduled)`,
  ].join('\n\n');
  sendAsSystemBot(acting, 'notification-bot', { toUserIds: [user.id] }, content);
}

function accessScheduledMessage({ db, user }: Viewing, id: number): ScheduledRow {
  const row = findScheduled(db, user.id, 'message', id);
  if (row === undefined) throw doesNotExist('Scheduled message does not exist');
  return row;
}

/**
 * Where a changed message is to go. A new time alone asks for no right to post: that is checked when the message is due, and may be
 * back by then. An archived channel takes no change at all.
 */
function changedPlace(
  acting: Acting,
  before: ScheduledRow,
  change: ScheduledMessageChange,
): Pick<ScheduledRow, 'type' | 'recipients' | 'topic'> {
  const { deliverAt: _time, ...others } = change;
  const target = JSON.parse(before.recipients) as Target;
  const channel = before.type === 'stream' ? findChannel(acting.db, target as number) : undefined;
  const isTimeOnly = Object.values(others).every((value) => value === undefined);
  if (isTimeOnly && channel?.is_archived !== 1)
    return { type: before.type, recipients: before.recipients, topic: before.topic };
  return checkedPlace(acting, change.type ?? before.type, change.to ?? target, change.topic ?? before.topic);
}

/** Where a message is to go, checked as sending checks it. */
function checkedPlace(
  acting: Acting,
  type: ScheduledRow['type'],
  to: Target,
  sentTopic: string,
): Pick<ScheduledRow, 'type' | 'recipients' | 'topic'> {
  if (type === 'private') {
    const ids = accessTargetUserIds(acting, Array.isArray(to) ? to : [to]);
    checking('to', () => {
      const others = usersForIds(acting, ids).filter((user) => user.id !== acting.user.id);
      checkDirectSend(acting, others);
    });
    return { type, recipients: JSON.stringify(ids), topic: '' };
  }
  const channel = accessTargetChannel(acting, to);
  const topic = readTopic(acting, sentTopic);
  checking('to', () => checkChannelSend(acting, channel));
  checkTopicPolicy(acting, channel, topic);
  return { type, recipients: JSON.stringify(channel.id), topic };
}

function rendered(acting: Acting, place: Pick<ScheduledRow, 'type' | 'recipients' | 'topic'>, content: string): string {
  const isDirect = place.type === 'private';
  const message = renderContent(content, markdownContext(acting, { isDirect }));
  const channel = isDirect ? undefined : findChannel(acting.db, JSON.parse(place.recipients) as number);
  checkMentions(acting, message, channel ?? null, place.topic);
  checkHtmlShare(acting.db, acting.user.id, 'scheduled messages', message.html);
  return message.html;
}

function futureTime({ now }: Viewing, timestamp: number): number {
  if (timestamp <= now)
    throw invalidParameter('scheduled_delivery_timestamp', 'Scheduled delivery time must be in the future.');
  return timestamp;
}

/** Contract: ScheduledMessage; `topic` belongs to channel messages only. */
function scheduledMessageWire(row: ScheduledRow): ScheduledMessageWire {
  return {
    scheduled_message_id: row.id,
    type: row.type,
    to: JSON.parse(row.recipients) as number | number[],
    ...(row.type === 'stream' && { topic: row.topic }),
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.scheduled_delivery_timestamp,
    failed: row.failed === 1,
  };
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const scheduledState: StateParts = {
  scheduled_messages: (viewing) => ({ scheduled_messages: scheduledMessages(viewing) }),
};
