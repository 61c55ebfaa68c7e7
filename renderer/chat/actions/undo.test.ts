/** Undo, against a real server: what is deleted, marked as read, muted or left can be had back for six seconds, exactly as it was. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import { noticeSlot, dismissNotice, undoLast } from '../kit/notices.ts';
import type { Message } from '../store/message.ts';
import { Browser, closeTabs, openTab, startOffice, type Tab, type World } from '../store/model-kit.ts';
import { setAside } from '../store/set-aside.ts';
import { leaveChannel } from './conversation-actions.ts';
import { deleteMessage, deleteWholeTopic } from './deleting.ts';
import { moveMessages, type MoveTarget } from './moving.ts';
import { mutePerson } from './person.ts';
import { markRead } from './reading.ts';
import { muteTopic, type ChannelTopic } from './topic.ts';

let world: World;
let channelId: number;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  ({ world, channelId } = await startOffice());
  // The page's own address, which views write.
  vi.stubGlobal('location', { hash: '', href: '' });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await world.stop();
});
beforeEach(async () => {
  browser = await Browser.signedIn(world.owner);
  tab = await openTab(browser);
});
afterEach(() => {
  vi.useRealTimers();
  for (const notice of noticeSlot.getState() ?? []) dismissNotice(notice);
  closeTabs();
});

const texts = (): string[] => (noticeSlot.getState() ?? []).map(({ text }) => text);

const waitFor = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000 });

async function say(topic: string, content: string, by = world.member): Promise<number> {
  const { id } = await by.ok.post('/messages', { type: 'channel', to: channelId, topic, content });
  return Number(id);
}

async function contentsOf(topic: string): Promise<string[]> {
  const narrow = [
    ['channel', channelId],
    ['topic', topic],
  ];
  const range = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false, narrow };
  const { messages } = await world.owner.ok.get('/messages', range);
  return (messages as { content: string }[]).map(({ content }) => content);
}

const topicOf = (topic: string): ChannelTopic => inChannel(channelId, topic) as ChannelTopic;

/** Waits until the page knows of a message as unread. */
const untilUnread = (conversation: Conversation, id: number): Promise<void> =>
  waitFor(() => expect(tab.chat.clientState.messages.unread.get(keyOf(conversation))?.ids ?? []).toContain(id));

async function flagsOf(id: number): Promise<string[]> {
  const { message } = await world.owner.ok.get(`/messages/${id}`);
  return (message as { flags: string[] }).flags;
}

