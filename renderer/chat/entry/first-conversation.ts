/** First conversation of a new member: a conversation with a message box, not before an empty list. */
import type { AnswerOf } from '../../client/api.ts';
import { request, type GroupSetting } from '../../client/request.ts';
import { isResolved } from '../../client/resolved-topics.ts';
import { narrowAddress, type Names } from '../routing/address.ts';

type Channel = Pick<
  AnswerOf<'GET', '/streams'>['streams'][number],
  'stream_id' | 'name' | 'can_send_message_group' | 'is_archived'
>;

/** So many channels are looked at: a new member does not wait for a hundred requests. */
const mostChannels = 5;

/**
 * @returns the fragment of the newest open topic where the user may write: in the user's channels, else in channels that are open to
 *   all; where the user may write nowhere, of the newest topic of the user's channels; else of the inbox.
 */
export async function firstConversation(userId: number): Promise<string> {
  try {
    const { subscriptions } = await request('GET', '/users/me/subscriptions');
    const own = await writable(subscriptions, userId);
    const open = own.length > 0 ? [] : await writable((await request('GET', '/streams')).streams, userId);
    const [channels = []] = [own, open, subscriptions.slice(0, mostChannels)].filter((some) => some.length > 0);
    return await newestOf(channels, userId);
  } catch {
    return '#inbox';
  }
}

/** Those of the first channels in which the user may write. */
async function writable(channels: readonly Channel[], userId: number): Promise<Channel[]> {
  const found: Channel[] = [];
  for (const channel of channels.filter(({ is_archived: isArchived }) => isArchived !== true))
    if (found.length < mostChannels && (await holds(channel.can_send_message_group, userId))) found.push(channel);
  return found;
}

async function holds(setting: GroupSetting | undefined, userId: number): Promise<boolean> {
  if (setting === undefined) return true;
  if (typeof setting === 'number') return isMember(setting, userId);
  if (setting.direct_members.includes(userId)) return true;
  const memberships = await Promise.all(setting.direct_subgroups.map((id) => isMember(id, userId)));
  return memberships.includes(true);
}

const isMember = async (groupId: number, userId: number): Promise<boolean> =>
  (await request('GET', `/user_groups/${groupId}/members/${userId}`)).is_user_group_member;

/** @returns the fragment of the newest topic of these channels, open ones first; of the first channel where there is none. */
async function newestOf(channels: readonly Channel[], userId: number): Promise<string> {
  const topics = await Promise.all(
    channels.map(async (channel) => {
      const answer = await request('GET', `/users/me/${channel.stream_id}/topics`);
      return answer.topics.map((topic) => ({ ...topic, channel }));
    }),
  );
  const newest = topics
    .flat()
    .toSorted((a, b) => Number(isResolved(a.name)) - Number(isResolved(b.name)) || b.max_id - a.max_id)
    .at(0);
  const channel = newest?.channel ?? channels[0];
  if (channel === undefined) return '#inbox';
  const names: Names = { channel: () => channel.name, user: () => String(userId), me: userId };
  return narrowAddress(
    [
      { operator: 'channel', operand: channel.stream_id },
      ...(newest === undefined ? [] : [{ operator: 'topic' as const, operand: newest.name }]),
    ],
    names,
  );
}
