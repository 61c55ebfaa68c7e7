/** Policies for topics: muted, unmuted, followed; the older list of muted topics; and topics themselves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let number = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const badRequest = { status: 400, code: 'BAD_REQUEST' };

async function create(client: Client, params: Body = {}): Promise<{ id: number; name: string }> {
  const name = `topics ${(number += 1)}`;
  const { id } = await client.ok.post('/channels/create', { name, subscribers: [client.userId], ...params });
  return { id: Number(id), name };
}

const send = async (client: Client, id: number, topic: string): Promise<number> =>
  Number((await client.ok.post('/messages', { type: 'stream', to: id, topic, content: 'x' }))['id']);
const fetch = (client: Client, types: string[], capabilities: Body = {}): Promise<Body> =>
  client.ok.post('/register', { fetch_event_types: types, event_types: [], client_capabilities: capabilities });

describe('POST /user_topics', () => {
  it('refuses an administrator in a private channel whose messages they cannot read; old and new form', async () => {
    const { id, name } = await create(world.owner, { invite_only: true });
    const [policy, topic] = [
      { stream_id: id, topic: 't' },
      { topic: 't', op: 'add' },
    ];
    for (const visibility_policy of [1, 2, 3])
      await world.admin.fails('POST', '/user_topics', { ...policy, visibility_policy }, badRequest);
    for (const place of [{ stream_id: id }, { stream: name }])
      await world.admin.fails('PATCH', '/users/me/subscriptions/muted_topics', { ...topic, ...place }, badRequest);
  });

  it('refuses a new topic by a name in which nothing could be sent; old and new form', async () => {
    const { id } = await create(world.owner);
    for (const topic of ['a\u202eb', '\u200b', 'a\nb']) {
      for (const visibility_policy of [1, 2, 3])
        await world.owner.fails('POST', '/user_topics', { stream_id: id, topic, visibility_policy }, badRequest);
      const mute = { stream_id: id, topic, op: 'add' };
      await world.owner.fails('PATCH', '/users/me/subscriptions/muted_topics', mute, badRequest);
      await world.owner.ok.post('/user_topics', { stream_id: id, topic, visibility_policy: 0 });
    }
    // Messages of old data are in such a topic.
    const old = await send(world.owner, id, 'old');
    await world.server.services.storage.transaction((tx) =>
      tx.run("UPDATE messages SET topic = 'a\u202eb', topic_key = 'a\u202eb' WHERE id = ?", old),
    );
    await world.owner.ok.post('/user_topics', { stream_id: id, topic: 'a\u202eb', visibility_policy: 1 });
  });

  it('removes a policy of a private channel that the administrator has left', async () => {
    const { id } = await create(world.admin, { invite_only: true });
    await world.admin.ok.post('/user_topics', { stream_id: id, topic: 't', visibility_policy: 1 });
    await world.admin.ok.delete('/users/me/subscriptions', { subscriptions: [`topics ${number}`] });
    await world.admin.ok.post('/user_topics', { stream_id: id, topic: 't', visibility_policy: 0 });
    expect(await world.db('SELECT 1 FROM user_topics WHERE stream_id = ?', id)).toEqual([]);
  });

  it.each([1, 2, 3])('sets the policy %i, notifies the user, and takes it back with 0', async (policy) => {
    const { id } = await create(world.member);
    const [queue, other] = [
      await world.member.register({ event_types: ['user_topic'] }),
      await world.member2.register({ event_types: ['user_topic'] }),
    ];
    const row = {
      stream_id: id,
      topic_name: 'Plans',
      last_updated: Math.floor(world.clock.nowMs / 1000),
      visibility_policy: policy,
    };
    await world.member.ok.post('/user_topics', { stream_id: id, topic: 'Plans', visibility_policy: policy });
    expect(await queue.events()).toMatchObject([row]);
    expect((await fetch(world.member, ['user_topic']))['user_topics']).toContainEqual(row);
    await world.member.ok.post('/user_topics', { stream_id: id, topic: 'pLANS', visibility_policy: policy });
    expect(await queue.events()).toEqual([]);
    await world.member.ok.post('/user_topics', { stream_id: id, topic: 'pLANS', visibility_policy: 0 });
    expect(await queue.events()).toMatchObject([{ stream_id: id, visibility_policy: 0 }]);
    expect((await fetch(world.member, ['user_topic']))['user_topics']).toEqual([]);
    expect(await other.events()).toEqual([]);
  });

  it('reads the display name of the empty topic as the empty topic, and sends it as the client knows it', async () => {
    const { id } = await create(world.member);
    const [older, newer] = [
      await world.member.register({ event_types: ['user_topic'] }),
      await world.member.register({ event_types: ['user_topic'], client_capabilities: { empty_topic_name: true } }),
    ];
    await world.member.ok.post('/user_topics', { stream_id: id, topic: 'general chat', visibility_policy: 3 });
    expect(await older.events()).toMatchObject([{ topic_name: 'general chat' }]);
    expect(await newer.events()).toMatchObject([{ topic_name: '' }]);
    expect((await fetch(world.member, ['user_topic'], { empty_topic_name: true }))['user_topics']).toMatchObject([
      { topic_name: '' },
    ]);
    expect((await fetch(world.member, ['user_topic']))['user_topics']).toMatchObject([{ topic_name: 'general chat' }]);
    await world.member.ok.post('/user_topics', { stream_id: id, topic: '', visibility_policy: 0 });
    expect((await fetch(world.member, ['user_topic']))['user_topics']).toEqual([]);
  });

  it('refuses what is not a policy, a topic or a channel of the caller', async () => {
    const [mine, hidden] = [await create(world.member), await create(world.member2, { invite_only: true })];
    const before = await world.dump();
    const refuse = (params: Body, code = 'BAD_REQUEST') =>
      world.member.fails(
        'POST',
        '/user_topics',
        { stream_id: mine.id, topic: 't', visibility_policy: 1, ...params },
        { status: 400, code },
      );
    await refuse({ stream_id: hidden.id });
    await refuse({ stream_id: 98_765 });
    await refuse({ topic: 'x'.repeat(61) });
    await refuse({ topic: 'nul\0l' });
    const { status } = await world.member.post('/user_topics', {
      stream_id: mine.id,
      topic: 't',
      visibility_policy: 4,
    });
    expect(status).toBe(400);
    await world.member.fails(
      'POST',
      '/user_topics',
      { stream_id: mine.id, topic: 't' },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING' },
    );
    expect(await world.dump()).toBe(before);
  });
});

describe('PATCH /users/me/subscriptions/muted_topics', () => {
  const path = '/users/me/subscriptions/muted_topics';

  it('mutes by id or by name, and takes it back', async () => {
    const { id, name } = await create(world.member);
    const now = Math.floor(world.clock.nowMs / 1000);
    const queue = await world.member.register({ event_types: ['muted_topics'] });
    await world.member.ok.patch(path, { stream_id: id, topic: 'Loud', op: 'add' });
    await world.member.ok.patch(path, { stream: name, topic: 'Louder', op: 'add' });
    expect((await queue.events()).at(-1)?.['muted_topics']).toEqual([
      [name, 'Loud', now],
      [name, 'Louder', now],
    ]);
    expect((await fetch(world.member, ['muted_topics']))['muted_topics']).toHaveLength(2);
    await world.member.fails('PATCH', path, { stream_id: id, topic: 'loud', op: 'add' }, badRequest);
    await world.member.ok.patch(path, { stream_id: id, topic: 'LOUD', op: 'remove' });
    await world.member.fails('PATCH', path, { stream_id: id, topic: 'loud', op: 'remove' }, badRequest);
    await world.member.ok.patch(path, { stream: name, topic: 'Louder', op: 'remove' });
    expect((await queue.events()).at(-1)?.['muted_topics']).toEqual([]);
  });

  it('notifies only clients that do not ask for user_topic', async () => {
    const { id } = await create(world.member);
    const [both, older] = [
      await world.member.register({ event_types: ['user_topic', 'muted_topics'] }),
      await world.member.register({ event_types: ['muted_topics'] }),
    ];
    await world.member.ok.patch(path, { stream_id: id, topic: 'a', op: 'add' });
    expect((await both.events()).map((event) => event['type'])).toEqual(['user_topic']);
    expect((await older.events()).map((event) => event['type'])).toEqual(['muted_topics']);
    await world.member.ok.post('/user_topics', { stream_id: id, topic: 'a', visibility_policy: 3 });
    expect(await older.events()).toMatchObject([{ muted_topics: [] }]);
    await world.member.ok.post('/user_topics', { stream_id: id, topic: 'a', visibility_policy: 2 });
    expect(await older.events()).toEqual([]);
    expect(await fetch(world.member, ['user_topic', 'muted_topics'])).not.toHaveProperty('muted_topics');
  });

  it('needs exactly one of stream_id and stream', async () => {
    const { id, name } = await create(world.member);
    await world.member.fails('PATCH', path, { stream_id: id, stream: name, topic: 't', op: 'add' }, badRequest);
    await world.member.fails('PATCH', path, { topic: 't', op: 'add' }, badRequest);
    await world.member.fails('PATCH', path, { stream_id: id, topic: 't', op: 'toggle' }, badRequest);
    await world.member2.fails('PATCH', path, { stream: 'no such channel', topic: 't', op: 'add' }, badRequest);
  });
});

const topics = async (client: Client, id: number, params: Body = {}): Promise<Body[]> =>
  (await client.ok.get(`/users/me/${id}/topics`, params))['topics'] as Body[];

describe('GET /users/me/{stream_id}/topics', () => {
  it('lists topics by their newest message, whatever their capitals', async () => {
    const { id } = await create(world.member);
    await send(world.member, id, 'one');
    const two = await send(world.member, id, 'two');
    const one = await send(world.member, id, 'ONE');
    expect((await topics(world.member, id)).slice(0, 2)).toEqual([
      { max_id: one, name: 'ONE' },
      { max_id: two, name: 'two' },
    ]);
  });

  it('names the empty topic as the client knows it', async () => {
    const { id } = await create(world.member);
    await send(world.member, id, '');
    expect((await topics(world.member, id))[0]?.['name']).toBe('general chat');
    expect((await topics(world.member, id, { allow_empty_topic_name: true }))[0]?.['name']).toBe('');
  });

  it('shows those who cannot see the history of a channel only what they received', async () => {
    const { id, name } = await create(world.member, { invite_only: true });
    await send(world.member, id, 'early');
    const both = await send(world.member, id, 'both');
    await world.member.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [world.member2.userId],
    });
    expect(await topics(world.member2, id)).toEqual([]);
    const late = await send(world.member, id, 'late');
    expect(await topics(world.member2, id)).toEqual([{ max_id: late, name: 'late' }]);
    expect(await topics(world.member, id)).toContainEqual({ max_id: both, name: 'both' });
  });

  it('is for those who read the channel', async () => {
    const { id } = await create(world.member, { invite_only: true });
    for (const client of [world.member2, world.admin, world.guest])
      await client.fails('GET', `/users/me/${id}/topics`, {}, badRequest);
    await world.member.fails('GET', '/users/me/98765/topics', {}, badRequest);
    const open = await create(world.member);
    await world.guest.fails('GET', `/users/me/${open.id}/topics`, {}, badRequest);
    expect(await topics(world.member2, open.id)).toHaveLength(1);
  });
});

describe('POST /streams/{stream_id}/delete_topic', () => {
  it('deletes all messages of the topic, whatever its capitals, for administrators', async () => {
    const { id } = await create(world.member);
    const gone = [await send(world.member, id, 'Old'), await send(world.member, id, 'old')];
    const kept = await send(world.member, id, 'new');
    const queue = await world.member.register({
      event_types: ['delete_message'],
      client_capabilities: { bulk_message_deletion: true },
    });
    expect(await world.admin.ok.post(`/streams/${id}/delete_topic`, { topic_name: 'OLD' })).toMatchObject({
      complete: true,
    });
    const rows = await world.db<{ id: number }>('SELECT id FROM messages WHERE stream_id = ? ORDER BY id', id);
    expect(rows.map((row) => row.id)).toContain(kept);
    expect(rows.map((row) => row.id)).not.toContain(gone[0]);
    expect((await queue.events()).flatMap((event) => event['message_ids'] as number[]).toSorted()).toEqual(
      gone.toSorted(),
    );
    expect(await world.admin.ok.post(`/streams/${id}/delete_topic`, { topic_name: 'never was' })).toMatchObject({
      complete: true,
    });
  });

  it('comes to an end where much is left that the caller cannot read', async () => {
    const history = { invite_only: true, history_public_to_subscribers: false };
    const { id, name } = await create(world.member, history);
    const first = await send(world.member, id, 'long');
    const columns =
      'sender_id, recipient_id, stream_id, topic, topic_key, content, own_html, timestamp, client, is_me_message, has_link, has_image, has_attachment';
    await world.server.services.storage.transaction((tx) =>
      tx.run(
        `INSERT INTO messages (${columns}) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
         SELECT ${columns} FROM messages, n WHERE id = ?`,
        first,
      ),
    );
    await world.member.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [world.admin.userId],
    });
    await send(world.member, id, 'long');
    const ask = () => world.admin.ok.post(`/streams/${id}/delete_topic`, { topic_name: 'long' });
    expect([(await ask())['complete'], (await ask())['complete']]).toEqual([false, true]);
    const [left] = await world.db<{ n: number }>('SELECT count(*) AS n FROM messages WHERE topic_key = ?', 'long');
    expect(left?.n).toBe(5001);
  });

  it('is for those who may delete what others wrote, in channels they read', async () => {
    const [open, shut] = [await create(world.member), await create(world.member, { invite_only: true })];
    await send(world.member, open.id, 't');
    const before = await world.dump();
    for (const client of [world.member, world.moderator]) {
      await client.fails(
        'POST',
        `/streams/${open.id}/delete_topic`,
        { topic_name: 't' },
        { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
      );
    }
    await world.admin.fails('POST', `/streams/${shut.id}/delete_topic`, { topic_name: 't' }, badRequest);
    expect(await world.dump()).toBe(before);
    await world.owner.ok.patch(`/streams/${open.id}`, {
      can_delete_any_message_group: { new: { direct_members: [world.member.userId], direct_subgroups: [] } },
    });
    expect(await world.member.ok.post(`/streams/${open.id}/delete_topic`, { topic_name: 't' })).toMatchObject({
      complete: true,
    });
  });
});

it('takes 20,000 policies of one user, and goes on changing and removing those', async () => {
  const user = await world.newUser('Polly Policy');
  const { id } = await create(user);
  await world.server.services.storage.transaction((tx) =>
    tx.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       INSERT INTO user_topics (user_id, stream_id, topic_key, topic, visibility_policy, last_updated)
       SELECT ?, ?, 'topic ' || i, 'topic ' || i, 1, 0 FROM n`,
      user.userId,
      id,
    ),
  );
  const set = async (topic: string, policy: number) =>
    user.post('/user_topics', { stream_id: id, topic, visibility_policy: policy });
  expect(await set('one more', 1)).toMatchObject({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      msg: 'A user can mute, unmute and follow at most 20000 topics. Reset some of them first.',
    },
  });
  expect((await set('topic 1', 3)).status).toBe(200);
  expect((await set('topic 2', 0)).status).toBe(200);
  expect((await set('one more', 1)).status).toBe(200);
});
