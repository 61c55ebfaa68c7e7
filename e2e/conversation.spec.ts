/**
 * The main job, by a client that no one here wrote: zulip-js from npm signs in with a password, sends, receives, reads back,
 * and goes on listening through a clean restart and a kill of the server.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ZulipClient } from 'zulip-js';
import { HearthProcess, owner } from './hearth-process.ts';

// It puts a form of its own in the place of Node's, for whatever else runs in this process.
const { FormData: ownForm } = globalThis;
const { default: zulip } = await import('zulip-js');
globalThis.FormData = ownForm;

const guestOfHonour = { email: 'rosa@example.com', password: 'another good password', full_name: 'Rosa Reader' };
/** It registers once and polls for ever, like any bot. */
const botProgram = join(import.meta.dirname, 'listening-bot.mjs');

let dataDir: string;
let hearth: HearthProcess;
let sender: ZulipClient;
let reader: ZulipClient;
let bot: ChildProcess | undefined;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-conversation-'));
  hearth = await HearthProcess.start({ dataDir });
  sender = await zulip({ username: owner.email, password: owner.password, realm: hearth.url });
  const created = await sender.users.create(guestOfHonour);
  expect(created.result, created.msg).toBe('success');
  reader = await zulip({ username: guestOfHonour.email, password: guestOfHonour.password, realm: hearth.url });
});

test.afterAll(async () => {
  bot?.kill();
  await hearth.kill();
  await rm(dataDir, { recursive: true, force: true });
});

test('a password gives an API key, and a wrong one gives none', async () => {
  expect(sender.config.apiKey).toMatch(/^\w{32}$/);
  const stranger = await zulip({ username: owner.email, password: 'wrong', realm: hearth.url });
  expect(stranger.config.apiKey).toBeUndefined();
});

test('people, channels and the own profile are read', async () => {
  const me = await sender.users.me.getProfile();
  expect(me).toMatchObject({ result: 'success', email: owner.email, is_owner: true });
  const { members } = (await sender.users.retrieve()) as unknown as { members: { full_name: string }[] };
  expect(members.map((member) => member.full_name)).toContain(guestOfHonour.full_name);
  const { streams: channels } = (await sender.streams.retrieve()) as unknown as { streams: { name: string }[] };
  expect(channels.map((channel) => channel.name)).toContain('general');
});

test('a channel is made by subscribing to it, and left again', async () => {
  const subscribed = await sender.users.me.subscriptions.add({
    subscriptions: JSON.stringify([{ name: 'kitchen' }]),
    principals: JSON.stringify([guestOfHonour.email]),
  });
  expect(subscribed.result, subscribed.msg).toBe('success');
  const { subscriptions } = (await reader.streams.subscriptions.retrieve()) as unknown as {
    subscriptions: { name: string }[];
  };
  expect(subscriptions.map((subscription) => subscription.name)).toContain('kitchen');
  const id = await reader.streams.getStreamId('kitchen');
  expect(id['stream_id']).toEqual(expect.any(Number));
  await sender.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'attic' }]) });
  const left = await sender.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['attic']) });
  expect(left['removed']).toEqual(['attic']);
});

