/** Reports of messages to the moderators: a message of the notification bot in the channel chosen for them. */
import { badRequest, invalidParameter } from '../../errors.ts';
import type { Acting } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findUser } from '../users/rows.ts';
import { linkForReadersOf } from './moving/notices.ts';
import { fenced, fittingQuote, quotable } from './quotes.ts';
import type { MessageRow } from './rows.ts';
import { sendAsSystemBot } from './system.ts';

export const reportTypes = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const;
export type ReportType = (typeof reportTypes)[number];

const reasons: Record<ReportType, string> = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
};

/** @throws ApiError BAD_REQUEST without a moderation request channel, or without a description where one is needed */
export function reportMessage(acting: Acting, message: MessageRow, type: ReportType, description: string): void {
  const channel = findChannel(acting.db, organizationSetting(acting.db, 'moderation_request_channel_id'));
  if (channel === undefined || channel.is_archived === 1)
    throw badRequest('Moderation request channel must be specified to enable message reporting.');
  if (type === 'other' && description.trim() === '')
    throw invalidParameter('description', 'An explanation is required.');
  const author = findUser(acting.db, message.sender_id);
  const reporter = `@_**${acting.user.full_name}|${acting.user.id}**`;
  const sender = author === undefined ? 'somebody' : `@_**${author.full_name}|${author.id}**`;
  const origin = message.stream_id === null ? null : findChannel(acting.db, message.stream_id);
  const where =
    origin === null || origin === undefined
      ? 'a direct message'
      : `a message in ${linkForReadersOf(acting, { channel: origin, topic: message.topic }, channel)}`;
  const lines = [
    `${reporter} reported ${where} sent by ${sender}.`,
    `- Reason: **${reasons[type]}**`,
    ...(description.trim() === '' ? [] : ['- Notes:\n', fenced('quote', description)]),
  ];
  const { maxMessageLength, maxTopicLength } = acting.services.options.limits;
  const intro = `${lines.join('\n')}\n\n`;
  const room = maxMessageLength - [...intro].length;
  const reported = fittingQuote(quotable(message), room, (quote) => fenced('spoiler **Message**', quote));
  const topic = [...`${author?.full_name ?? 'Unknown'}'s moderation requests`].slice(0, maxTopicLength).join('');
  sendAsSystemBot(acting, 'notification-bot', { channel, topic }, intro + reported);
}
