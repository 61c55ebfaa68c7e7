/** Bots that a caller manages (contract: Bot). */
import { badRequest } from '../../errors.ts';
import { canManageAccount } from '../../permissions/roles.ts';
import type { Viewing } from '../acting.ts';
import { findUser, type UserRow } from '../users/rows.ts';

/** Whether a user may see and change a bot's key: its owner, and administrators, except that of a bot that is an owner. */
export const managesBot = (user: UserRow, bot: UserRow): boolean =>
  bot.bot_owner_id === user.id || canManageAccount(user, bot);

/** A bot that the caller manages. @throws ApiError BAD_REQUEST otherwise. */
export function accessBot(viewing: Viewing, botId: number): UserRow {
  const bot = findUser(viewing.db, botId);
  if (bot === undefined || bot.is_bot === 0) throw badRequest('No such bot');
  if (bot.is_system_bot === 1 || !managesBot(viewing.user, bot) || viewing.user.is_bot === 1)
    throw badRequest('Insufficient permission');
  return bot;
}
