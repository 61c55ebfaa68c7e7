/** Commands that are typed into the message box, against a real server. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inChannel, type Conversation } from '../../client/state/conversation.ts';
import { closeDialog, dialogSlot } from '../kit/dialog-store.ts';
import { noticeSlot } from '../kit/notices.ts';
import { indexOf, ranked } from '../kit/ranking.ts';
import { Browser, closeTabs, openTab, startOffice, type Tab, type World } from '../store/model-kit.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { commandNames, commandsFor } from './commands.ts';
import { takeSlash } from './slash.ts';
import { commandSource } from './sources.ts';

const names = { channel: () => 'cellar', user: () => undefined, me: 0 };
const location = { hash: '', href: '' };

let world: World;
let tab: Tab;
let topic: Conversation;

beforeAll(async () => {
  const office = await startOffice();
  ({ world } = office);
  vi.stubGlobal('location', location);
  await world.member.ok.post('/messages', { type: 'channel', to: office.channelId, topic: 'jars', content: 'Jars' });
  topic = inChannel(office.channelId, 'jars');
  tab = await openTab(await Browser.signedIn(world.owner));
});
afterAll(async () => {
  closeTabs();
  vi.unstubAllGlobals();
  await world.stop();
});

const commandsIn = (conversation: Conversation) => commandsFor({ chat: tab.chat, names, conversation });
const named = (name: string) => commandsIn(topic).find((command) => command.name === name);
const run = (name: string): void => named(name)?.run({} as HTMLElement);

test('offers in a topic what its menu has, and in a direct message what fits it', () => {
  const inTopic = commandsIn(topic).map(({ name }) => name);
  expect(inTopic).toEqual(expect.arrayContaining(['status', 'dnd', 'mute', 'follow', 'resolve', 'leave', 'search']));
  const direct = commandsIn({ kind: 'direct', userIds: [world.member.userId] }).map(({ name }) => name);
  expect(direct).toEqual(expect.arrayContaining(['status', 'dnd', 'search', 'snippets']));
  for (const name of ['mute', 'follow', 'resolve', 'leave', 'invite']) expect(direct).not.toContain(name);
});

test('mutes and follows the topic on the server, and says what a command does next', async () => {
  const policy = async () => {
    const { user_topics: topics } = (await world.owner.ok.post('/register', {
      fetch_event_types: JSON.stringify(['user_topic']),
    })) as { user_topics: { topic_name: string; visibility_policy: number }[] };
    return topics.find(({ topic_name: name }) => name === 'jars')?.visibility_policy ?? topicPolicies.none;
  };
  expect(named('mute')?.note).toBe('Mute topic');
  run('mute');
  await expect.poll(policy).toBe(topicPolicies.muted);
  await expect.poll(() => named('mute')?.note).toBe('Unmute topic');
  run('mute');
  await expect.poll(policy).not.toBe(topicPolicies.muted);
  run('follow');
  await expect.poll(policy).toBe(topicPolicies.followed);
  await expect.poll(() => named('follow')?.note).toBe('Unfollow topic');
});

test('opens the page of the status', () => {
  run('status');
  expect(location.hash).toBe('#settings/profile');
});

test('finds a command by its first letters, writes what has no action, and offers no action in an edit', () => {
  const target = { chat: tab.chat, names, conversation: topic };
  const found = (query: string, of = commandSource(target)) => ranked(indexOf(of), query, () => 0, 20);
  expect(found('mu')[0]).toMatchObject({ name: '/mute', insert: '' });
  expect(found('shr')[0]).toMatchObject({ insert: String.raw`¯\\\_(ツ)\_/¯` });
  expect(found('po')[0]).toMatchObject({ name: '/poll', insert: '' });
  expect(found('po', commandSource(null))).toEqual([]);
  expect(found('', commandSource(null)).some(({ run: isDone }) => isDone !== undefined)).toBe(false);
});

const slash = (text: string, conversation = topic, isLater = false) =>
  takeSlash(text, { chat: tab.chat, names, conversation, field: {} as HTMLElement, isLater });

/** Text, and what is sent of it. */
const sent: readonly [text: string, sent: string][] = [
  ['/poll Lunch?', '/poll Lunch?'],
  ['/poll   Lunch?\nSoup', '/poll Lunch?\nSoup'],
  ['/Poll Lunch?\nSoup', '/poll Lunch?\nSoup'],
  ['/poll\tLunch?', '/poll Lunch?'],
  ['/todo Friday', '/todo Friday'],
  ['/todo\nSweep', '/todo\nSweep'],
  ['/Todo \nSweep: all of it\n\n- Mop', '/todo\nSweep: all of it\n\n- Mop'],
  ['/me is at lunch', '/me is at lunch'],
  ['/shrug', String.raw`¯\\\_(ツ)\_/¯`],
  ['/shrug who knows', String.raw`who knows ¯\\\_(ツ)\_/¯`],
  ['/etc/hosts is empty', '/etc/hosts is empty'],
  ['/mute/unmute', '/mute/unmute'],
  ['/giphy cats', '/giphy cats'],
  ['/ poll', '/ poll'],
  [' /mute', ' /mute'],
];

