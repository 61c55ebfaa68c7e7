/** Requests on a conversation or channel from any list: one request each, and a rejection is shown. */
import { queryClient } from '../../client/queries.ts';
import { ApiError, request } from '../../client/request.ts';
import type { Subscription } from '../../client/state/channels.ts';
import { topicKey, type Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { copyText } from '../../components/clipboard.ts';
import { offerUndo, reportRefusal, showNotice } from '../kit/notices.ts';
import { narrowAddress, type Names } from '../routing/address.ts';
import { narrowParam, narrowTo, type Narrow } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { mayJoin } from '../store/permissions.ts';
import type { TopicPolicy } from '../store/topic-policies.ts';
import { topicsQuery } from '../store/topics.ts';
import { untilKnown } from '../store/until-known.ts';

/** One's own policy for a topic (contract: update-user-topic). */
export function setTopicPolicy(channelId: number, topic: string, policy: TopicPolicy): Promise<boolean> {
  return reportRefusal(request('POST', '/user_topics', { stream_id: channelId, topic, visibility_policy: policy }));
}

/** One's own choice for a channel (contract: update-subscription-settings). */
export function chooseForChannel(
  channelId: number,
  property: keyof Subscription,
  value: boolean | string,
): Promise<boolean> {
  return reportRefusal(
    request('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channelId, property, value }],
    }),
  );
}

/**
 * The server subscribes by name, and makes a channel of a name that no one has: it is asked for the current name.
 * @throws ApiError where the channel is gone or archived.
 */
async function nameNow(channelId: number): Promise<string> {
  const { stream } = await request('GET', `/streams/${channelId}`);
  if (stream.is_archived) throw new ApiError(400, 'ARCHIVED', t('#{{name}} is archived.', { name: stream.name }));
  return stream.name;
}

/** @param people others; one joins oneself unless told. */
export function joinChannel(channelId: number, people?: readonly number[]): Promise<boolean> {
  const join = async (): Promise<unknown> =>
    request('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: await nameNow(channelId) }],
      ...(people !== undefined && { principals: [...people] }),
    });
  return reportRefusal(join());
}

/**
 * Leaves a channel: at once where the reader may join it again, else when it can no longer be undone. The server keeps what was
 * chosen for the channel.
 */
export function leaveChannel(chat: ChatModel, channelId: number): void {
  const channel = chat.clientState.channels.channels.get(channelId);
  if (channel === undefined) return;
  const { name } = channel;
  if (mayJoin(chat.clientState, channel)) void leaveNow(chat, channelId, name);
  else {
    // Members add no one to an archived channel.
    const text = channel.is_archived
      ? t('You left {{channel}}.', { channel: `#${name}` })
      : t('You left {{channel}}. Only a member can add you again.', { channel: `#${name}` });
    offerUndo(text, {
      undo: () => undefined,
      commit: (isLeaving) => void reportRefusal(unsubscribe(channelId, isLeaving ? name : null)),
    });
  }
}

/** @param known its name, where there is no time to ask for it. */
async function unsubscribe(channelId: number, known: string | null): Promise<void> {
  const name = known ?? (await request('GET', `/streams/${channelId}`)).stream.name;
  await request('DELETE', '/users/me/subscriptions', { subscriptions: [name] });
}

/** What is said then is what the page shows: a user who reads it may press the same key again to join. */
async function leaveNow(chat: ChatModel, channelId: number, name: string): Promise<void> {
  if (!(await reportRefusal(unsubscribe(channelId, null)))) return;
  await untilKnown(chat.state, ({ channels }) => !channels.subscriptions.has(channelId));
  offerUndo(t('You left {{channel}}.', { channel: `#${name}` }), { undo: () => void joinChannel(channelId) });
}

/** @returns the newest message of a topic. @throws ApiError where it has none any more: nothing would be done, and no one told. */
export async function newestIn(channelId: number, topic: string): Promise<number> {
  const narrow = narrowParam(narrowTo({ kind: 'channel', channelId, topic }));
  const { messages } = await request('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
  const [newest] = messages;
  if (newest === undefined) throw new ApiError(400, 'GONE', t('This topic was moved or deleted.'));
  return newest.id;
}

/** Gives a topic another name: all of its messages move (contract: update-message). */
export async function renameTopic(channelId: number, topic: string, name: string): Promise<boolean> {
  if (topic === name) return true;
  return reportRefusal(
    (async () => {
      const newest = await newestIn(channelId, topic);
      await request('PATCH', `/messages/${newest}`, {
        topic: name,
        propagate_mode: 'change_all',
        send_notification_to_old_thread: false,
      });
    })(),
  );
}

/** A link that every client reads, to the conversation or the channel; one to a topic leads there after the topic was moved. */
export async function copyLink(target: Conversation | number, names: Names): Promise<void> {
  const narrow: Narrow = typeof target === 'number' ? [{ operator: 'channel', operand: target }] : narrowTo(target);
  const withId = typeof target === 'number' || target.kind !== 'channel' ? null : await newestIdOf(target);
  const address = narrowAddress(narrow, names, { with: withId });
  if (await copyText(`${location.origin}/${address}`)) showNotice(t('Link copied.'));
}

/** The newest message of a topic, from the list that is known; null where it has none, or the server does not answer. */
async function newestIdOf({ channelId, topic }: { channelId: number; topic: string }): Promise<number | null> {
  try {
    // Asked for only where the list is not known: some browsers let a page copy only right after the click.
    const topics = await queryClient.fetchQuery({ ...topicsQuery(channelId), staleTime: Infinity });
    return topics.find(({ name }) => topicKey(name) === topicKey(topic))?.max_id ?? null;
  } catch {
    return null;
  }
}