describe('deleting a message', () => {
  test('hides it at once, and sends nothing when it is undone', async () => {
    const id = await say('undone', 'stays');
    deleteMessage(tab.chat, { id });
    expect(setAside.getState().messages.has(id)).toBe(true);
    expect(texts()).toEqual(['Message deleted.']);
    expect(undoLast()).toBe(true);
    expect(setAside.getState().messages.has(id)).toBe(false);
    expect(texts()).toEqual([]);
    expect(undoLast()).toBe(false);
    expect(await contentsOf('undone')).toEqual(['stays']);
  });

  test('is sent after six seconds, once', async () => {
    const id = await say('over', 'goes');
    let asked = 0;
    browser.fate = (method) => {
      if (method === 'DELETE') asked += 1;
      return undefined;
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    deleteMessage(tab.chat, { id });
    vi.advanceTimersByTime(5999);
    expect(asked).toBe(0);
    vi.advanceTimersByTime(1);
    expect(asked).toBe(1);
    vi.useRealTimers();
    await waitFor(async () => expect(await contentsOf('over')).toEqual([]));
    expect(asked).toBe(1);
    await waitFor(() => expect(setAside.getState().messages.has(id)).toBe(false));
  });

  test.each(['pagehide', 'visibilitychange'] as const)('is sent when the page goes away: %s', async (moment) => {
    const id = await say(`tab ${moment}`, 'goes');
    let isKept: boolean | undefined;
    browser.fate = (method, _path, { keepalive }) => {
      if (method === 'DELETE') isKept = keepalive;
      return undefined;
    };
    deleteMessage(tab.chat, { id });
    browser.isPageShown = moment === 'pagehide';
    browser.tell(moment);
    await waitFor(async () => expect(await contentsOf(`tab ${moment}`)).toEqual([]));
    expect(isKept).toBe(true);
  });

  test('shows it again, and says why, where the server does not do it', async () => {
    const id = await say('no answer', 'stays');
    deleteMessage(tab.chat, { id });
    browser.fate = (method) => (method === 'DELETE' ? 'request is lost' : undefined);
    for (const notice of noticeSlot.getState() ?? []) dismissNotice(notice);
    await waitFor(() => expect(texts()).toEqual([expect.stringContaining('reach the server')]));
    expect(setAside.getState().messages.has(id)).toBe(false);
    expect(await contentsOf('no answer')).toEqual(['stays']);
  });

  test('offers nothing any longer when another person deletes it first', async () => {
    const id = await say('twice', 'goes');
    deleteMessage(tab.chat, { id });
    await world.owner.ok.delete(`/messages/${id}`);
    await waitFor(() => expect(texts()).toEqual([]));
    expect(await contentsOf('twice')).toEqual([]);
  });

  test('takes several back one after the other, the last one first', async () => {
    const ids = [await say('many', 'one'), await say('many', 'two'), await say('many', 'three')];
    for (const id of ids) deleteMessage(tab.chat, { id });
    expect(texts()).toHaveLength(3);
    undoLast();
    undoLast();
    expect([...setAside.getState().messages]).toEqual([ids[0]]);
    undoLast();
    expect(await contentsOf('many')).toEqual(['one', 'two', 'three']);
  });

  test('keeps three offers; the oldest of more is done early', async () => {
    const ids = [];
    for (const content of ['one', 'two', 'three', 'four']) ids.push(await say('four', content));
    for (const id of ids) deleteMessage(tab.chat, { id });
    expect(texts()).toHaveLength(3);
    await waitFor(async () => expect(await contentsOf('four')).toEqual(['two', 'three', 'four']));
  });
});

describe('deleting a topic', () => {
  test('hides it, and brings all of it back when it is undone', async () => {
    await say('whole', 'one');
    deleteWholeTopic(tab.chat, topicOf('whole'));
    expect(setAside.getState().conversations.has(keyOf(topicOf('whole')))).toBe(true);
    undoLast();
    expect(setAside.getState().conversations.size).toBe(0);
    expect(await contentsOf('whole')).toEqual(['one']);
  });

  test('follows a new name, and deletes what is there', async () => {
    const id = await say('before', 'one');
    deleteWholeTopic(tab.chat, topicOf('before'));
    await world.owner.ok.patch(`/messages/${id}`, {
      topic: 'after',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    });
    await waitFor(() => expect(tab.chat.moves.following(topicOf('before'))).toBeDefined());
    await waitFor(() => expect(tab.chat.state.getState().moved).not.toBeNull());
    for (const notice of noticeSlot.getState() ?? []) dismissNotice(notice);
    await waitFor(async () => expect(await contentsOf('after')).toEqual([]));
  });

  test('is given up when a message comes in that no one has read', async () => {
    await say('growing', 'one');
    deleteWholeTopic(tab.chat, topicOf('growing'));
    await say('growing', 'two');
    await waitFor(() => expect(texts()).toEqual([expect.stringContaining('was not deleted')]));
    expect(setAside.getState().conversations.size).toBe(0);
    expect(await contentsOf('growing')).toEqual(['one', 'two']);
  });
});

describe('marking as read', () => {
  test.each(['everything', 'channel', 'conversation'])('%s: makes exactly those unread again', async (scope) => {
    const topic = `read ${scope}`;
    const before = await say(topic, 'read before');
    await world.owner.ok.post('/messages/flags', { messages: [before], op: 'add', flag: 'read' });
    const id = await say(topic, 'unread');
    await untilUnread(topicOf(topic), id);
    const conversations = [topicOf(topic)];
    await markRead(tab.chat, scope === 'everything' ? scope : scope === 'channel' ? { channelId } : { conversations });
    await waitFor(() => expect(tab.chat.clientState.messages.unread.has(keyOf(topicOf(topic)))).toBe(false));
    undoLast();
    await untilUnread(topicOf(topic), id);
    await waitFor(async () => expect(await flagsOf(id)).not.toContain('read'));
    expect(await flagsOf(before)).toContain('read');
  });
});

test('mutes a topic and a person, and takes both back', async () => {
  await say('loud', 'one');
  const { chat } = tab;
  const names = { channel: () => undefined, user: () => undefined, me: world.owner.userId };
  muteTopic.run({ chat, names, conversation: topicOf('loud') }, true);
  await waitFor(() => expect(texts()).toEqual(['Topic muted.']));
  undoLast();
  await waitFor(() =>
    expect(chat.clientState.channels.topicPolicies.get(keyOf(topicOf('loud')))?.visibility_policy ?? 0).toBe(0),
  );
  const { userId } = world.member;
  mutePerson.run({ chat, userId }, true);
  await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/ muted\.$/)]));
  undoLast();
  await waitFor(() => expect(chat.clientState.own.mutedUsers.size).toBe(0));
});

