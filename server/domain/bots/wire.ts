/** What leaves of a bot: the contract's `Bot` with its key, for administrators and its owner, and the `realm_bot` events. */
import type { components } from '../../contract/types.ts';
import { everyone, toUsers, type Audience } from '../../events/audience.ts';
import { canManageAccount } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing, Viewing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { activeUsers, allBots, type UserRow } from '../users/rows.ts';
import { avatarUrl } from '../users/wire.ts';
import { findBotService } from './rows.ts';

/** Of the contract's two kinds of services only that of outgoing webhooks exists here. */
export type BotWire = Omit<components['schemas']['Bot'], 'services'> & {
  services: Extract<components['schemas']['Bot']['services'][number], { base_url: string }>[];
};
export type BotChange = components['schemas']['BasicBot'];

const channelName = (db: Reader, id: number | null): string | null =>
  id === null ? null : (findChannel(db, id)?.name ?? null);

/** What an outgoing-webhook bot is set up with; empty for every other kind. */
export function botServices(db: Reader, bot: UserRow): BotWire['services'] {
  const service = findBotService(db, bot.id);
  return service === undefined
    ? []
    : [{ base_url: service.base_url, token: service.token, interface: service.interface }];
}

/** A bot with its key, for those who may see that (`managesBot`). */
export function botWire(db: Reader, bot: UserRow): BotWire {
  return {
    user_id: bot.id,
    full_name: bot.full_name,
    api_key: bot.api_key,
    default_sending_stream: channelName(db, bot.default_sending_stream_id),
    default_events_register_stream: channelName(db, bot.default_events_register_stream_id),
    default_all_public_streams: bot.default_all_public_streams === 1,
    avatar_url: avatarUrl(bot, false),
    owner_id: bot.bot_owner_id,
    services: botServices(db, bot),
    email: bot.email,
    bot_type: bot.bot_type as BotWire['bot_type'],
    is_active: bot.is_active === 1,
  };
}

/** Whether a user may see and change a bot's key: its owner, and administrators, except that of a bot that is an owner. */
export const managesBot = (user: UserRow, bot: UserRow): boolean =>
  bot.bot_owner_id === user.id || canManageAccount(user, bot);

/** Bots whose keys a user may see; deactivated ones included. */
export function botsVisibleTo({ db, user }: Pick<Viewing, 'db' | 'user'>): UserRow[] {
  return allBots(db).filter((bot) => managesBot(user, bot));
}

/** Whom a bot's configuration is for. */
function botAudience(db: Reader, bot: UserRow): Audience {
  const administrators = activeUsers(db).filter((user) => user.is_bot === 0 && canManageAccount(user, bot));
  return toUsers([...administrators.map((user) => user.id), ...(bot.bot_owner_id === null ? [] : [bot.bot_owner_id])]);
}

/** Tells those who may see its key of a bot that is new to them. */
export function announceBotAdded(acting: SystemActing, bot: UserRow): void {
  acting.announce({ type: 'realm_bot', op: 'add', bot: botWire(acting.db, bot) }, botAudience(acting.db, bot));
}

/** Another role sees other keys: tells the user of the bots that came into sight. That others left it follows from the role. */
export function announceBotVisibility(acting: SystemActing, before: UserRow, now: UserRow): void {
  const { db } = acting;
  const seen = new Set(botsVisibleTo({ db, user: before }).map((bot) => bot.id));
  for (const bot of botsVisibleTo({ db, user: now }).filter(({ id }) => !seen.has(id)))
    acting.announce({ type: 'realm_bot', op: 'add', bot: botWire(db, bot) }, toUsers([now.id]));
}

/** @param change the fields that are other than before. */
export function announceBotUpdated(acting: SystemActing, bot: UserRow, change: Omit<BotChange, 'user_id'>): void {
  acting.announce(
    { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, ...change } },
    botAudience(acting.db, bot),
  );
}

/** @param audience whom the bot is gone for: all, or whoever may not see its configuration any more. */
export function announceBotDeleted(acting: SystemActing, botId: number, audience: Audience = everyone): void {
  acting.announce({ type: 'realm_bot', op: 'delete', bot: { user_id: botId } }, audience);
}
