/** Actions offered in an archived channel, against a real server: everything that is offered is taken, and what is refused is not offered. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inChannel } from '../../client/state/conversation.ts';
import { Browser, closeTabs, openTab, startOffice, type Person, type Tab, type World } from '../store/model-kit.ts';
import { whyNoPosting } from '../store/posting.ts';
import { isAllowed, type Action } from './action.ts';
import { channelActions, type ChannelTarget } from './channel.ts';
import type { MessageTarget } from './message-target.ts';
import { messageActions } from './message.ts';
import { topicActions, type ChannelTopic, type TopicTarget } from './topic.ts';
import { mayCall } from './video-call.ts';

const names = { channel: () => 'cellar', user: () => undefined, me: 0 };
const soon = (): number => Math.floor(Date.now() / 1000) + 3600;

let world: World;
let channelId: number;
/** Messages of the owner and of the member, with all that an action may be about. */
let ids: Readonly<Record<'owner' | 'member', number>>;

async function fill(): Promise<void> {
  const say = async (by: Person): Promise<number> => {
    const message = { type: 'channel', to: channelId, topic: 'jars', content: 'Jars' };
    const { id } = await by.ok.post('/messages', message);
    await by.ok.patch(`/messages/${Number(id)}`, { content: 'Nine jars' });
    await by.ok.post(`/messages/${Number(id)}/reactions`, { emoji_name: 'tada' });
    return Number(id);
  };
  ids = { owner: await say(world.owner), member: await say(world.member) };
}

const who = ['owner', 'member'] as const;

beforeAll(async () => {
  ({ world, channelId } = await startOffice());
  vi.stubGlobal('location', { hash: '', href: '' });
  await fill();
  await world.owner.ok.delete(`/streams/${channelId}`);
  await world.owner.ok.patch('/realm', { moderation_request_channel_id: await reportsChannel() });
});
afterAll(async () => {
  closeTabs();
  vi.unstubAllGlobals();
  await world.stop();
});

async function reportsChannel(): Promise<number> {
  const { id } = await world.owner.ok.post('/channels/create', {
    name: 'reports',
    subscribers: [world.owner.userId],
    invite_only: true,
  });
  return Number(id);
}

/** One at a time: the tests of the model have one page. */
async function tabOf(name: (typeof who)[number]): Promise<Tab> {
  closeTabs();
  const tab = await openTab(await Browser.signedIn(world[name]));
  await tab.chat.ranges.open([{ operator: 'channel', operand: channelId }], 'newest');
  return tab;
}

const offered = <T>(actions: readonly Action<T>[], target: T): string[] =>
  actions.filter((action) => isAllowed(action, target)).map(({ id }) => id);

function messageTarget({ chat }: Tab, id: number, embed = false): MessageTarget {
  const message = chat.messages.get(id);
  if (message === undefined) throw new Error(`no message ${id}`);
  const content = embed ? `${message.content}<div class="message_embed"></div>` : message.content;
  return { chat, names, narrow: [], message: { ...message, content }, at: { x: 0, y: 0 }, button: null };
}

/** What an offer asks of the server; null = it shows something, or asks the reader first and nothing of the channel. */
type Asks = ((by: Person, id: number) => Promise<unknown>) | null;

const flag =
  (op: string, name: string): Asks =>
  (by, id) =>
    by.ok.post('/messages/flags', { op, flag: name, messages: [id] });

const ofMessage: Readonly<Record<string, Asks>> = {
  actions: null,
  card: null,
  'reply-sender': null,
  forward: (by, id) => by.ok.get(`/messages/${id}`, { apply_markdown: false }),
  near: null,
  star: flag('add', 'starred'),
  fold: flag('add', 'collapsed'),
  picture: null,
  remind: (by, id) => by.ok.post('/reminders', { message_id: id, scheduled_delivery_timestamp: soon() }),
  'unread-from': flag('remove', 'read'),
  'copy-link': null,
  'copy-text': (by, id) => by.ok.get(`/messages/${id}`, { apply_markdown: false }),
  reactions: null,
  readers: (by, id) => by.ok.get(`/messages/${id}/read_receipts`),
  history: (by, id) => by.ok.get(`/messages/${id}/history`),
};
const ofForeignMessage: Readonly<Record<string, Asks>> = {
  ...ofMessage,
  'mute-sender': (by) => by.ok.post(`/users/me/muted_users/${other(by).userId}`),
  report: (by, id) => by.ok.post(`/messages/${id}/report`, { report_type: 'spam' }),
};

