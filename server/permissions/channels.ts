/**
 * Channel permissions, as sentences about a user, a channel and the user's standing in it.
 * Pure: memberships are looked up by domain/channels/access.ts and handed in, so that the whole table can be tested alone.
 * An archived channel grants the same sight of itself, and no new messages or subscribers.
 */
import type { ChannelSettingName } from './group-settings.ts';
import { isAdministrator, isGuest } from './roles.ts';

interface Person {
  role: number;
}

interface Channel {
  invite_only: number;
  is_web_public: number;
  is_archived: number;
}

/** A user's relation to one channel. `isIn` answers whether the user holds what the channel's group setting gives. */
export interface ChannelStanding {
  isSubscribed: boolean;
  isIn(setting: ChannelSettingName): boolean;
}

/** Groups that could subscribe themselves anyway, and so may read: never guests. */
function canLetSelfIn(user: Person, standing: ChannelStanding): boolean {
  return !isGuest(user) && (standing.isIn('can_subscribe_group') || standing.isIn('can_add_subscribers_group'));
}

/** Reads messages: subscribers; everyone but guests in public channels; everyone in web-public ones. */
export function canReadContent(user: Person, channel: Channel, standing: ChannelStanding): boolean {
  if (channel.is_web_public === 1 || standing.isSubscribed) return true;
  if (channel.invite_only === 0) return !isGuest(user);
  return canLetSelfIn(user, standing);
}

/** Knows that the channel exists, its settings and its subscribers: readers, administrators, the channel's administrators. */
export function canSeeMetadata(user: Person, channel: Channel, standing: ChannelStanding): boolean {
  if (canReadContent(user, channel, standing) || isAdministrator(user)) return true;
  return !isGuest(user) && standing.isIn('can_administer_channel_group');
}

/** Changes name, description and settings: administrators, and members of can_administer_channel_group. */
export function canAdministerChannel(user: Person, standing: ChannelStanding): boolean {
  return isAdministrator(user) || (!isGuest(user) && standing.isIn('can_administer_channel_group'));
}

/** Joins without being added. No one joins an archived channel. */
export function canSubscribeSelf(user: Person, channel: Channel, standing: ChannelStanding): boolean {
  return channel.is_archived === 0 && canReadContent(user, channel, standing);
}

/** Subscribes other users: who may read, and may add people here or, by the organization's setting, anywhere. */
export function canAddSubscribers(
  user: Person,
  channel: Channel,
  standing: ChannelStanding,
  mayAddAnywhere: boolean,
): boolean {
  if (channel.is_archived === 1 || isGuest(user) || !canReadContent(user, channel, standing)) return false;
  return mayAddAnywhere || standing.isIn('can_add_subscribers_group') || standing.isIn('can_administer_channel_group');
}

/** Unsubscribes other users (one's own bots apart): administrators, and the groups that the channel names. */
export function canRemoveSubscribers(user: Person, standing: ChannelStanding): boolean {
  return canAdministerChannel(user, standing) || (!isGuest(user) && standing.isIn('can_remove_subscribers_group'));
}

/** Sends messages: who may read and is in can_send_message_group. */
export function canPost(user: Person, channel: Channel, standing: ChannelStanding): boolean {
  return (
    channel.is_archived === 0 && canReadContent(user, channel, standing) && standing.isIn('can_send_message_group')
  );
}
