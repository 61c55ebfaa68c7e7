/**
 * The name of a private channel and its topics, for those who may not see it: in no message of the server, event, registration,
 * list, refusal or export, whatever is done with the channel.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../api/index.ts';
import { systemActing } from '../domain/acting.ts';
import { exportPage, exportParts } from '../domain/exports/contents.ts';
import { ExportType } from '../domain/exports/request.ts';
import { tellWebhookFailure } from '../domain/webhooks/reply.ts';
import type { Client } from '../testing/client.ts';
import { makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

/** Every name and text of the channel holds this word; nothing else does. */
const word = 'Zanzibar';

let world: World;
let outsiders: Record<string, Client>;
const queues = new Map<string, { queue_id: string; last_event_id: number }>();
let secret: number;
let kept: number;

beforeAll(async () => {
  world = await startWorld();
  const { owner, admin, member, member2, guest, moderator } = world;
  outsiders = { member2, guest, moderator };
  const office = await makeChannel(owner, 'office', [owner, admin, member, member2, guest, moderator]);
  const reports = await makeChannel(owner, 'reports', [owner, member, moderator], { invite_only: true });
  await owner.ok.patch('/realm', {
    moderation_request_channel_id: reports,
    new_stream_announcements_stream_id: office,
    can_move_messages_between_channels_group: { new: await everyoneGroup() },
  });
  for (const [name, client] of Object.entries(outsiders)) {
    const { queue_id: id, last_event_id: last } = await client.ok.post('/register', {});
    queues.set(name, { queue_id: String(id), last_event_id: Number(last) });
  }
  await useChannel(office);
});
afterAll(async () => world.stop());

async function everyoneGroup(): Promise<number> {
  const { user_groups: groups } = await world.owner.ok.get('/user_groups');
  const found = (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:members');
  return Number(found?.id);
}

/** What its only subscriber can do with a channel. */
async function useChannel(office: number): Promise<void> {
  const { member, member2 } = world;
  secret = await makeChannel(member, `${word} plan`, [member], {
    invite_only: true,
    announce: true,
    description: `About ${word}`,
  });
  const notices = { send_notification_to_new_thread: true, send_notification_to_old_thread: true };
  const ids: number[] = [];
  for (const content of ['one', 'two', 'three', 'four']) ids.push(await say(member, secret, `${word} topic`, content));
  kept = Number(ids[3]);
  await member.ok.patch(`/messages/${ids[0]}`, { content: 'one, edited' });
  await member.ok.patch(`/messages/${ids[1]}`, { topic: `${word} too`, propagate_mode: 'change_one', ...notices });
  // Out of it and into it.
  await member.ok.patch(`/messages/${ids[0]}`, {
    stream_id: office,
    topic: 'out',
    propagate_mode: 'change_one',
    ...notices,
  });
  const inward = await say(member, office, 'in', 'goes in');
  await member.ok.patch(`/messages/${inward}`, {
    stream_id: secret,
    topic: `${word} in`,
    propagate_mode: 'change_all',
    ...notices,
  });
  await member.ok.post(`/messages/${ids[2]}/report`, { report_type: 'spam', description: '' });
  const bot = await member2.ok.post('/bots', {
    full_name: 'Caller',
    short_name: 'caller',
    bot_type: 3,
    payload_url: JSON.stringify('http://127.0.0.1:9/'),
    interface_type: 1,
  });
  const { services } = world.server;
  await services.storage.transaction((tx) =>
    tellWebhookFailure(systemActing(tx, services, world.url), Number(bot['user_id']), kept, {
      reason: 'no answer',
      answer: '',
      isAnswered: false,
    }),
  );
  await member.ok.patch(`/streams/${secret}`, { new_name: `${word} plan B` });
  await member.ok.patch(`/streams/${secret}`, { description: `More of ${word}` });
  await member.ok.delete(`/streams/${secret}`);
  await member.ok.patch(`/streams/${secret}`, { is_archived: false });
}

const holdsWord = (value: unknown): boolean => JSON.stringify(value).toLowerCase().includes(word.toLowerCase());

test.each(['member2', 'guest', 'moderator'])('%s reads it nowhere', async (name) => {
  const client = outsiders[name] as Client;
  const told: string[] = [];
  const check = (what: string, value: unknown): void => void (holdsWord(value) && told.push(what));
  check('registration', await client.ok.post('/register', {}));
  const queue = queues.get(name);
  const { events } = await client.ok.get('/events', { ...queue, dont_block: true });
  check('events', events);
  const { messages } = await client.ok.get('/messages', { anchor: 'newest', num_before: 500, num_after: 0 });
  expect((messages as unknown[]).length).toBeGreaterThan(3);
  check('messages', messages);
  for (const { id } of messages as { id: number }[])
    check(`history of ${id}`, (await client.get(`/messages/${id}/history`)).body);
  for (const { method, path } of endpoints) {
    if (method !== 'GET' || path === '/events') continue;
    const asked = path.replaceAll(/\{message_id\}/g, String(kept)).replaceAll(/\{[a-z_]+\}/g, String(secret));
    check(path, (await client.get(asked)).body);
  }
  check('a name', (await client.patch(`/streams/${secret}`, { description: 'x' })).body);
  check('a message', (await client.post('/messages', { type: 'channel', to: secret, topic: 't', content: 'x' })).body);
  expect(told).toEqual([]);
});

test('the notices say what may be said', async () => {
  const texts = (
    await world.db<{ content: string }>("SELECT content FROM messages WHERE content LIKE '%a private channel%'")
  ).map(({ content }) => content);
  expect(texts.some((text) => text.startsWith('A message was moved here from a private channel by '))).toBe(true);
  expect(texts.some((text) => text.startsWith('This topic was moved to a private channel by '))).toBe(true);
  expect(texts.some((text) => text.includes(' reported a message in a private channel sent by '))).toBe(true);
  const [failure] = await world.db<{ content: string }>(
    "SELECT content FROM messages WHERE content LIKE 'A message to your bot%'",
  );
  expect(failure?.content).toMatch(/could not be delivered/);
});

test('a standard export holds it only when a subscriber allows that', async () => {
  const taken = async (): Promise<string[]> =>
    world.server.services.storage.read((db) =>
      exportParts(db, ExportType.standard).flatMap((part) =>
        exportPage(db, part, null, 10_000).some(holdsWord) ? [part.table] : [],
      ),
    );
  expect(await taken()).toEqual([]);
  // A former subscriber who followed a topic there names it no more.
  const { member, member2 } = world;
  await member.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: `${word} plan B` }],
    principals: [member2.userId],
  });
  await member2.ok.post('/user_topics', { stream_id: secret, topic: `${word} topic`, visibility_policy: 3 });
  await member2.ok.delete('/users/me/subscriptions', { subscriptions: [`${word} plan B`] });
  await member2.ok.patch('/settings', { allow_private_data_export: true });
  // Of what this user was sent, the direct message about the subscription is in the export.
  expect(await taken()).toEqual(['messages']);
  await member.ok.patch('/settings', { allow_private_data_export: true });
  expect(await taken()).toEqual(expect.arrayContaining(['streams', 'messages']));
});