const other = (by: Person): Person => (by === world.owner ? world.member : world.owner);

const choose =
  (property: string): Asks =>
  (by) =>
    by.ok.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channelId, property, value: true }],
    });

const ofChannel: Readonly<Record<string, Asks>> = {
  'pin-channel': choose('pin_to_top'),
  'mute-channel': choose('is_muted'),
  'channel-notifications': choose('desktop_notifications'),
  'channel-topics': (by) => by.ok.get(`/users/me/${channelId}/topics`),
  'channel-files': null,
  'about-channel': (by) => by.ok.get(`/streams/${channelId}/members`),
  'copy-link': null,
  'leave-channel': null,
  subscribe: null,
};
const ofOwnChannel: Readonly<Record<string, Asks>> = {
  ...ofChannel,
  'edit-channel': (by) => by.ok.patch(`/streams/${channelId}`, { description: 'Jars and more' }),
};

const ofTopic: Readonly<Record<string, Asks>> = {
  'follow-topic': (by) => by.ok.post('/user_topics', { stream_id: channelId, topic: 'jars', visibility_policy: 3 }),
  'mute-topic': (by) => by.ok.post('/user_topics', { stream_id: channelId, topic: 'jars', visibility_policy: 1 }),
  'copy-link': null,
  files: null,
};

describe.each(who)('in an archived channel the %s', (name) => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await tabOf(name);
  });

  test('is offered of an own message only what the server takes', async () => {
    const target = messageTarget(tab, ids[name], true);
    expect(offered(messageActions, target).toSorted()).toEqual(Object.keys(ofMessage).toSorted());
    for (const ask of Object.values(ofMessage)) await ask?.(world[name], ids[name]);
  });

  test('is offered of a message of another only what the server takes', async () => {
    const id = ids[name === 'owner' ? 'member' : 'owner'];
    const target = messageTarget(tab, id, true);
    expect(offered(messageActions, target).toSorted()).toEqual(Object.keys(ofForeignMessage).toSorted());
    for (const ask of Object.values(ofForeignMessage)) await ask?.(world[name], id);
  });

  test('is offered of the channel and its topics only what the server takes', async () => {
    const channel: ChannelTarget = { chat: tab.chat, names, channelId };
    const expected = name === 'owner' ? ofOwnChannel : ofChannel;
    expect(
      offered(channelActions, channel)
        .filter((id) => id !== 'read-channel')
        .toSorted(),
    ).toEqual(Object.keys(expected).toSorted());
    const topic: TopicTarget = { chat: tab.chat, names, conversation: inChannel(channelId, 'jars') as ChannelTopic };
    expect(
      offered(topicActions, topic)
        .filter((id) => id !== 'read')
        .toSorted(),
    ).toEqual(Object.keys(ofTopic).toSorted());
    for (const ask of [...Object.values(expected), ...Object.values(ofTopic)]) await ask?.(world[name], ids[name]);
  });

  test('is offered no message box, new topic or call', () => {
    const { chat } = tab;
    for (const topic of ['', 'jars', 'new']) {
      expect(whyNoPosting(chat.clientState, inChannel(channelId, topic))).toEqual({ kind: 'archived' });
      expect(mayCall(chat, inChannel(channelId, topic))).toBe(false);
    }
  });
});

test('leaving an archived channel is offered and taken, and joining it again is neither', async () => {
  const { chat } = await tabOf('member');
  const { name } = chat.clientState.channels.channels.get(channelId) ?? {};
  await world.member.ok.delete('/users/me/subscriptions', { subscriptions: [name] });
  await expect.poll(() => chat.clientState.channels.subscriptions.has(channelId)).toBe(false);
  expect(offered(channelActions, { chat, names, channelId })).not.toContain('join-channel');
  const body = new URLSearchParams({ subscriptions: JSON.stringify([{ name }]) });
  expect((await world.member.request('POST', '/users/me/subscriptions', { body })).status).toBe(400);
});
