/** Commands that are typed into the message box, against a real server. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inChannel, type Conversation } from '../../client/state/conversation.ts';
import { indexOf, ranked } from '../kit/ranking.ts';
import { Browser, closeTabs, openTab, startOffice, type Tab, type World } from '../store/model-kit.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { commandsFor } from './commands.ts';
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
  expect(found('po')[0]).toMatchObject({ name: '/poll', insert: '/poll' });
  expect(found('', commandSource(null)).some(({ run: isDone }) => isDone !== undefined)).toBe(false);
});
