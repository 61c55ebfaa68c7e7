/** Chat reply from an outgoing webhook's response: a message of the bot, or word to its owner that the call failed. */
import { printable } from '../../names.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { canAccessMetadata } from '../channels/access.ts';
import { findChannel } from '../channels/rows.ts';
import { messageLink } from '../messages/addresses.shared.ts';
import { participantIds } from '../messages/direct-recipients.shared.ts';
import { findMessage, type MessageRow } from '../messages/rows.ts';
import { sendMessage } from '../messages/send.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { readingOf } from '../users/language.shared.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { splitMessage } from './split.ts';

const replyClient = 'OutgoingWebhookResponse';

/** Posts a bot's answer where it was called from, a long one in several messages. @throws ApiError when the bot may not write there. */
export function postWebhookReply(acting: SystemActing, botId: number, messageId: number, content: string): void {
  const bot = findUser(acting.db, botId);
  const message = findMessage(acting.db, messageId);
  // Deleted in the meantime: there is nothing to answer to.
  if (bot === undefined || bot.is_active === 0 || message === undefined) return;
  // A widget is one message: what does not fit into it is refused, and its owner is notified.
  const isWidget = /^\/(?:poll|todo)\b/.test(content);
  const { maxMessageLength } = acting.services.options.limits;
  const contents = isWidget ? [printable(content)] : splitMessage(printable(content), maxMessageLength);
  const asBot: Acting = { ...acting, user: bot, client: replyClient };
  const channel = message.stream_id === null ? undefined : findChannel(acting.db, message.stream_id);
  for (const text of contents)
    if (channel !== undefined) sendMessage(asBot, { channel, topic: message.topic, content: text });
    else sendMessage(asBot, { toUserIds: participantIds(acting.db, message.recipient_id), content: text });
}

/** Why a call failed. `isAnswered`: the bot's server took it, and its answer could not be posted. */
export interface WebhookFailure {
  reason: string;
  /** The beginning of what the bot's server answered; empty when it answered nothing. */
  answer: string;
  isAnswered: boolean;
}

/** Notifies the bot's owner that a call failed for good. */
export function tellWebhookFailure(
  acting: SystemActing,
  botId: number,
  messageId: number,
  failure: WebhookFailure,
): void {
  const bot = findUser(acting.db, botId);
  if (bot !== undefined) tellOwner(acting, bot, findMessage(acting.db, messageId), failure);
}

function tellOwner(
  acting: SystemActing,
  bot: UserRow,
  message: MessageRow | undefined,
  { reason, answer, isAnswered }: WebhookFailure,
): void {
  const owner = bot.bot_owner_id === null ? undefined : findUser(acting.db, bot.bot_owner_id);
  if (owner === undefined || owner.is_active === 0) return;
  const channel = message?.stream_id == null ? undefined : findChannel(acting.db, message.stream_id);
  const isKnown = channel === undefined || canAccessMetadata({ db: acting.db, user: owner }, channel);
  // Deleted in the meantime, or in a channel that the owner may not know of: there is nothing to link to.
  const { t, ofError } = readingOf(owner);
  const link = message !== undefined && isKnown ? messageLink(acting.db, message) : undefined;
  const botName = `@_**${bot.full_name}|${bot.id}**`;
  const said = isAnswered
    ? t('<link>A message</link> to your bot {{bot}} was answered, but the answer could not be posted:', {
        bot: botName,
      })
    : t('<link>A message</link> to your bot {{bot}} could not be delivered to its server:', { bot: botName });
  const [open, close] = link === undefined ? ['', ''] : ['[', `](${link})`];
  const intro = said.replace('<link>', open).replace('</link>', () => close);
  const shown = answer === '' ? ofError(reason) : `${ofError(reason)}\n\n${t('It answered:')}\n${answer}`;
  const content = `${intro}\n\n~~~ text\n${printable(shown).replaceAll('~~~', '')}\n~~~`;
  sendAsSystemBot(acting, 'notification-bot', { toUserIds: [owner.id] }, content);
}
