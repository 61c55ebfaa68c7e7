/** Channels of bots: owners know them by name, where they see them. */
import { toUsers } from '../../events/audience.ts';
import type { SystemActing } from '../acting.ts';
import { announceBotUpdated, botChannels, channelNames, type BotChannelNames } from '../bots/wire.ts';
import { findChannel } from '../channels/rows.ts';
import { allBots, findUser, type UserRow } from '../users/rows.ts';

/**
 * The names of the channels of bots, of these owners and these channels where they are given: owners lose sight of a channel,
 * administrators see every one, and a channel gets another name for all.
 */
export function watchBotChannels(
  acting: SystemActing,
  { userIds, channelIds }: { userIds?: readonly number[]; channelIds?: readonly number[] },
): () => void {
  const { db } = acting;
  const bots = allBots(db).filter((bot) =>
    botChannels.some((name) => {
      const id = bot[`${name}_id`];
      return id !== null && (channelIds?.includes(id) ?? true);
    }),
  );
  const namesFor = (bot: UserRow): BotChannelNames | undefined => {
    const owner = bot.bot_owner_id === null ? undefined : findUser(db, bot.bot_owner_id);
    return owner && channelNames({ db, user: owner }, bot);
  };
  const calledNow = (bot: UserRow) => botChannels.map((name) => findChannel(db, bot[`${name}_id`] ?? 0)?.name);
  const owned = bots
    .filter((bot) => userIds?.includes(bot.bot_owner_id ?? 0) ?? true)
    .map((bot) => ({ bot, saw: namesFor(bot) }));
  const called = bots.map((bot) => ({ bot, names: calledNow(bot) }));
  return () => {
    for (const { bot, saw } of owned) {
      const sees = namesFor(bot);
      const told = botChannels.filter((name) => (saw?.[name] === null) !== (sees?.[name] === null));
      if (sees === undefined || told.length === 0) continue;
      const names = Object.fromEntries(told.map((name) => [name, sees[name]]));
      const event = { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, ...names } } as const;
      acting.announce(event, toUsers([bot.bot_owner_id ?? 0]));
    }
    for (const { bot, names } of called) {
      const renamed = botChannels.filter((_, index) => calledNow(bot)[index] !== names[index]);
      if (renamed.length > 0) announceBotUpdated(acting, bot, {}, renamed);
    }
  };
}
