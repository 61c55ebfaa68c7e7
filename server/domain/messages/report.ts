/** Reports of messages to the moderators: a message of the notification bot in the channel chosen for them. */
import { badRequest, invalidParameter } from '../../errors.ts';
import type { Say } from '../../texts.ts';
import type { Acting } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { sayInOrganization } from '../organization/language.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findUser } from '../users/rows.ts';
import { linkForReadersOf } from './moving/notices.ts';
import { fenced, fittingQuote, quotable } from './quotes.ts';
import type { MessageRow } from './rows.ts';
import { sendAsSystemBot } from './system.ts';

export const reportTypes = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const;
export type ReportType = (typeof reportTypes)[number];

const reasonOf = (t: Say, type: ReportType): string =>
  ({
    spam: () => t('Spam'),
    harassment: () => t('Harassment'),
    inappropriate: () => t('Inappropriate content'),
    norms: () => t('Violates community norms'),
    other: () => t('Other reason'),
  })[type]();

/** @throws ApiError BAD_REQUEST without a moderation request channel, or without a description where one is needed */
export function reportMessage(acting: Acting, message: MessageRow, type: ReportType, description: string): void {
  const channel = findChannel(acting.db, organizationSetting(acting.db, 'moderation_request_channel_id'));
  if (channel === undefined || channel.is_archived === 1)
    throw badRequest('Moderation request channel must be specified to enable message reporting.');
  if (type === 'other' && description.trim() === '')
    throw invalidParameter('description', 'An explanation is required.');
  const author = findUser(acting.db, message.sender_id);
  const reporter = `@_**${acting.user.full_name}|${acting.user.id}**`;
  const t = sayInOrganization(acting.db);
  const sender = author === undefined ? t('an unknown user') : `@_**${author.full_name}|${author.id}**`;
  const origin = message.stream_id === null ? undefined : findChannel(acting.db, message.stream_id);
  const lines = [
    origin === undefined
      ? t('{{reporter}} reported a direct message sent by {{sender}}.', { reporter, sender })
      : t('{{reporter}} reported a message in {{place}} sent by {{sender}}.', {
          reporter,
          sender,
          place: linkForReadersOf(acting, { channel: origin, topic: message.topic }, channel),
        }),
    `- ${t('Reason: **{{reason}}**', { reason: reasonOf(t, type) })}`,
    ...(description.trim() === '' ? [] : [`- ${t('Notes:')}\n`, fenced('quote', description)]),
  ];
  const { maxMessageLength, maxTopicLength } = acting.services.options.limits;
  const intro = `${lines.join('\n')}\n\n`;
  const room = maxMessageLength - [...intro].length;
  const reported = fittingQuote(quotable(message), room, (quote) => fenced(`spoiler **${t('Message')}**`, quote));
  const title = t("{{name}}'s moderation requests", { name: author?.full_name ?? t('Unknown') });
  const topic = [...title].slice(0, maxTopicLength).join('');
  sendAsSystemBot(acting, 'notification-bot', { channel, topic }, intro + reported);
}