test.each(sent)('sends %j as %j', (text, expected) => {
  expect(slash(text)).toEqual({ kind: 'sent', text: expected });
  expect(slash(text, topic, true)).toEqual({ kind: 'sent', text: expected });
});

/** Text, and the entries that the form begins with. */
const forms: readonly [text: string, kind: string, entries: string[]][] = [
  ['/poll', 'poll', []],
  ['/poll  ', 'poll', []],
  ['/Poll\n', 'poll', []],
  ['/poll\nSoup\n- Bread\n\n*Cake', 'poll', ['Soup', 'Bread', 'Cake']],
  ['/poll \nSoup', 'poll', ['Soup']],
  ['/todo', 'todo', []],
  ['/todo \n \n', 'todo', []],
];

test.each(forms)('opens the form in place of sending %j', (text, kind, entries) => {
  closeDialog();
  expect(slash(text)).toEqual({ kind: 'kept' });
  expect(dialogSlot.getState()).toEqual({ kind, conversation: topic, begun: { entries, text } });
  closeDialog();
});

/** Text, and why it is neither sent nor done. */
const refused: readonly [text: string, reason: RegExp, inDirect?: true][] = [
  ['/me', /^Write what you are doing after \/me/],
  ['/me  ', /^Write what you are doing after \/me/],
  ['/mute for an hour', /^\/mute takes no text\. To send this as text, start with a space\.$/],
  ['/dnd 30m', /^\/dnd takes no text/],
  ['/call me maybe', /^\/call can't be used here\. To send it as text, start with a space\.$/],
  ['/mute', /^\/mute can't be used here/, true],
  ['/Leave', /^\/leave can't be used here/, true],
];

test.each(refused)('keeps %j in the box and shows why', (text, reason, inDirect) => {
  noticeSlot.set(null);
  const direct = { kind: 'direct', userIds: [world.member.userId] } as const;
  expect(slash(text, inDirect === true ? direct : topic)).toEqual({ kind: 'kept' });
  expect(noticeSlot.getState()).toMatchObject([{ isError: true, text: expect.stringMatching(reason) as unknown }]);
});

test('commands are not scheduled', () => {
  expect(slash('/mute', topic, true)).toEqual({ kind: 'kept' });
  expect(noticeSlot.getState()?.map(({ text }) => text)).toEqual(["/mute runs at once and can't be scheduled."]);
});

test('searches for the text of a search, and sets the text of a status once', async () => {
  expect(slash('/search sour jars')).toEqual({ kind: 'done' });
  expect(dialogSlot.getState()).toEqual({ kind: 'search', text: 'sour jars' });
  closeDialog();
  noticeSlot.set(null);
  expect(slash('/status In the cellar')).toEqual({ kind: 'done' });
  await expect.poll(() => noticeSlot.getState()?.map(({ text }) => text)).toEqual(['Status saved.']);
  const { status } = (await world.owner.ok.get(`/users/${world.owner.userId}/status`)) as { status: object };
  expect(status).toMatchObject({ status_text: 'In the cellar' });
  noticeSlot.set(null);
});

test('a status that is refused comes back into the box', async () => {
  const text = `/status ${'x'.repeat(61)}`;
  expect(slash(text)).toEqual({ kind: 'done' });
  await expect.poll(() => tab.chat.writing.textOf(topic)).toBe(text);
  expect(noticeSlot.getState()).toMatchObject([{ isError: true }]);
  tab.chat.writing.put(topic, '');
});

test('each command that is offered has its name in the list of all names', () => {
  expect(commandNames).toEqual(expect.arrayContaining(commandsIn(topic).map(({ name }) => name)));
});
