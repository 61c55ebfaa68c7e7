/** Wire form of a bot: the contract's `Bot` with its key, for administrators and its owner, and the `realm_bot` events. */
import type { components } from '../../contract/types.ts';
import { everyone, toUsers, type Audience } from '../../events/audience.ts';
import type { EventBody } from '../../events/event-types.ts';
import { canManageAccount } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import { groupBy } from '../../storage/group-by.ts';
import type { SystemActing } from '../acting.ts';
import { canAccessMetadata, type Viewer } from '../channels/access.ts';
import { findChannel } from '../channels/rows.ts';
import type { StateParts } from '../initial-state.ts';
import { activeUsers, allBots, findUser, type UserRow } from '../users/rows.ts';
import { avatarUrl } from '../users/wire.ts';
import { managesBot } from './access.ts';
import { findBotService } from './rows.ts';

/** Of the contract's two kinds of services only that of outgoing webhooks exists here. */
export type BotWire = Omit<components['schemas']['Bot'], 'services'> & {
  services: Extract<components['schemas']['Bot']['services'][number], { base_url: string }>[];
};
export type BotChange = components['schemas']['BasicBot'];

/** Settings of a bot that name a channel. */
export const botChannels = ['default_sending_stream', 'default_events_register_stream'] as const;
export type BotChannelNames = Record<(typeof botChannels)[number], string | null>;

/** The channels of a bot by name: one that the viewer does not see is reported as none. */
export function channelNames(viewer: Viewer, bot: UserRow): BotChannelNames {
  const nameOf = (id: number | null): string | null => {
    const channel = id === null ? undefined : findChannel(viewer.db, id);
    return channel !== undefined && canAccessMetadata(viewer, channel) ? channel.name : null;
  };
  return {
    default_sending_stream: nameOf(bot.default_sending_stream_id),
    default_events_register_stream: nameOf(bot.default_events_register_stream_id),
  };
}

/** What an outgoing-webhook bot is set up with; empty for every other kind. */
export function botServices(db: Reader, bot: UserRow): BotWire['services'] {
  const service = findBotService(db, bot.id);
  return service === undefined
    ? []
    : [{ base_url: service.base_url, token: service.token, interface: service.interface }];
}

/** A bot with its key, for a viewer who may see that (`managesBot`). */
export function botWire(viewer: Viewer, bot: UserRow): BotWire {
  return {
    user_id: bot.id,
    full_name: bot.full_name,
    api_key: bot.api_key,
    ...channelNames(viewer, bot),
    default_all_public_streams: bot.default_all_public_streams === 1,
    avatar_url: avatarUrl(bot, false),
    owner_id: bot.bot_owner_id,
    services: botServices(viewer.db, bot),
    email: bot.email,
    bot_type: bot.bot_type as BotWire['bot_type'],
    is_active: bot.is_active === 1,
  };
}

/** Bots whose keys a user may see; deactivated ones included. */
export function botsVisibleTo({ db, user }: Viewer): UserRow[] {
  return allBots(db).filter((bot) => managesBot(user, bot));
}

/** Those whom a bot's configuration is for. */
function managersOf(db: Reader, bot: UserRow): UserRow[] {
  const owner = bot.bot_owner_id === null ? undefined : findUser(db, bot.bot_owner_id);
  const administrators = activeUsers(db).filter((user) => user.is_bot === 0 && canManageAccount(user, bot));
  return [...new Map([...administrators, ...(owner ? [owner] : [])].map((user) => [user.id, user])).values()];
}

/** Announces to all whom a bot's configuration is for, in the words for each: not all of them see the channels that it names. */
function announceToManagers(acting: SystemActing, bot: UserRow, eventFor: (viewer: Viewer) => EventBody): void {
  const { db } = acting;
  const byNames = groupBy(managersOf(db, bot), (user) => JSON.stringify(channelNames({ db, user }, bot)));
  for (const users of byNames.values()) {
    const [user] = users;
    if (user !== undefined) acting.announce(eventFor({ db, user }), toUsers(users.map(({ id }) => id)));
  }
}

/** Tells those who may see its key of a bot that is new to them. */
export function announceBotAdded(acting: SystemActing, bot: UserRow): void {
  announceToManagers(acting, bot, (viewer) => ({ type: 'realm_bot', op: 'add', bot: botWire(viewer, bot) }));
}

/** Another role sees other keys: notifies the user of the bots that came into sight. That others left it follows from the role. */
export function announceBotVisibility(acting: SystemActing, before: UserRow, now: UserRow): void {
  const { db } = acting;
  const seen = new Set(botsVisibleTo({ db, user: before }).map((bot) => bot.id));
  for (const bot of botsVisibleTo({ db, user: now }).filter(({ id }) => !seen.has(id)))
    acting.announce({ type: 'realm_bot', op: 'add', bot: botWire({ db, user: now }, bot) }, toUsers([now.id]));
}

/** A bot of another rank is for others to manage: notifies those to whom it is new, and those for whom it is gone. */
export function announceBotRank(acting: SystemActing, before: UserRow, now: UserRow): void {
  const idsOf = (bot: UserRow): number[] => managersOf(acting.db, bot).map(({ id }) => id);
  const [saw, see] = [idsOf(before), idsOf(now)];
  const left = saw.filter((id) => !see.includes(id));
  if (left.length > 0) announceBotDeleted(acting, now.id, toUsers(left));
  if (see.some((id) => !saw.includes(id))) announceBotAdded(acting, now);
}

/**
 * @param bot as it is now.
 * @param change the fields that are other than before.
 * @param channels those of its channels that are others, or called otherwise.
 */
export function announceBotUpdated(
  acting: SystemActing,
  bot: UserRow,
  change: Omit<BotChange, 'user_id' | keyof BotChannelNames>,
  channels: readonly (keyof BotChannelNames)[] = [],
): void {
  announceToManagers(acting, bot, (viewer) => {
    const names = channelNames(viewer, bot);
    const told = Object.fromEntries(channels.map((name) => [name, names[name]]));
    return { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, ...change, ...told } };
  });
}

/** @param audience whom the bot is gone for: all, or a user who may not see its configuration any more. */
export function announceBotDeleted(acting: SystemActing, botId: number, audience: Audience = everyone): void {
  acting.announce({ type: 'realm_bot', op: 'delete', bot: { user_id: botId } }, audience);
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const botsState: StateParts = {
  realm_bot: (viewing) => ({ realm_bots: botsVisibleTo(viewing).map((bot) => botWire(viewing, bot)) }),
};
