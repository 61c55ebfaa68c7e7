/** Permissions of the reader: by role, by group (contract: GroupSettingValue), and until a time is over. Pure. */
import type { GroupSetting } from '../../client/request.ts';
import type { Channel } from '../../client/state/channels.ts';
import type { Groups } from '../../client/state/groups.ts';
import type { ClientState } from '../../client/state/state.ts';
import type { Message } from './message.ts';

/** @returns whether the person is in the group, or in a group that is in it. */
export function isInGroup(groups: Groups, setting: GroupSetting | undefined, userId: number): boolean {
  if (setting === undefined) return false;
  const seen = new Set<number>();
  const isIn = (id: number): boolean => {
    const group = groups.get(id);
    if (group === undefined || seen.has(id)) return false;
    seen.add(id);
    return group.members.includes(userId) || group.direct_subgroup_ids.some(isIn);
  };
  if (typeof setting === 'number') return isIn(setting);
  return setting.direct_members.includes(userId) || setting.direct_subgroups.some(isIn);
}

type Needed = Pick<ClientState, 'groups' | 'organization' | 'me' | 'users'>;

/** Which topics a channel takes: by its own setting, else by that of the organization. */
export function topicsPolicyOf(
  { organization }: Pick<ClientState, 'organization'>,
  channel: Channel | undefined,
): Exclude<Channel['topics_policy'], 'inherit'> {
  const own = channel?.topics_policy;
  return own === undefined || own === 'inherit' ? organization.realm.topics_policy : own;
}

const takesTopics = (clientState: Needed, channel: Channel | undefined): boolean =>
  topicsPolicyOf(clientState, channel) !== 'empty_topic_only';

/** Whether one may give a topic of the channel another name. */
export const mayRenameTopics = (clientState: Needed, channel: Channel | undefined): boolean =>
  takesTopics(clientState, channel) && isTopicMover(clientState, channel);

function isTopicMover(clientState: Needed, channel: Channel | undefined): boolean {
  const { can_move_messages_between_topics_group: anywhere } = clientState.organization.realm;
  return mayChangeTopics(clientState, channel, [anywhere, channel?.can_move_messages_within_channel_group]);
}

/** Whether one may pin messages of the channel: who moves them between its topics may. */
export function mayPin(clientState: Needed, channel: Channel): boolean {
  if (isArchived(channel)) return false;
  return clientState.users.users.get(clientState.me)?.is_admin === true || isTopicMover(clientState, channel);
}

/** Whether one may mark a topic of the channel as resolved, and open again. */
export function mayResolveTopics(clientState: Needed, channel: Channel | undefined): boolean {
  const { can_resolve_topics_group: anywhere } = clientState.organization.realm;
  const settings = [anywhere, channel?.can_resolve_topics_group];
  return takesTopics(clientState, channel) && mayChangeTopics(clientState, channel, settings);
}

/** A user who is in one of the groups may, but no one in an archived channel. */
const mayChangeTopics = (
  { groups, me }: Needed,
  channel: Channel | undefined,
  settings: readonly (GroupSetting | undefined)[],
): boolean => !isArchived(channel) && settings.some((setting) => isInGroup(groups, setting, me));

const isArchived = (channel: Channel | undefined): boolean => channel?.is_archived === true;

/** Whether one may join the channel unasked: a user who may read it may, but no one an archived one. */
export function mayJoin({ groups, me, users }: Omit<Needed, 'organization'>, channel: Channel): boolean {
  if (isArchived(channel)) return false;
  if (channel.is_web_public) return true;
  if (users.users.get(me)?.is_guest === true) return false;
  if (!channel.invite_only) return true;
  return [channel.can_subscribe_group, channel.can_add_subscribers_group].some((setting) =>
    isInGroup(groups, setting, me),
  );
}

/** What of a message's place one may change. @param now serverNow() */
export function movesOf(
  known: Needed & Pick<ClientState, 'channels'>,
  message: Message,
  now: number,
): { topic: boolean; channel: boolean } {
  const { groups, me, users, organization, channels } = known;
  const { realm } = organization;
  const channel = message.stream_id === undefined ? undefined : channels.channels.get(message.stream_id);
  if (channel === undefined || isArchived(channel)) return { topic: false, channel: false };
  const user = users.users.get(me);
  const isModerator = (user?.role ?? 400) <= 300;
  const isMover = (...settings: readonly (GroupSetting | undefined)[]): boolean =>
    user?.is_admin === true || settings.some((setting) => isInGroup(groups, setting, me));
  const isInTime = (limit: number | null): boolean => isModerator || isWithin(message, limit, now);
  const { can_move_messages_between_topics_group: topics, can_move_messages_between_channels_group: between } = realm;
  const toChannel =
    isInTime(realm.move_messages_between_streams_limit_seconds) &&
    isMover(between, channel.can_move_messages_out_of_channel_group);
  return {
    topic:
      // A message that leaves a channel without topics gets one elsewhere.
      (toChannel || takesTopics(known, channel)) &&
      isInTime(realm.move_messages_within_stream_limit_seconds) &&
      (message.subject === '' || isMover(topics, channel.can_move_messages_within_channel_group)),
    channel: toChannel,
  };
}