test('messages to a channel and to a person arrive as events and are read back through narrows', async () => {
  const queue = await reader.queues.register({ event_types: ['message', 'reaction', 'typing', 'update_message'] });
  const toChannel = await sender.messages.send({
    to: 'kitchen',
    type: 'stream',
    subject: 'coffee',
    content: 'The **machine** is back.',
  });
  const toPerson = await sender.messages.send({ to: guestOfHonour.email, type: 'private', content: 'Only for you' });
  expect([toChannel.result, toPerson.result]).toEqual(['success', 'success']);

  const got = (await reader.events.retrieve({
    queue_id: queue['queue_id'],
    last_event_id: queue['last_event_id'],
    dont_block: false,
  })) as unknown as {
    events: { id: number; type: string; message: { id: number; content: string; subject: string } }[];
  };
  const received = got.events.filter((event) => event.type === 'message').map((event) => event.message);
  expect(received.map((message) => message.id)).toEqual([toChannel['id'], toPerson['id']]);
  // Queues give raw text unless asked otherwise; fetches give HTML.
  expect(received[0]?.content).toBe('The **machine** is back.');

  const fetched = (await reader.messages.retrieve({
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [
      { operator: 'stream', operand: 'kitchen' },
      { operator: 'topic', operand: 'coffee' },
    ],
  })) as unknown as { messages: { id: number; content: string }[] };
  expect(fetched.messages.at(-1)).toMatchObject({
    id: toChannel['id'],
    content: '<p>The <strong>machine</strong> is back.</p>',
  });
  const direct = (await reader.messages.retrieve({
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'pm-with', operand: owner.email }],
  })) as unknown as {
    messages: { id: number }[];
  };
  expect(direct.messages.map((message) => message.id)).toContain(toPerson['id']);
});

test('flags, reactions, edits, history and typing work', async () => {
  const sent = await sender.messages.send({ to: 'kitchen', type: 'stream', subject: 'cups', content: 'first' });
  const id = sent['id'] as number;
  expect(await reader.messages.flags.add({ messages: [id], flag: 'starred' })).toMatchObject({
    result: 'success',
    messages: [id],
  });
  expect(await reader.messages.flags.remove({ messages: [id], flag: 'starred' })).toMatchObject({
    result: 'success',
    messages: [id],
  });
  expect(await reader.reactions.add({ message_id: id, emoji_name: 'tada' })).toMatchObject({ result: 'success' });
  expect(await reader.reactions.remove({ message_id: id, emoji_name: 'tada' })).toMatchObject({ result: 'success' });
  expect(await sender.messages.update({ message_id: id, content: 'second' })).toMatchObject({ result: 'success' });
  const { message_history: history } = (await sender.messages.getHistoryById({ message_id: id })) as unknown as {
    message_history: { content: string }[];
  };
  expect(history.map((entry) => entry.content)).toEqual(['first', 'second']);
  const me = await reader.users.me.getProfile();
  expect(await sender.typing.send({ to: [me['user_id']], op: 'start' })).toMatchObject({ result: 'success' });
  expect(await sender.messages.render({ content: '**bold**' })).toMatchObject({
    rendered: '<p><strong>bold</strong></p>',
  });
  expect(await sender.messages.deleteById({ message_id: id })).toMatchObject({ result: 'success' });
});

test('a listener that never registers again misses nothing through a restart and a kill', async () => {
  const contents: string[] = [];
  bot = fork(botProgram, [guestOfHonour.email, reader.config.apiKey, hearth.url], { stdio: 'ignore' });
  bot.on('message', (content) => contents.push(String(content)));
  const send = async (content: string): Promise<void> => {
    const answer = await sender.messages.send({ to: 'kitchen', type: 'stream', subject: 'through it all', content });
    expect(answer.result, answer.msg).toBe('success');
  };
  // No one says when it has registered: it is asked until it answers, and is done when it has the last question.
  let asked = 0;
  await expect
    .poll(async () => (await send(`are you there? ${(asked += 1)}`), contents.length), { timeout: 60_000 })
    .toBeGreaterThan(0);
  await expect.poll(() => contents.at(-1), { timeout: 60_000 }).toBe(`are you there? ${asked}`);
  contents.length = 0;

  const { port } = hearth;
  await send('before the restart');
  expect(await hearth.stop()).toBe(0);
  hearth = await HearthProcess.start({ dataDir, port });
  await send('before the kill');
  await hearth.kill();
  hearth = await HearthProcess.start({ dataDir, port });
  await send('after the kill');
  await expect
    .poll(() => contents, { timeout: 60_000 })
    .toEqual(['before the restart', 'before the kill', 'after the kill']);
});
