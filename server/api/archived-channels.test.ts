/** Archived channels: they are read; nothing in them is written, changed or deleted until they are unarchived. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { fetchOne, makeChannel, say } from '../testing/scenario.ts';
import { doDue, startWorld, type World } from '../testing/world.ts';

let world: World;
/** The archived channel, a message of `member` in it, and its file; a message elsewhere. */
let archived = { channel: 0, id: 0, attachment: 0 };
let elsewhere = { channel: 0, id: 0 };
let scheduled = 0;

const badRequest = { status: 400, code: 'BAD_REQUEST' };
const hourSecs = 3600;
const soon = (): number => Math.floor(world.clock.nowMs / 1000) + hourSecs;

beforeAll(async () => {
  world = await startWorld();
  const channel = await makeChannel(world.owner, 'shed', [world.owner, world.member]);
  const { url } = await world.member.ok.upload('/user_uploads', { name: 'rake.txt', content: 'A rake.' });
  const id = await say(world.member, 'shed', 'tools', `A [rake](${String(url)}).`);
  await world.owner.ok.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  const files = (await world.member.ok.get('/attachments'))['attachments'] as { id: number }[];
  const later = {
    type: 'channel',
    to: channel,
    topic: 'tools',
    content: 'A spade.',
    scheduled_delivery_timestamp: soon(),
  };
  scheduled = Number((await world.member.ok.post('/scheduled_messages', later))['scheduled_message_id']);
  elsewhere = { channel: await makeChannel(world.owner, 'garden', [world.owner, world.member]), id: 0 };
  elsewhere.id = await say(world.member, 'garden', 'tools', 'A hose.');
  await world.owner.ok.delete(`/streams/${channel}`);
  archived = { channel, id, attachment: files[0]?.id ?? 0 };
});
afterAll(async () => world.stop());

const inShed = { anchor: 'newest', num_before: 100, num_after: 0, narrow: [['channel', 'shed']] };

type Operation = [title: string, who: 'owner' | 'member', method: string, path: () => string, params: () => Body];

const writing: Operation[] = [
  ['edits a message', 'member', 'PATCH', () => `/messages/${archived.id}`, () => ({ content: 'Two rakes.' })],
  [
    'renames a topic',
    'owner',
    'PATCH',
    () => `/messages/${archived.id}`,
    () => ({ topic: 'old', propagate_mode: 'change_all' }),
  ],
  [
    'resolves a topic',
    'owner',
    'PATCH',
    () => `/messages/${archived.id}`,
    () => ({ topic: '✔ tools', propagate_mode: 'change_all' }),
  ],
  ['moves a message out', 'owner', 'PATCH', () => `/messages/${archived.id}`, () => ({ stream_id: elsewhere.channel })],
  ['moves a message in', 'owner', 'PATCH', () => `/messages/${elsewhere.id}`, () => ({ stream_id: archived.channel })],
  ['deletes an own message', 'member', 'DELETE', () => `/messages/${archived.id}`, () => ({})],
  ['deletes a message of another', 'owner', 'DELETE', () => `/messages/${archived.id}`, () => ({})],
  [
    'deletes a topic',
    'owner',
    'POST',
    () => `/streams/${archived.channel}/delete_topic`,
    () => ({ topic_name: 'tools' }),
  ],
  ['adds a reaction', 'member', 'POST', () => `/messages/${archived.id}/reactions`, () => ({ emoji_name: 'tada' })],
  ['removes a reaction', 'owner', 'DELETE', () => `/messages/${archived.id}/reactions`, () => ({ emoji_name: 'tada' })],
  [
    'adds a submessage',
    'member',
    'POST',
    () => '/submessage',
    () => ({ message_id: archived.id, msg_type: 'widget', content: '{}' }),
  ],
  ['types on a message', 'member', 'POST', () => `/messages/${archived.id}/typing`, () => ({ op: 'start' })],
  [
    'types in a topic',
    'member',
    'POST',
    () => '/typing',
    () => ({ type: 'channel', op: 'start', stream_id: archived.channel, topic: 'tools' }),
  ],
  [
    'sends',
    'owner',
    'POST',
    () => '/messages',
    () => ({ type: 'channel', to: archived.channel, topic: 'tools', content: 'x' }),
  ],
  [
    'schedules',
    'member',
    'POST',
    () => '/scheduled_messages',
    () => ({ type: 'channel', to: archived.channel, topic: 't', content: 'x', scheduled_delivery_timestamp: soon() }),
  ],
  [
    'reschedules',
    'member',
    'PATCH',
    () => `/scheduled_messages/${scheduled}`,
    () => ({ scheduled_delivery_timestamp: soon() + 1 }),
  ],
  [
    'edits a scheduled message',
    'member',
    'PATCH',
    () => `/scheduled_messages/${scheduled}`,
    () => ({ content: 'Two.' }),
  ],
  ['deletes an own file of a message', 'member', 'DELETE', () => `/attachments/${archived.attachment}`, () => ({})],
  ['deletes a file as administrator', 'owner', 'DELETE', () => `/console/uploads/${archived.attachment}`, () => ({})],
];

