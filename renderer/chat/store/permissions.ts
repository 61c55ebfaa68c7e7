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
export const mayPin = (clientState: Needed, channel: Channel): boolean => isTopicMover(clientState, channel);

/** Whether one may mark a topic of the channel as resolved, and open again. */
export function mayResolveTopics(clientState: Needed, channel: Channel | undefined): boolean {
  const { can_resolve_topics_group: anywhere } = clientState.organization.realm;
  const settings = [anywhere, channel?.can_resolve_topics_group];
  return takesTopics(clientState, channel) && mayChangeTopics(clientState, channel, settings);
}

/** Administrators and who is in one of the groups may, but no one in an archived channel. */
const mayChangeTopics = (
  known: Needed,
  channel: Channel | undefined,
  settings: readonly (GroupSetting | undefined)[],
): boolean =>
  !isArchived(channel) && (isAdmin(known) || settings.some((setting) => isInGroup(known.groups, setting, known.me)));

const isArchived = (channel: Channel | undefined): boolean => channel?.is_archived === true;

const isAdmin = ({ me, users }: Pick<Needed, 'me' | 'users'>): boolean => users.users.get(me)?.is_admin === true;
const isGuest = ({ me, users }: Pick<Needed, 'me' | 'users'>): boolean => users.users.get(me)?.is_guest === true;

/**
 * Whether one is in a group of a permission that may not be given to everyone: guests hold none of those, whatever groups they are in
 * (contract: server_supported_permission_settings, allow_everyone_group).
 */
const isInMembersGroup = (known: Pick<Needed, 'groups' | 'me' | 'users'>, setting: GroupSetting | undefined): boolean =>
  !isGuest(known) && isInGroup(known.groups, setting, known.me);

/** Whether one may read the channel without being in it. */
function isOpenTo(known: Omit<Needed, 'organization'>, channel: Channel): boolean {
  if (channel.is_web_public) return true;
  if (!channel.invite_only) return !isGuest(known);
  return [channel.can_subscribe_group, channel.can_add_subscribers_group].some((setting) =>
    isInMembersGroup(known, setting),
  );
}

/** Whether one may read the channel: administrators know of private channels that they do not read. */
export const mayRead = (
  known: Omit<Needed, 'organization'> & Pick<ClientState, 'channels'>,
  channel: Channel,
): boolean => isOpenTo(known, channel) || known.channels.subscriptions.has(channel.stream_id);

/** Whether one may join the channel unasked: a user who may read it may, but no one an archived one. */
export const mayJoin = (known: Omit<Needed, 'organization'>, channel: Channel): boolean =>
  !isArchived(channel) && isOpenTo(known, channel);

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
  const isMoverOut = [realm.can_move_messages_between_channels_group, channel.can_move_messages_out_of_channel_group];
  const isInTime = (limit: number | null): boolean => isModerator || isWithin(message, limit, now);
  const { can_move_messages_between_topics_group: topics } = realm;
  const toChannel =
    isInTime(realm.move_messages_between_streams_limit_seconds) &&
    (user?.is_admin === true || isMoverOut.some((setting) => isInMembersGroup(known, setting)));
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
export const mayAdministerChannel = (known: Needed, channel: Channel): boolean =>
  isAdmin(known) || isInMembersGroup(known, channel.can_administer_channel_group);

/** Whether one may add others to the channel, which one must be able to read. */
export function mayAddPeople(known: Needed & Pick<ClientState, 'channels'>, channel: Channel): boolean {
  if (channel.is_archived || !mayRead(known, channel)) return false;
  const { can_add_subscribers_group: anywhere } = known.organization.realm;
  return [anywhere, channel.can_add_subscribers_group, channel.can_administer_channel_group].some((setting) =>
    isInMembersGroup(known, setting),
  );
}

/** Whether one may create a channel: one that all may see, or a private one. */
export function mayCreateChannel(known: Needed, isPrivate: boolean): boolean {
  const { realm } = known.organization;
  return isInMembersGroup(
    known,
    isPrivate ? realm.can_create_private_channel_group : realm.can_create_public_channel_group,
  );
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
export function mayDeleteAny(known: Needed, channel: Channel | undefined): boolean {
  if (isArchived(channel)) return false;
  const settings = [known.organization.realm.can_delete_any_message_group, channel?.can_delete_any_message_group];
  return isAdmin(known) || settings.some((setting) => isInMembersGroup(known, setting));
}

function isDeleterOfOwn({ groups, me, organization }: Needed, channel: Channel | undefined): boolean {
  const settings = [organization.realm.can_delete_own_message_group, channel?.can_delete_own_message_group];
  return settings.some((setting) => isInGroup(groups, setting, me));
}

/** Whether one may delete a message: any, or one's own and one's bots' for a time. @param now serverNow() */
export function mayDelete(known: Needed & Pick<ClientState, 'channels'>, message: Message, now: number): boolean {
  const { organization, me, users, channels } = known;
  const channel = message.stream_id === undefined ? undefined : channels.channels.get(message.stream_id);
  if (isArchived(channel)) return false;
  if (mayDeleteAny(known, channel)) return true;
  const isOwn = message.sender_id === me || users.users.get(message.sender_id)?.bot_owner_id === me;
  const { message_content_delete_limit_seconds: limit } = organization.realm;
  return isOwn && isDeleterOfOwn(known, channel) && isWithin(message, limit, now);
}
