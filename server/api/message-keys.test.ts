/** Sending once under a key of one's own (header Idempotency-Key of POST /messages), whatever happens to the answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../durations.ts';
import { encodeParams, type Client, type Reply } from '../testing/client.ts';
import { makeChannel } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

async function sendUnder(client: Client, key: string, params: Record<string, unknown> = {}): Promise<Reply> {
  const message = { type: 'channel', to: 'general', topic: 'keys', content: key, ...params };
  return client.request('POST', '/messages', { body: encodeParams(message), headers: { 'Idempotency-Key': key } });
}

const messagesLike = async (content: string): Promise<{ id: number }[]> =>
  world.db<{ id: number }>('SELECT id FROM messages WHERE content = ?', content);
const forget = async () => world.server.workers.jobs.find(({ name }) => name === 'sent message keys')?.run();

describe('POST /messages with an Idempotency-Key', () => {
  it('makes one message of the same key, notifies its queue once, and answers the same', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    const topic = { topic: 'answers', content: 'first' };
    const first = await sendUnder(world.owner, 'twice', topic);
    const second = await sendUnder(world.owner, 'twice', topic);
    expect(first.status).toBe(200);
    expect(first.body).toHaveProperty('id');
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await messagesLike('first')).toEqual([{ id: first.body['id'] }]);
    expect(await queue.eventsOf('message')).toHaveLength(1);
  });

  it('says again that sending changed the policy of its topic', async () => {
    await world.owner.ok.patch('/settings', { automatically_follow_topics_policy: 1 });
    const first = await sendUnder(world.owner, 'policy', { topic: 'a topic to follow' });
    const second = await sendUnder(world.owner, 'policy', { topic: 'a topic to follow' });
    expect(first.body).toMatchObject({ automatic_new_visibility_policy: 3 });
    expect(second.body).toEqual(first.body);
  });

  it('makes one message of two requests that run at once', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => sendUnder(world.owner, 'at-once')));
    const [stored] = await messagesLike('at-once');
    expect(await messagesLike('at-once')).toHaveLength(1);
    expect(replies.map(({ status, body }) => [status, body['id']])).toEqual(replies.map(() => [200, stored?.id]));
  });

  it('still knows it after a restart, and after the message is gone', async () => {
    const first = await sendUnder(world.owner, 'restart');
    await world.restart();
    const second = await sendUnder(world.owner, 'restart');
    expect(second.body).toEqual(first.body);
    await world.owner.ok.delete(`/messages/${String(first.body['id'])}`);
    expect((await sendUnder(world.owner, 'restart')).body).toEqual(first.body);
    expect(await messagesLike('restart')).toEqual([]);
  });

  it('refuses another content under a key, and names the message that has it', async () => {
    const first = await sendUnder(world.owner, 'reused');
    const second = await sendUnder(world.owner, 'reused', { content: 'another content' });
    expect(second).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED', id: first.body['id'] } });
    expect(await messagesLike('another content')).toEqual([]);
    // The topic may have been renamed while the client was away.
    expect((await sendUnder(world.owner, 'reused', { topic: 'renamed' })).body).toEqual(first.body);
  });

  it('refuses other recipients of a direct message under a key, and a direct message under the key of a channel', async () => {
    const toMember = { type: 'direct', to: [world.member.userId], content: 'one text' };
    await sendUnder(world.owner, 'of-a-channel', { content: 'one text' });
    const reused = { status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } };
    expect(await sendUnder(world.owner, 'of-a-channel', toMember)).toMatchObject(reused);
    const first = await sendUnder(world.owner, 'direct', toMember);
    expect(first.status).toBe(200);
    expect((await sendUnder(world.owner, 'direct', toMember)).body).toEqual(first.body);
    expect(await sendUnder(world.owner, 'direct', { ...toMember, to: [world.owner.userId] })).toMatchObject(reused);
  });

  it('keeps the keys of different people apart', async () => {
    const mine = await sendUnder(world.owner, 'shared');
    const theirs = await sendUnder(world.member, 'shared');
    expect(theirs.body['id']).not.toBe(mine.body['id']);
    expect(await messagesLike('shared')).toHaveLength(2);
  });

  it('keeps no key of a message that was refused: the same key sends what is put right', async () => {
    const refused = await sendUnder(world.owner, 'refused', { to: 'a new channel' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'STREAM_DOES_NOT_EXIST' } });
    await makeChannel(world.owner, 'a new channel', [world.owner]);
    expect(await sendUnder(world.owner, 'refused', { to: 'a new channel' })).toMatchObject({ status: 200 });
    expect(await messagesLike('refused')).toHaveLength(1);
  });

  it('answers by the account of the moment: a user who may no longer send is not told what they sent', async () => {
    const leaver = await world.newUser('Lea Leaver');
    await sendUnder(leaver, 'leaving');
    await world.owner.ok.delete(`/users/${leaver.userId}`);
    expect(await sendUnder(leaver, 'leaving')).toMatchObject({ status: 401, body: { code: 'USER_DEACTIVATED' } });
  });

  it('keeps a key for seven days', async () => {
    const first = await sendUnder(world.owner, 'week');
    world.clock.advance(7 * dayMs);
    await forget();
    expect((await sendUnder(world.owner, 'week')).body).toEqual(first.body);
    world.clock.advance(1000);
    await forget();
    expect(await world.db("SELECT * FROM sent_message_keys WHERE key = 'week'")).toEqual([]);
    expect((await sendUnder(world.owner, 'week')).body['id']).not.toBe(first.body['id']);
  });

  it('refuses a key that is empty, too long, or not visible ASCII, and sends nothing', async () => {
    const before = await messagesLike('bad key');
    for (const key of ['', 'x'.repeat(129), 'two words', 'tab\there', 'schlüssel']) {
      const reply = await sendUnder(world.owner, key, { content: 'bad key' });
      expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect(reply.body['msg']).toBe('Idempotency-Key must be 1 to 128 visible ASCII characters');
    }
    expect(await messagesLike('bad key')).toEqual(before);
    expect(await sendUnder(world.owner, 'x'.repeat(128))).toMatchObject({ status: 200 });
  });
});
