/**
 * Cached message texts equal a fresh read: after every kind of change that a message is made of, for
 * everyone, in every form.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeParams, type Client } from '../../../testing/client.ts';
import { forgetful } from '../../../testing/forgetful-reader.ts';
import { readByAll, testRemembered } from '../../../testing/remembered.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { systemViewing } from '../../acting.ts';
import { findUser, visitor } from '../../users/rows.ts';
import { updateContent } from '../rows.ts';
import { buildSearchIndex } from '../search/search-build.ts';
import type { WireOptions } from '../wire.ts';
import { messageTexts } from './texts.ts';

let world: World;
let readers: [name: string, client: Client][];
let channelId: number;
let otherChannelId: number;
const ids: Record<string, number> = {};

const yesOrNo = [true, false];
const forms: WireOptions[] = yesOrNo.flatMap((applyMarkdown) =>
  yesOrNo.flatMap((clientGravatar) =>
    yesOrNo.map((allowEmptyTopicName) => ({ applyMarkdown, clientGravatar, allowEmptyTopicName })),
  ),
);

/** All messages that a reader may read, as an answer has them. */
async function answeredTo({ ok, userId }: Client, form: WireOptions): Promise<{ id: number }[]> {
  const params = {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: form.applyMarkdown,
    client_gravatar: form.clientGravatar,
    allow_empty_topic_name: form.allowEmptyTopicName,
    ...(userId === visitor.id && { narrow: [['channels', 'web-public']] }),
  };
  const answer =
    userId === visitor.id
      ? await (await fetch(`${world.url}/api/v1/messages?${encodeParams(params).toString()}`)).json()
      : await ok.get('/messages', params);
  return (answer as { messages: { id: number }[] }).messages;
}

/** The same, and as they are when all is read again. */
async function bothWays(client: Client, form: WireOptions): Promise<[answered: object[], again: object[]]> {
  const messages = await answeredTo(client, form);
  const { services } = world.server;
  const again = await services.storage.read((db) => {
    const viewing = systemViewing(forgetful(db), services, world.url);
    const user = findUser(viewing.db, client.userId) ?? visitor;
    const read = messages.map(({ id }) => id);
    return messageTexts({ ...viewing, user, client: 'test' }, read, form).map((text) => JSON.parse(text) as object);
  });
  return [messages, again];
}

const everythingRead = readByAll(() => readers, forms, bothWays);

async function say(client: Client, topic: string, content: string): Promise<number> {
  return Number((await client.ok.post('/messages', { type: 'channel', to: channelId, topic, content }))['id']);
}

beforeAll(async () => {
  world = await startWorld({ webPublicChannelsEnabled: true });
  // Else a server does it some time after its start, and renders what was written until then again.
  await buildSearchIndex(world.server.services, new AbortController().signal);
  const { owner, admin, moderator, member, member2, guest, bot } = world;
  readers = Object.entries({ owner, admin, moderator, member, member2, guest, bot, visitor: world.stranger });
  await owner.ok.patch('/realm', { enable_spectator_access: true });
  for (const name of ['first', 'second'])
    await owner.ok.post('/channels/create', {
      name,
      subscribers: [owner, admin, moderator, member, member2, guest, bot].map(({ userId }) => userId),
      is_web_public: name === 'first',
    });
  channelId = Number((await owner.ok.get('/get_stream_id', { stream: 'first' }))['stream_id']);
  otherChannelId = Number((await owner.ok.get('/get_stream_id', { stream: 'second' }))['stream_id']);
  ids['edited'] = await say(member, 'plans', 'see T-17, *please*');
  ids['moved'] = await say(member2, 'T-17 moves', 'to be moved');
  ids['widget'] = await say(owner, 'polls', '/poll Lunch?\nSoup\nBread');
  ids['emptyTopic'] = await say(admin, '', 'no topic');
  ids['deleted'] = await say(moderator, 'plans', 'to be deleted');
  const direct = { type: 'direct', to: [guest.userId, member.userId], content: 'between us' };
  ids['direct'] = Number((await guest.ok.post('/messages', direct))['id']);
});
afterAll(async () => world.stop());