describe('moving messages', () => {
  const move = async (id: number, target: Partial<MoveTarget>): Promise<void> => {
    const { message } = await world.owner.ok.get(`/messages/${id}`);
    moveMessages(tab.chat, message as Message, {
      channelId,
      topic: 'goal',
      mode: 'change_one',
      tellsOld: false,
      tellsNew: false,
      ...target,
    });
  };
  const dismissAll = (): void => {
    for (const notice of noticeSlot.getState() ?? []) dismissNotice(notice);
  };

  test('moves nothing and writes no notice when it is undone', async () => {
    const id = await say('start', 'stays');
    await move(id, { topic: 'elsewhere', tellsOld: true, tellsNew: true });
    expect(texts()).toEqual(['Message moved to #workshop › elsewhere.']);
    undoLast();
    expect(setAside.getState().messages.size).toBe(0);
    expect(await contentsOf('start')).toEqual(['stays']);
    expect(await contentsOf('elsewhere')).toEqual([]);
  });

  test.each([
    [false, false],
    [true, true],
  ])('notifies both topics only where that is wanted: %s %s', async (tellsOld, tellsNew) => {
    const [from, topic] = [`from ${tellsOld}`, `to ${tellsNew}`];
    await say(from, 'first');
    const id = await say(from, 'second');
    await move(id, { topic, mode: 'change_later', tellsOld, tellsNew });
    dismissAll();
    await waitFor(async () => expect(await contentsOf(topic)).toHaveLength(tellsNew ? 2 : 1));
    expect(await contentsOf(from)).toHaveLength(tellsOld ? 2 : 1);
  });

  test('asks for nothing where another person has moved it there', async () => {
    const id = await say('both move it', 'goes');
    await tab.chat.ranges.open([{ operator: 'channel', operand: channelId }], 'newest');
    await move(id, { topic: 'one place' });
    await world.owner.ok.patch(`/messages/${id}`, { topic: 'one place', send_notification_to_new_thread: false });
    await waitFor(() => expect(tab.chat.messages.get(id)?.subject).toBe('one place'));
    dismissAll();
    await waitFor(() => expect(setAside.getState().messages.size).toBe(0));
    expect(texts()).toEqual([]);
    expect(await contentsOf('one place')).toEqual(['goes']);
  });
});

describe('leaving a channel', () => {
  const isIn = (id: number): boolean => tab.chat.clientState.channels.subscriptions.has(id);

  test('leaves a public one at once, and joins it again with what was chosen for it', async () => {
    const subscription_data = [{ stream_id: channelId, property: 'pin_to_top', value: true }];
    await world.owner.ok.post('/users/me/subscriptions/properties', { subscription_data });
    leaveChannel(tab.chat, channelId);
    await waitFor(() => expect(texts()).toEqual(['You left #workshop.']));
    undoLast();
    await waitFor(() => expect(isIn(channelId)).toBe(true));
    expect(tab.chat.clientState.channels.subscriptions.get(channelId)?.pin_to_top).toBe(true);
  });

  test('leaves a private one only when no one can undo it any longer', async () => {
    const { id } = await world.member.ok.post('/channels/create', {
      name: 'cellar',
      invite_only: true,
      subscribers: [world.owner.userId, world.member.userId],
    });
    await waitFor(() => expect(isIn(Number(id))).toBe(true));
    leaveChannel(tab.chat, Number(id));
    expect(texts()).toEqual(['You left #cellar. Only a member can add you again.']);
    undoLast();
    expect(isIn(Number(id))).toBe(true);
    leaveChannel(tab.chat, Number(id));
    for (const notice of noticeSlot.getState() ?? []) dismissNotice(notice);
    await waitFor(() => expect(isIn(Number(id))).toBe(false));
  });
});
