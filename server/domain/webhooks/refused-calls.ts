/** Refused calls of services: stored for the console, and the bot's owner is notified once. */
import { printable } from '../../names.ts';
import type { Acting, Viewing } from '../acting.ts';
import { accessBot } from '../bots/access.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { readingOf } from '../users/language.shared.ts';
import { BotType, findUser } from '../users/rows.ts';
import { maskedPayload } from './mask.ts';
import { isNoticeDue, refusedCalls, storeNotice, storeRefusedCall } from './rows.ts';
import { shortened } from './split.ts';

/** The part of a refused call that the console shows. */
export interface RefusedCallWire {
  id: number;
  at: number;
  service: string;
  reason: string;
  payload: string;
}

const longestName = 100;
/** In characters, with its ellipsis: a reason may repeat what the address says. */
const longestReason = 1001;

/** Stores a refused call of an incoming-webhook bot. The bot acts. */
export function noteRefusedCall(acting: Acting, call: { service: string; reason: string; text: string }): void {
  const { user: bot, tx, now } = acting;
  if (bot.bot_type !== BotType.incomingWebhook) return;
  const reason = shortened(printable(call.reason), longestReason);
  const service = printable(call.service.slice(0, longestName));
  storeRefusedCall(tx, { bot_id: bot.id, at: now, service, reason, payload: printable(maskedPayload(call.text)) });
  if (!isNoticeDue(tx, bot.id, now)) return;
  const owner = bot.bot_owner_id === null ? undefined : findUser(tx, bot.bot_owner_id);
  if (owner === undefined || owner.is_active === 0) return;
  storeNotice(tx, bot.id, now);
  const { t } = readingOf(owner);
  const content = [
    t('Your bot {{bot}} could not post what a service sent:', { bot: `@_**${bot.full_name}|${bot.id}**` }),
    `~~~ text\n${reason.replaceAll('~~~', '')}\n~~~`,
    t(
      "The log on the bot's page in the console has the payload. You get no more of these messages until a call succeeds.",
    ),
  ].join('\n\n');
  sendAsSystemBot(acting, 'notification-bot', { toUserIds: [owner.id] }, content);
}

/** @returns the refused calls of a bot that the caller manages, newest first. @throws ApiError BAD_REQUEST for other bots */
export function listRefusedCalls(viewing: Viewing, botId: number): RefusedCallWire[] {
  const bot = accessBot(viewing, botId);
  return refusedCalls(viewing.db, bot.id).map(({ bot_id: _bot, ...call }) => call);
}