const picture = async (): Promise<Buffer> =>
  sharp({ create: { width: 120, height: 120, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();

async function letGuestsSee(name: string): Promise<unknown> {
  const [group] = await world.db<{ id: number }>('SELECT id FROM user_groups WHERE name = ?', name);
  return world.owner.ok.patch('/realm', { can_access_all_users_group: { new: group?.id } });
}

/** Each alters what someone reads of some message. */
const changes: Record<string, () => Promise<unknown>> = {
  'an edit': async () => world.member.ok.patch(`/messages/${ids['edited']}`, { content: 'see T-18, **please**' }),
  'a second edit': async () => world.member.ok.patch(`/messages/${ids['edited']}`, { content: 'see T-19' }),
  'an edit of a direct message': async () => world.guest.ok.patch(`/messages/${ids['direct']}`, { content: 'by us' }),
  'a new topic': async () => world.admin.ok.patch(`/messages/${ids['moved']}`, { topic: 'T-18 moves' }),
  'a resolved topic': async () => world.admin.ok.patch(`/messages/${ids['moved']}`, { topic: '✔ T-18 moves' }),
  'a topic taken away': async () => world.admin.ok.patch(`/messages/${ids['moved']}`, { topic: '' }),
  'another channel': async () =>
    world.admin.ok.patch(`/messages/${ids['moved']}`, { stream_id: otherChannelId, topic: 'there' }),
  'a reaction': async () => world.member2.ok.post(`/messages/${ids['edited']}/reactions`, { emoji_name: 'tada' }),
  'a second reaction': async () => world.guest.ok.post(`/messages/${ids['edited']}/reactions`, { emoji_name: 'tada' }),
  'a reaction less': async () =>
    world.member2.ok.delete(`/messages/${ids['edited']}/reactions`, { emoji_name: 'tada' }),
  'a vote': async () =>
    world.guest.ok.post('/submessage', {
      message_id: ids['widget'],
      msg_type: 'widget',
      content: '{"type":"vote","key":"canned,0","vote":1}',
    }),
  'a name': async () => world.member.ok.patch('/settings', { full_name: 'Maxine Member' }),
  'a picture': async () => world.member.ok.upload('/users/me/avatar', { name: 'me.png', content: await picture() }),
  'a picture less': async () => world.member.ok.delete('/users/me/avatar'),
  'an address shown to moderators': async () => world.member.ok.patch('/settings', { email_address_visibility: 5 }),
  'an address hidden': async () => world.member.ok.patch('/settings', { email_address_visibility: 4 }),
  'an address shown': async () => world.member.ok.patch('/settings', { email_address_visibility: 1 }),
  "a channel's name": async () => world.owner.ok.patch(`/streams/${channelId}`, { new_name: 'first of all' }),
  'moves only in the history': async () =>
    world.owner.ok.patch('/realm', { message_edit_history_visibility_policy: 'moves' }),
  'no history': async () => world.owner.ok.patch('/realm', { message_edit_history_visibility_policy: 'none' }),
  'a linkifier': async () =>
    world.owner.ok.post('/realm/filters', { pattern: 'T-(?P<id>[0-9]+)', url_template: 'https://t.example/{id}' }),
  'another address of a linkifier': async () => {
    const [filter] = (await world.owner.ok.get('/realm/linkifiers'))['linkifiers'] as { id: number }[];
    const change = { pattern: 'T-(?P<id>[0-9]+)', url_template: 'https://other.example/{id}' };
    return world.owner.ok.patch(`/realm/filters/${filter?.id}`, change);
  },
  'a linkifier less': async () => {
    const [filter] = (await world.owner.ok.get('/realm/linkifiers'))['linkifiers'] as { id: number }[];
    return world.owner.ok.delete(`/realm/filters/${filter?.id}`);
  },
  'all of the history': async () => world.owner.ok.patch('/realm', { message_edit_history_visibility_policy: 'all' }),
  'a star': async () =>
    world.guest.ok.post('/messages/flags', { messages: [ids['edited']], op: 'add', flag: 'starred' }),
  'something read': async () =>
    world.guest.ok.post('/messages/flags', { messages: [ids['edited']], op: 'add', flag: 'read' }),
  'a sender out of the sight of a guest': async () => {
    const { subscriptions } = await world.moderator.ok.get('/users/me/subscriptions');
    const names = (subscriptions as { name: string }[]).map(({ name }) => name);
    return world.moderator.ok.delete('/users/me/subscriptions', { subscriptions: names });
  },
  'guests who see everybody': async () => letGuestsSee('role:everyone'),
  'guests who see only some': async () => letGuestsSee('role:members'),
  'a guest who sees nobody any more': async () =>
    world.guest.ok.delete('/users/me/subscriptions', { subscriptions: ['first of all', 'second'] }),
  'a guest who becomes a member': async () => world.owner.ok.patch(`/users/${world.guest.userId}`, { role: 400 }),
  'a message less': async () => world.owner.ok.delete(`/messages/${ids['deleted']}`),
};

const lastRead = testRemembered('messages tell', everythingRead, changes);

test('what a transaction read that came to nothing is not remembered', async () => {
  const { services } = world.server;
  const id = ids['edited'] ?? 0;
  const html = { rendered_content: '<p>never</p>', is_me_message: 0, has_link: 0, has_image: 0, has_attachment: 0 };
  const entry = { user_id: world.member.userId, timestamp: 1, prev_content: '', prev_rendered_content: '' };
  const refused = services.storage.transaction((tx) => {
    updateContent(tx, id, { content: 'never', ...html }, entry);
    const user = findUser(tx, world.member.userId);
    if (user === undefined) throw new Error('unreachable: the account is there');
    const viewing = { ...systemViewing(tx, services, world.url), user, client: 'test' };
    for (const form of forms) expect(messageTexts(viewing, [id], form)[0]).toContain('never');
    throw new Error('come to nothing');
  });
  await expect(refused).rejects.toThrow('come to nothing');
  expect(await everythingRead()).toBe(lastRead());
});
