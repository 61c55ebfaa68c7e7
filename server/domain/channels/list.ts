/** GET /streams: the caller's choice among the channels that they may see. */
import type { components } from '../../contract/types.ts';
import { invalidParameter } from '../../errors.ts';
import { canReadContent } from '../../permissions/channels.ts';
import { isAdministrator, isGuest } from '../../permissions/roles.ts';
import type { Viewing } from '../acting.ts';
import { groupIdsOf } from '../groups/membership.shared.ts';
import { standingIn } from './access.ts';
import { allChannels, type ChannelRow } from './rows.ts';
import { subscriptionsOf } from './subscriptions/rows.ts';
import { visibleChannels } from './visibility.shared.ts';
import { channelWires } from './wire.ts';

type ChannelWithDefault = components['schemas']['ChannelWithDefault'];

/** Each switch adds channels, but `exclude_archived`, which takes away, and `include_default`, which adds a field. */
export interface ListChoices {
  include_public: boolean;
  include_web_public: boolean;
  include_subscribed: boolean;
  exclude_archived: boolean;
  include_all_active: boolean;
  include_all: boolean;
  include_default: boolean;
  include_owner_subscribed: boolean;
  include_can_access_content: boolean;
}

/** Channels by name. @throws ApiError BAD_REQUEST for what the caller may not ask for. */
export function listChannels(viewing: Viewing, choices: ListChoices): ChannelWithDefault[] {
  const { user } = viewing;
  if (choices.include_all_active && !isAdministrator(user))
    throw invalidParameter('include_all_active', 'User not authorized for this query');
  const visible = new Set(visibleChannels(viewing).map((channel) => channel.id));
  // A bot acts for its owner, and so may know the owner's channels.
  const owners =
    choices.include_owner_subscribed && user.is_bot === 1 && user.bot_owner_id !== null
      ? subscribedIds(viewing, user.bot_owner_id)
      : new Set<number>();
  const wireOf = channelWires(viewing);
  const isWanted = chooser(viewing, choices);
  return allChannels(viewing.db)
    .filter((channel) => !(choices.exclude_archived && channel.is_archived === 1))
    .filter((channel) => owners.has(channel.id) || (visible.has(channel.id) && isWanted(channel)))
    .toSorted((a, b) => (a.name_key < b.name_key ? -1 : 1))
    .map((channel) => ({
      ...wireOf(channel),
      ...(choices.include_default && { is_default: channel.is_default === 1 }),
    }));
}

function chooser(viewing: Viewing, choices: ListChoices): (channel: ChannelRow) => boolean {
  const { db, user } = viewing;
  const own = subscribedIds(viewing, user.id);
  const groups = groupIdsOf(db, user.id);
  const reads = (channel: ChannelRow): boolean =>
    canReadContent(user, channel, standingIn(viewing, channel, { subscribed: own.has(channel.id), groups }));
  return (channel) =>
    choices.include_all ||
    choices.include_all_active ||
    (choices.include_public && channel.invite_only === 0 && !isGuest(user)) ||
    (choices.include_web_public && channel.is_web_public === 1) ||
    (choices.include_subscribed && own.has(channel.id)) ||
    (choices.include_can_access_content && reads(channel));
}

function subscribedIds(viewing: Viewing, userId: number): Set<number> {
  return new Set(
    subscriptionsOf(viewing.db, userId)
      .filter((row) => row.active === 1)
      .map((row) => row.stream_id),
  );
}
