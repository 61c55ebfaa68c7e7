/** Pinned messages and links of channels: who sees and changes them, and where they go with their messages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostLinks } from '../domain/channels/links.ts';
import { mostPins } from '../domain/messages/pins.ts';
import type { Client } from '../testing/client.ts';
import { makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

interface Pin {
  message_id: number;
  topic: string;
  scope: string;
  pinned_by: number;
  pinned_at: number;
}

const pinsOf = async (client: Client, channel: number): Promise<Pin[]> =>
  (await client.ok.get(`/streams/${channel}/pins`))['pins'] as Pin[];
const linksOf = async (client: Client, channel: number): Promise<unknown> =>
  (await client.ok.get(`/streams/${channel}/pins`))['links'];

describe('pinned messages', () => {
  test('are listed with their scope, the newest pin first, and end when they are unpinned', async () => {
    const { member, member2 } = world;
    const channel = await makeChannel(member, 'pin board', [member, member2]);
    const first = await say(member, 'pin board', 'rules', 'be kind');
    const second = await say(member, 'pin board', 'menu', 'soup');
    await member.ok.post(`/messages/${first}/pin`, { scope: 'channel' });
    world.clock.nowMs += 60_000;
    await member2.ok.post(`/messages/${second}/pin`);
    const at = Math.floor(world.clock.nowMs / 1000);
    expect(await pinsOf(member2, channel)).toEqual([
      { message_id: second, topic: 'menu', scope: 'topic', pinned_by: member2.userId, pinned_at: at },
      { message_id: first, topic: 'rules', scope: 'channel', pinned_by: member.userId, pinned_at: at - 60 },
    ]);
    await member.ok.post(`/messages/${second}/pin`, { scope: 'channel' });
    expect((await pinsOf(member, channel)).map(({ scope, pinned_by }) => [scope, pinned_by])).toEqual([
      ['channel', member2.userId],
      ['channel', member.userId],
    ]);
    await member.ok.delete(`/messages/${first}/pin`);
    expect((await pinsOf(member, channel)).map((pin) => pin.message_id)).toEqual([second]);
    const again = await member.delete(`/messages/${first}/pin`);
    expect([again.status, again.body['msg']]).toEqual([400, 'This message is not pinned.']);
  });

  test('go with their messages to other topics and channels, where a pin to the channel is one to the topic', async () => {
    const { admin } = world;
    const from = await makeChannel(admin, 'moving out', [admin]);
    const to = await makeChannel(admin, 'moving in', [admin]);
    const id = await say(admin, 'moving out', 'old', 'take me along');
    await admin.ok.post(`/messages/${id}/pin`, { scope: 'channel' });
    await admin.ok.patch(`/messages/${id}`, { topic: 'new', propagate_mode: 'change_all' });
    expect(await pinsOf(admin, from)).toMatchObject([{ message_id: id, topic: 'new', scope: 'channel' }]);
    await admin.ok.patch(`/messages/${id}`, { stream_id: to, propagate_mode: 'change_all' });
    expect(await pinsOf(admin, from)).toEqual([]);
    expect(await pinsOf(admin, to)).toMatchObject([{ message_id: id, scope: 'topic' }]);
    await admin.ok.patch(`/messages/${id}`, { stream_id: from, propagate_mode: 'change_all' });
    expect(await pinsOf(admin, from)).toMatchObject([{ message_id: id, scope: 'channel' }]);
  });

  test('end with a message that is deleted, alone or with its topic', async () => {
    const { admin } = world;
    const channel = await makeChannel(admin, 'short lived', [admin]);
    const [one, other] = [await say(admin, 'short lived', 'a', '1'), await say(admin, 'short lived', 'b', '2')];
    for (const id of [one, other]) await admin.ok.post(`/messages/${id}/pin`);
    await admin.ok.delete(`/messages/${one}`);
    expect((await pinsOf(admin, channel)).map((pin) => pin.message_id)).toEqual([other]);
    await admin.ok.post(`/streams/${channel}/delete_topic`, { topic_name: 'b' });
    expect(await pinsOf(admin, channel)).toEqual([]);
    expect(await world.db('SELECT * FROM pinned_messages WHERE message_id IN (?, ?)', one, other)).toEqual([]);
  });

  test('are shown only to users who may read the message', async () => {
    const { member, member2, guest } = world;
    const settings = { invite_only: true, history_public_to_subscribers: false };
    const channel = await makeChannel(member, 'closed past', [member], settings);
    const before = await say(member, 'closed past', 'plans', 'from before');
    await member.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'closed past' }],
      principals: [member2.userId],
    });
    const after = await say(member, 'closed past', 'plans', 'since then');
    for (const id of [before, after]) await member.ok.post(`/messages/${id}/pin`, { scope: 'channel' });
    expect((await pinsOf(member, channel)).map((pin) => pin.message_id)).toEqual([after, before]);
    expect((await pinsOf(member2, channel)).map((pin) => pin.message_id)).toEqual([after]);
    const stranger = await guest.get(`/streams/${channel}/pins`);
    expect([stranger.status, stranger.body['msg']]).toEqual([400, 'Invalid channel ID']);
    const blind = await member2.post(`/messages/${before}/pin`);
    expect([blind.status, blind.body['msg']]).toEqual([400, 'Invalid message(s)']);
  });

  test('need the permission to move messages of the channel, and a channel that is not archived', async () => {
    const { admin, member, moderator } = world;
    const moderators = {
      can_move_messages_within_channel_group: { new: { direct_members: [moderator.userId], direct_subgroups: [] } },
    };
    const channel = await makeChannel(admin, 'strict', [admin, member, moderator]);
    const id = await say(member, 'strict', 'a', 'mine');
    await admin.ok.patch('/realm', {
      can_move_messages_between_topics_group: JSON.stringify({ new: { direct_members: [], direct_subgroups: [] } }),
    });
    await admin.ok.patch(`/streams/${channel}`, moderators);
    for (const call of [member.post(`/messages/${id}/pin`), member.delete(`/messages/${id}/pin`)]) {
      const { status, body } = await call;
      expect([status, body['msg']]).toEqual([400, "You don't have permission to pin messages in this channel."]);
    }
    await moderator.ok.post(`/messages/${id}/pin`);
    await admin.ok.post(`/messages/${id}/pin`, { scope: 'channel' });
    await admin.ok.delete(`/streams/${channel}`);
    for (const { status, body } of [
      await admin.post(`/messages/${id}/pin`),
      await admin.delete(`/messages/${id}/pin`),
      await admin.post(`/streams/${channel}/links`, { title: 'A', url: 'https://example.com' }),
    ])
      expect([status, body['msg']]).toEqual([400, "Channel 'strict' is archived: its messages stay as they are."]);
    expect(await pinsOf(admin, channel)).toMatchObject([{ message_id: id, scope: 'channel' }]);
  });

  test('are for messages in channels, and at most a hundred in one', async () => {
    const { owner } = world;
    const note = await owner.ok.post('/messages', { type: 'direct', to: [owner.userId], content: 'a note' });
    const direct = await owner.post(`/messages/${String(note['id'])}/pin`);
    expect([direct.status, direct.body['msg']]).toEqual([400, 'Only messages in channels can be pinned.']);
    const channel = await makeChannel(owner, 'full board', [owner]);
    const ids: number[] = [];
    for (let n = 0; n <= mostPins; n += 1) ids.push(await say(owner, 'full board', 'a', `${n}`));
    for (const id of ids.slice(0, mostPins)) await owner.ok.post(`/messages/${id}/pin`);
    const full = await owner.post(`/messages/${String(ids.at(-1))}/pin`);
    expect([full.status, full.body['msg']]).toEqual([400, 'A channel can have 100 pinned messages. Unpin one first.']);
    // What is pinned already can still be pinned to the channel.
    await owner.ok.post(`/messages/${String(ids[0])}/pin`, { scope: 'channel' });
    expect(await pinsOf(owner, channel)).toHaveLength(mostPins);
  });
});

describe('links of a channel', () => {
  test('are added and removed by users who administer it, in their order', async () => {
    const { admin, member } = world;
    const channel = await makeChannel(admin, 'linked', [admin, member]);
    const add = (client: Client, title: string, url: string) =>
      client.post(`/streams/${channel}/links`, { title, url });
    const { body } = await add(admin, 'Plan', 'https://example.com/plan?a=1#b');
    await add(admin, 'Wiki', 'http://192.168.1.20/wiki');
    const link = { title: 'Plan', url: 'https://example.com/plan?a=1#b', added_by: admin.userId };
    expect(await linksOf(member, channel)).toMatchObject([{ ...link, id: body['id'] }, { title: 'Wiki' }]);
    const refused = await add(member, 'Mine', 'https://example.com');
    expect([refused.status, refused.body['msg']]).toEqual([
      400,
      'You do not have permission to administer this channel.',
    ]);
    await admin.ok.delete(`/streams/${channel}/links/${String(body['id'])}`);
    expect(await linksOf(member, channel)).toMatchObject([{ title: 'Wiki' }]);
    const gone = await admin.delete(`/streams/${channel}/links/${String(body['id'])}`);
    expect([gone.status, gone.body['msg']]).toEqual([400, 'Invalid link']);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'example.com', 'ftp://example.com', 'https://', '/wiki'])(
    'refuses %s as no web address',
    async (url) => {
      const channel = await makeChannel(world.owner, `no ${url.slice(0, 20)}`, [world.owner]);
      const { status, body } = await world.owner.post(`/streams/${channel}/links`, { title: 'x', url });
      expect([status, body['parameters']]).toEqual([400, 'url']);
      expect(await linksOf(world.owner, channel)).toEqual([]);
    },
  );

  test('are at most twenty', async () => {
    const { owner } = world;
    const channel = await makeChannel(owner, 'many links', [owner]);
    const link = { title: 'x', url: 'https://example.com' };
    for (let n = 0; n < mostLinks; n += 1) await owner.ok.post(`/streams/${channel}/links`, link);
    const { status, body } = await owner.post(`/streams/${channel}/links`, link);
    expect([status, body['msg']]).toEqual([400, 'A channel can have 20 links. Remove one first.']);
  });
});

test('clients with the capability are informed of changes, and no others', async () => {
  const { admin, member, guest } = world;
  const settings = { invite_only: true };
  const channel = await makeChannel(admin, 'news of pins', [admin, member], settings);
  const id = await say(admin, 'news of pins', 'a', 'x');
  const knowing = await member.register({ client_capabilities: { channel_pins: true } });
  const older = await member.register();
  const stranger = await guest.register({ client_capabilities: { channel_pins: true } });
  const link = await admin.ok.post(`/streams/${channel}/links`, { title: 'x', url: 'https://example.com' });
  await admin.ok.delete(`/streams/${channel}/links/${String(link['id'])}`);
  await admin.ok.post(`/messages/${id}/pin`);
  await admin.ok.patch(`/messages/${id}`, { topic: 'b' });
  await admin.ok.delete(`/messages/${id}/pin`);
  await admin.ok.post(`/messages/${id}/pin`);
  await admin.ok.delete(`/messages/${id}`);
  const news = await knowing.eventsOf('channel_pins');
  expect(news.map((event) => (event as { stream_id?: number }).stream_id)).toEqual(Array(7).fill(channel));
  expect(await older.eventsOf('channel_pins')).toEqual([]);
  expect(await stranger.eventsOf('channel_pins')).toEqual([]);
});

test('stay after a restart', async () => {
  const other = await startWorld();
  const channel = await makeChannel(other.owner, 'kept', [other.owner]);
  const id = await say(other.owner, 'kept', 'a', 'x');
  await other.owner.ok.post(`/messages/${id}/pin`);
  await other.owner.ok.post(`/streams/${channel}/links`, { title: 'x', url: 'https://example.com' });
  await other.restart();
  expect(await pinsOf(other.owner, channel)).toMatchObject([{ message_id: id }]);
  expect(await linksOf(other.owner, channel)).toHaveLength(1);
  await other.stop();
});