describe('an archived channel refuses a request that', () => {
  it.each(writing)('%s', async (_title, who, method, path, params) => {
    const before = await world.dump();
    await world[who].fails(method, path(), params(), badRequest);
    expect(await world.dump()).toBe(before);
  });
});

it('refuses bots and services, and posts nothing', async () => {
  const { owner } = world;
  const bot = await owner.ok.post('/bots', { full_name: 'Poster', short_name: 'poster', bot_type: 1 });
  const hook = await owner.ok.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 });
  const before = (await owner.ok.get('/messages', inShed))['messages'];
  const asBot = await fetch(`${world.url}/api/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${String(bot['email'] ?? 'poster-bot@hearth.invalid')}:${String(bot['api_key'])}`)}`,
    },
    body: new URLSearchParams({ type: 'channel', to: String(archived.channel), topic: 'tools', content: 'x' }),
  });
  expect(asBot.status).toBe(400);
  for (const service of ['json', 'slack_incoming', 'grafana'])
    for (const stream of ['shed', String(archived.channel)]) {
      const query = new URLSearchParams({ api_key: String(hook['api_key']), stream }).toString();
      const answer = await fetch(`${world.url}/api/v1/external/${service}?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          text: 'x',
          content: 'x',
          title: 'x',
          message: 'x',
          state: 'alerting',
          status: 'firing',
        }),
      });
      expect([service, stream, answer.status]).toEqual([service, stream, 400]);
    }
  expect((await owner.ok.get('/messages', inShed))['messages']).toEqual(before);
});

it('keeps what is personal: flags, topic policies, drafts and reminders', async () => {
  const member: Client = world.member;
  await member.ok.post('/messages/flags', { op: 'add', flag: 'starred', messages: [archived.id] });
  await member.ok.post('/user_topics', { stream_id: archived.channel, topic: 'tools', visibility_policy: 3 });
  const draft = { type: 'stream', to: [archived.channel], topic: 'tools', content: 'A spade.' };
  await member.ok.post('/drafts', { drafts: [draft] });
  await member.ok.post('/reminders', { message_id: archived.id, scheduled_delivery_timestamp: soon() });
  expect((await fetchOne(member, archived.id)).flags).toContain('starred');
});

it('keeps a scheduled message as failed, with its reason, and takes everything again once it is unarchived', async () => {
  world.clock.advance(2 * hourSecs * 1000);
  await doDue(world);
  const list = (await world.member.ok.get('/scheduled_messages'))['scheduled_messages'];
  expect(list).toMatchObject([{ scheduled_message_id: scheduled, failed: true }]);
  await world.owner.ok.patch(`/streams/${archived.channel}`, { is_archived: false });
  await world.owner.ok.post(`/messages/${archived.id}/reactions`, { emoji_name: 'heart' });
  await world.owner.ok.delete(`/messages/${archived.id}/reactions`, { emoji_name: 'tada' });
  await world.member.ok.patch(`/scheduled_messages/${scheduled}`, { scheduled_delivery_timestamp: soon() });
  await world.owner.ok.delete(`/messages/${archived.id}`);
  await world.member.fails('GET', `/messages/${archived.id}`, {}, badRequest);
});
