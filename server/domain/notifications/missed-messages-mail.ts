/** What a mail about missed messages says: the messages by conversation, as far as the settings let their words leave the server. */
import { sendMail } from '../../delivery/mail.ts';
import { topicForPeople } from '../../events/topic-name.ts';
import { groupBy } from '../../storage/group-by.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { messageLink } from '../messages/addresses.shared.ts';
import { participantIds } from '../messages/direct-recipients.shared.ts';
import { notificationText } from '../messages/notification-text.ts';
import type { Reason } from '../messages/notifying/reasons.shared.ts';
import type { MessageRow } from '../messages/rows.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { userSettings } from '../users/settings.shared.ts';
import { canAccessUser } from '../users/visibility.shared.ts';
import { unknownUserWire } from '../users/wire.ts';
import { localTime } from './local-time.ts';
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
  const subject = isContentShown ? subjectOf(acting, user, conversations) : counted(missed.length, 'new message');
  sendMail(acting, {
    to: user.delivery_email,
    subject: settings.realm_name_in_email_notifications_policy === 2 ? `[${organization}] ${subject}` : subject,
    ...mailBody([
      { kind: 'paragraph', text: `Hello ${user.full_name},` },
      {
        kind: 'paragraph',
        text: `${counted(missed.length, 'message')} arrived on ${organization} while you were away.`,
      },
      ...(isContentShown
        ? conversations.slice(0, maxConversations).flatMap((each) => conversation(acting, user, each))
        : []),
      ...more(conversations.length - maxConversations, 'conversation', isContentShown),
      { kind: 'link', text: 'Open the chat', href: `${originForOthers(acting)}/chat/#inbox` },
      {
        kind: 'footnote',
        text: `To reply, open the chat. Replies to this email are not read. ${whyText(missed)}${isContentShown ? '' : ' Messages are hidden by your settings or those of the organization.'}`,
      },
      ...parts,
    ]),
    headers,
    isPrivate: isContentShown,
    subjectId: user.id,
  });
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function more(count: number, what: string, isShown: boolean): MailPart[] {
  return isShown && count > 0 ? [{ kind: 'paragraph', text: `… and ${counted(count, `more ${what}`)}.` }] : [];
}

function subjectOf(viewing: SystemViewing, user: UserRow, conversations: readonly MissedMessage[][]): string {
  const count = conversations.reduce((sum, each) => sum + each.length, 0);
  const [first] = conversations;
  if (conversations.length > 1 || first === undefined)
    return `${counted(count, 'new message')} in ${counted(conversations.length, 'conversation')}`;
  return first.length === 1 ? placeOf(viewing, user, first) : `${placeOf(viewing, user, first)} (${first.length} new)`;
}

function conversation(viewing: SystemViewing, user: UserRow, messages: readonly MissedMessage[]): MailPart[] {
  const [first] = messages;
  if (first === undefined) return [];
  return [
    {
      kind: 'heading',
      text: placeOf(viewing, user, messages),
      href: `${originForOthers(viewing)}${messageLink(viewing.db, first.row)}`,
    },
    ...messages.slice(0, maxMessagesEach).map(({ row }): MailPart => ({
      kind: 'message',
      by: nameOf(viewing, user, row.sender_id),
      at: localTime(viewing.db, user, row.timestamp),
      text: notificationText(viewing, row, shownLength),
    })),
    ...more(messages.length - maxMessagesEach, 'message', true),
  ];
}

/** "#general > lunch", or the people of a direct conversation. */
function placeOf(viewing: SystemViewing, user: UserRow, [first]: readonly MissedMessage[]): string {
  if (first === undefined) return '';
  const { row } = first;
  const channel = row.stream_id === null ? undefined : findChannel(viewing.db, row.stream_id);
  if (channel !== undefined) return `#${channel.name} > ${topicForPeople(row.topic)}`;
  const others = participantIds(viewing.db, row.recipient_id).filter((id) => id !== user.id);
  return `Message from ${others.map((id) => nameOf(viewing, user, id)).join(', ')}`;
}

/** As the reader sees the person in the chat. */
function nameOf({ db }: SystemViewing, user: UserRow, id: number): string {
  const person = findUser(db, id);
  if (person === undefined) return '';
  return canAccessUser({ db, user }, person) ? person.full_name : unknownUserWire(person).full_name;
}

const causes: Record<Reason, string> = {
  direct_message: 'messages to you',
  mention: 'mentions of you',
  wildcard_mention: '@all and @everyone mentions',
  followed_topic: 'topics that you follow',
  channel: 'channels that you get emails about',
  alert_word: 'your alert words',
};

function whyText(missed: readonly MissedMessage[]): string {
  const reasons = [...new Set(missed.map(({ reason }) => causes[reason]))];
  return `You get this email because of ${new Intl.ListFormat('en').format(reasons)}.`;
}
