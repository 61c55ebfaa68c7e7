/** Reminders: a message that a user wants to be shown again later, by the notification bot. Contract: Reminder. */
import type { components } from '../../contract/types.ts';
import { badRequest, doesNotExist, invalidParameter } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import { narrowUrl } from '../../markdown/urls.ts';
import type { Say } from '../../texts.ts';
import type { Acting, SystemActing, Viewing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import type { StateParts } from '../initial-state.ts';
import { accessibleMessages, accessMessage, type Viewer } from '../messages/access.ts';
import { renderContent } from '../messages/compose.ts';
import { participantIds } from '../messages/direct-recipients.shared.ts';
import { markdownContext } from '../messages/markdown-context.ts';
import { fittingQuote, quotable } from '../messages/quotes.ts';
import type { MessageRow } from '../messages/rows.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { readingOf } from '../users/language.shared.ts';
import { findUser, findUsers, type UserRow } from '../users/rows.ts';
import { canAccessUser } from '../users/visibility.shared.ts';
import { unknownUserWire } from '../users/wire.ts';
import {
  deleteScheduled,
  findScheduled,
  insertScheduled,
  markFailed,
  maxReminderNoteLength,
  maxScheduled,
  scheduledOf,
  type ScheduledRow,
} from './rows.ts';

export type ReminderWire = components['schemas']['Reminder'];

/** The caller's reminders, the next one first. */
export function remindersWire({ db, user }: Viewing): ReminderWire[] {
  return scheduledOf(db, user.id, 'reminder').map(reminderWire);
}

/** @throws ApiError BAD_REQUEST for a message that the caller cannot read, a time that has passed, or a note that is too long. */
export function createReminder(acting: Acting, messageId: number, deliverAt: number, note: string): number {
  const { user } = acting;
  const message = accessMessage(acting, messageId);
  if (deliverAt <= acting.now)
    throw invalidParameter('scheduled_delivery_timestamp', 'Scheduled delivery time must be in the future.');
  if ([...note].length > maxReminderNoteLength)
    throw invalidParameter('note', `note is too long (limit: ${maxReminderNoteLength} characters)`);
  if (remindersWire(acting).length >= maxScheduled)
    throw badRequest(`A user can have at most ${maxScheduled} reminders.`);
  const content = reminderContent(acting, message, note);
  const id = insertScheduled(acting.tx, {
    sender_id: user.id,
    kind: 'reminder',
    type: 'private',
    recipients: JSON.stringify([user.id]),
    topic: '',
    content,
    rendered_content: renderContent(content, markdownContext(acting, { isDirect: true })).html,
    client: acting.client,
    read_by_sender: 0,
    scheduled_delivery_timestamp: deliverAt,
    reminder_target_message_id: message.id,
    note,
  });
  acting.announce(
    { type: 'reminders', op: 'add', reminders: [reminderWire(accessReminder(acting, id))] },
    toUser(user.id),
  );
  acting.afterDurable(() => acting.services.wake.scheduledMessages());
  return id;
}

/** @throws ApiError 404 for one that the caller has not */
export function deleteReminder(acting: Acting, id: number): void {
  accessReminder(acting, id);
  deleteScheduled(acting.tx, id);
  acting.announce({ type: 'reminders', op: 'remove', reminder_id: id }, toUser(acting.user.id));
}

/** Sends a due reminder; the message is shown as it is now, if it can still be read. */
export function sendReminder(acting: SystemActing, row: ScheduledRow): void {
  const user = findUser(acting.db, row.sender_id);
  if (user === undefined || user.is_active === 0) throw badRequest('The account is deactivated.');
  const viewing = { ...acting, user, client: row.client };
  const { t } = readingOf(user);
  const [message] = accessibleMessages(viewing, [row.reminder_target_message_id ?? 0]);
  const content =
    message === undefined
      ? withNote(
          t,
          t('You asked to be reminded of a message that has been deleted since, or that you can no longer read.'),
          row.note ?? '',
        )
      : reminderContent(viewing, message, row.note ?? '');
  sendAsSystemBot(acting, 'notification-bot', { toUserIds: [user.id] }, content);
  deleteScheduled(acting.tx, row.id);
  acting.announce({ type: 'reminders', op: 'remove', reminder_id: row.id }, toUser(user.id));
}

/** Keeps a reminder that could not be sent, with the reason; it is not tried again. */
export function failReminder(acting: SystemActing, row: ScheduledRow, reason: string): void {
  markFailed(acting.tx, row.id, reason);
}

function accessReminder({ db, user }: Viewing, id: number): ScheduledRow {
  const row = findScheduled(db, user.id, 'reminder', id);
  if (row === undefined) throw doesNotExist('Reminder does not exist');
  return row;
}

function reminderContent(viewing: Viewing, message: MessageRow, note: string): string {
  const { t } = readingOf(viewing.user);
  const intro = withNote(t, t('You requested a reminder for the following message.'), note);
  const author = authorAsSeen(viewing, message.sender_id);
  const said = t('{{author}} <link>said</link>:', { author })
    .replace('<link>', '[')
    .replace('</link>', () => `](${messageLink(viewing, message)})`);
  const quoted = `${said}\n`;
  const room = viewing.services.options.limits.maxMessageLength - [...intro, ...quoted].length - 2;
  return `${intro}\n\n${quoted}${fittingQuote(quotable(message), room)}`;
}

/** A guest who does not see the author is not told the name. */
function authorAsSeen(viewing: Viewing, id: number): string {
  const author = findUser(viewing.db, id) as UserRow;
  return canAccessUser(viewing, author) ? `@_**${author.full_name}|${id}**` : unknownUserWire(author).full_name;
}

function withNote(t: Say, intro: string, note: string): string {
  return note === '' ? intro : `${intro} ${t('Note:')}\n> ${note.replaceAll('\n', '\n> ')}`;
}

function messageLink(viewing: Viewer, message: MessageRow): string {
  const channel = message.stream_id === null ? undefined : findChannel(viewing.db, message.stream_id);
  if (channel !== undefined) return narrowUrl(channel, message.topic, message.id);
  const ids = findUsers(viewing.db, participantIds(viewing.db, message.recipient_id)).map((user) => user.id);
  return `#narrow/dm/${ids.join(',')}-dm/near/${message.id}`;
}

function reminderWire(row: ScheduledRow): ReminderWire {
  return {
    reminder_id: row.id,
    type: 'private',
    to: JSON.parse(row.recipients) as number[],
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.scheduled_delivery_timestamp,
    failed: row.failed === 1,
    reminder_target_message_id: row.reminder_target_message_id ?? 0,
  };
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const remindersState: StateParts = {
  reminders: (viewing) => ({ reminders: remindersWire(viewing) }),
};
