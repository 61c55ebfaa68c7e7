/** Missed-messages email: the messages by conversation, as far as the settings let their words leave the server. */
import { sendMail } from '../../delivery/mail.ts';
import { topicForPeople } from '../../events/topic-name.ts';
import { groupBy } from '../../storage/group-by.ts';
import type { Say } from '../../texts.ts';
import type { Reading } from '../../texts.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { messageLink } from '../messages/addresses.shared.ts';
import { participantIds } from '../messages/direct-recipients.shared.ts';
import { notificationText } from '../messages/notification-text.ts';
import type { Reason } from '../messages/notifying/reasons.shared.ts';
import type { MessageRow } from '../messages/rows.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { readingOf } from '../users/language.shared.ts';
import { localTime } from '../users/local-time.shared.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { userSettings } from '../users/settings.shared.ts';
import { canAccessUser } from '../users/visibility.shared.ts';
import { unknownUserWire } from '../users/wire.ts';
import { mailBody, type MailPart } from './mail-layout.ts';
import { unsubscribing } from './unsubscribe.ts';

export interface MissedMessage {
  row: MessageRow;
  reason: Reason;
}

/** Bounds of one mail; what is beyond is counted. */
const maxConversations = 10;
const maxMessagesEach = 10;
const shownLength = 1000;

/** Queues the mail. @param missed at least one message, ascending. */
export function mailMissedMessages(acting: SystemActing, user: UserRow, missed: readonly MissedMessage[]): void {
  const settings = userSettings(acting.db, user);
  const organization = organizationSetting(acting.db, 'name');
  const isContentShown =
    settings.message_content_in_email_notifications &&
    organizationSetting(acting.db, 'message_content_allowed_in_email_notifications');
  const conversations = [...groupBy(missed, ({ row }) => `${row.recipient_id} ${row.topic_key}`).values()];
  const { parts, headers } = unsubscribing(acting, user, 'missed-messages');
  const reading = readingOf(user);
  const { t, language } = reading;
  const subject = isContentShown ? subjectOf(acting, user, conversations, reading) : newMessages(t, missed.length);
  sendMail(acting, {
    to: user.delivery_email,
    subject: settings.realm_name_in_email_notifications_policy === 2 ? `[${organization}] ${subject}` : subject,
    ...mailBody(language, [
      { kind: 'paragraph', text: t('Hello {{name}},', { name: user.full_name }) },
      {
        kind: 'paragraph',
        text: t('{{count}} messages arrived on {{organization}} while you were away.', {
          count: missed.length,
          organization,
          defaultValue_one: '{{count}} message arrived on {{organization}} while you were away.',
        }),
      },
      ...(isContentShown
        ? conversations.slice(0, maxConversations).flatMap((each) => conversation(acting, user, each, reading))
        : []),
      ...(isContentShown ? moreConversations(t, conversations.length - maxConversations) : []),
      { kind: 'link', text: t('Open the chat'), href: `${originForOthers(acting)}/chat/#inbox` },
      {
        kind: 'footnote',
        text: [
          t('To reply, open the chat. Replies to this email are not read.'),
          whyText(missed, reading),
          ...(isContentShown ? [] : [t('Messages are hidden by your settings or those of the organization.')]),
        ].join(' '),
      },
      ...parts,
    ]),
    headers,
    isPrivate: isContentShown,
    subjectId: user.id,
  });
}

const newMessages = (t: Say, count: number): string =>
  t('{{count}} new messages', { count, defaultValue_one: '{{count}} new message' });

function moreConversations(t: Say, count: number): MailPart[] {
  if (count <= 0) return [];
  const text = t('… and {{count}} more conversations.', {
    count,
    defaultValue_one: '… and {{count}} more conversation.',
  });
  return [{ kind: 'paragraph', text }];
}

function moreMessages(t: Say, count: number): MailPart[] {
  if (count <= 0) return [];
  const text = t('… and {{count}} more messages.', { count, defaultValue_one: '… and {{count}} more message.' });
  return [{ kind: 'paragraph', text }];
}

function subjectOf(
  viewing: SystemViewing,
  user: UserRow,
  conversations: readonly MissedMessage[][],
  { t }: Reading,
): string {
  const count = conversations.reduce((sum, each) => sum + each.length, 0);
  const [first] = conversations;
  if (conversations.length > 1 || first === undefined)
    return t('{{messages}} in {{conversations}}', {
      messages: newMessages(t, count),
      conversations: t('{{count}} conversations', {
        count: conversations.length,
        defaultValue_one: '{{count}} conversation',
      }),
    });
  const place = placeOf(viewing, user, first, t);
  return first.length === 1 ? place : t('{{place}} ({{count}} new)', { place, count: first.length });
}

function conversation(
  viewing: SystemViewing,
  user: UserRow,
  messages: readonly MissedMessage[],
  { t }: Reading,
): MailPart[] {
  const [first] = messages;
  if (first === undefined) return [];
  return [
    {
      kind: 'heading',
      text: placeOf(viewing, user, messages, t),
      href: `${originForOthers(viewing)}${messageLink(viewing.db, first.row)}`,
    },
    ...messages.slice(0, maxMessagesEach).map(({ row }): MailPart => ({
      kind: 'message',
      by: nameOf(viewing, user, row.sender_id),
      at: localTime(viewing.db, user, row.timestamp),
      text: notificationText(viewing, user, row, shownLength),
    })),
    ...moreMessages(t, messages.length - maxMessagesEach),
  ];
}

/** "#general > lunch", or the people of a direct conversation. */
function placeOf(viewing: SystemViewing, user: UserRow, [first]: readonly MissedMessage[], t: Say): string {
  if (first === undefined) return '';
  const { row } = first;
  const channel = row.stream_id === null ? undefined : findChannel(viewing.db, row.stream_id);
  if (channel !== undefined) return `#${channel.name} > ${topicForPeople(row.topic)}`;
  const others = participantIds(viewing.db, row.recipient_id).filter((id) => id !== user.id);
  return t('Message from {{names}}', { names: others.map((id) => nameOf(viewing, user, id)).join(', ') });
}

/** As the reader sees the person in the chat. */
function nameOf({ db }: SystemViewing, user: UserRow, id: number): string {
  const person = findUser(db, id);
  if (person === undefined) return '';
  return canAccessUser({ db, user }, person) ? person.full_name : unknownUserWire(person).full_name;
}

const causeOf = (t: Say, reason: Reason): string =>
  ({
    direct_message: () => t('messages to you'),
    mention: () => t('mentions of you'),
    wildcard_mention: () => t('@all and @everyone mentions'),
    followed_topic: () => t('topics that you follow'),
    channel: () => t('channels that you get emails about'),
    alert_word: () => t('your alert words'),
  })[reason]();

function whyText(missed: readonly MissedMessage[], { t, language }: Reading): string {
  const reasons = [...new Set(missed.map(({ reason }) => causeOf(t, reason)))];
  return t('You get this email because of {{reasons}}.', { reasons: new Intl.ListFormat(language).format(reasons) });
}