/** Whether one may move the message anywhere. @param now serverNow() */
export function mayMove(known: Needed & Pick<ClientState, 'channels'>, message: Message, now: number): boolean {
  const { topic, channel } = movesOf(known, message, now);
  return topic || channel;
}

/** Whether one may change what the channel is called and says of itself. */
export function mayAdministerChannel({ groups, me, users }: Needed, channel: Channel): boolean {
  return users.users.get(me)?.is_admin === true || isInGroup(groups, channel.can_administer_channel_group, me);
}

/** Whether one may add others to the channel. */
export function mayAddPeople({ groups, organization, me, users }: Needed, channel: Channel): boolean {
  if (users.users.get(me)?.is_guest === true || channel.is_archived) return false;
  const { can_add_subscribers_group: anywhere } = organization.realm;
  return [anywhere, channel.can_add_subscribers_group, channel.can_administer_channel_group].some((setting) =>
    isInGroup(groups, setting, me),
  );
}

/** Whether one may create a channel: one that all may see, or a private one. */
export function mayCreateChannel({ groups, organization, me }: Needed, isPrivate: boolean): boolean {
  const { can_create_private_channel_group: privately, can_create_public_channel_group: publicly } = organization.realm;
  return isInGroup(groups, isPrivate ? privately : publicly, me);
}

/** So many people anybody may call at once, and without a question. */
export const manyPeople = 15;

/** Whether one may call everyone in the channel. */
export function mayCallEverybody(
  { groups, organization, me }: Omit<Needed, 'users'>,
  channel: Channel | undefined,
): boolean {
  if ((channel?.subscriber_count ?? 0) <= manyPeople) return true;
  return isInGroup(groups, organization.realm.can_mention_many_users_group, me);
}

/** @param limit in seconds; null = none. */
const isWithin = ({ timestamp }: Message, limit: number | null, now: number): boolean =>
  limit === null || now - timestamp < limit;

/** Whether a message can be reacted to, edited and moved at all: in an archived channel nothing is written any more. */
export const isChangeable = ({ channels }: Pick<ClientState, 'channels'>, { stream_id: id }: Message): boolean =>
  id === undefined || !isArchived(channels.channels.get(id));

/** Whether one may change the text of a message: one's own, while the organization lets one. Those of a poll are only its beginning. @param now serverNow() */
export function mayEdit(known: Needed & Pick<ClientState, 'channels'>, message: Message, now: number): boolean {
  const { organization, me } = known;
  const { allow_message_editing: isAllowed, message_content_edit_limit_seconds: limit } = organization.realm;
  const hasWords = message.sender_id === me && message.submessages.length === 0;
  return isAllowed && hasWords && isChangeable(known, message) && isWithin(message, limit, now);
}

/** Whether one may delete what others wrote: in this channel, or in direct messages where there is none. */
export function mayDeleteAny(clientState: Needed, channel: Channel | undefined): boolean {
  if (isArchived(channel)) return false;
  return (
    clientState.users.users.get(clientState.me)?.is_admin === true ||
    isDeleter(clientState, 'can_delete_any_message_group', channel)
  );
}

const isDeleter = (
  { groups, me, organization }: Needed,
  name: 'can_delete_any_message_group' | 'can_delete_own_message_group',
  channel: Channel | undefined,
): boolean => [organization.realm[name], channel?.[name]].some((setting) => isInGroup(groups, setting, me));

/** Whether one may delete a message: any, or one's own and one's bots' for a time. @param now serverNow() */
export function mayDelete(known: Needed & Pick<ClientState, 'channels'>, message: Message, now: number): boolean {
  const { organization, me, users, channels } = known;
  const channel = message.stream_id === undefined ? undefined : channels.channels.get(message.stream_id);
  if (isArchived(channel)) return false;
  if (mayDeleteAny(known, channel)) return true;
  const isOwn = message.sender_id === me || users.users.get(message.sender_id)?.bot_owner_id === me;
  const { message_content_delete_limit_seconds: limit } = organization.realm;
  return isOwn && isDeleter(known, 'can_delete_own_message_group', channel) && isWithin(message, limit, now);
}
