/** Typing: direct, in channels, and on messages being edited. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let general: number;
beforeAll(async () => {
  world = await startWorld();
  general = Number((await world.member.ok.get('/get_stream_id', { stream: 'general' }))['stream_id']);
  await world.member.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
});
afterAll(async () => {
  await world.stop();
});

const refused = { status: 400, code: 'BAD_REQUEST' } as const;
const types = { event_types: ['typing', 'typing_edit_message'] };
const who = (user: { userId: number; email: string }): Body => ({ user_id: user.userId, email: user.email });

describe('POST /typing', () => {
  it('without a type is about a direct message, and notifies every participant', async () => {
    const queue = await world.member2.register(types);
    const outsider = await world.guest.register(types);
    await world.member.ok.post('/typing', { op: 'start', to: [world.member2.userId] });
    await world.member.ok.post('/typing', { op: 'stop', to: [world.member2.userId], type: 'direct' });
    const event = {
      type: 'typing',
      message_type: 'direct',
      sender: who(world.member),
      recipients: [who(world.member), who(world.member2)],
    };
    expect(await queue.events()).toMatchObject([
      { ...event, op: 'start' },
      { ...event, op: 'stop' },
    ]);
    expect(await outsider.events()).toEqual([]);
  });

  it('in a channel reaches subscribers whose clients declared stream_typing_notifications', async () => {
    const knowing = await world.owner.register({
      ...types,
      client_capabilities: { stream_typing_notifications: true, empty_topic_name: true },
    });
    const plain = await world.owner.register(types);
    for (const type of ['stream', 'channel'])
      await world.member.ok.post('/typing', { type, op: 'start', stream_id: general, topic: '(no topic)' });
    const event = {
      type: 'typing',
      op: 'start',
      message_type: 'stream',
      sender: who(world.member),
      stream_id: general,
      topic: '',
    };
    expect(await knowing.events()).toMatchObject([event, event]);
    expect(await plain.events()).toEqual([]);
  });

  it('is not told to those who do not want it, nor by those who tell no one', async () => {
    const queue = await world.member2.register(types);
    await world.member2.ok.patch('/settings', { receives_typing_notifications: false });
    await world.member.ok.post('/typing', { op: 'start', to: [world.member2.userId] });
    expect(await queue.events()).toEqual([]);
    await world.member2.ok.patch('/settings', {
      send_private_typing_notifications: false,
      send_stream_typing_notifications: false,
    });
    await world.member2.fails('POST', '/typing', { op: 'start', to: [world.member.userId] }, refused);
    await world.member2.fails(
      'POST',
      '/typing',
      { type: 'channel', op: 'start', stream_id: general, topic: 'x' },
      refused,
    );
  });

  it('takes addresses in place of ids, as older clients send them', async () => {
    const queue = await world.admin.register(types);
    for (const to of [[world.admin.email], world.admin.email, `${world.admin.email}, ${world.moderator.email}`])
      await world.moderator.ok.post('/typing', { op: 'start', to });
    expect((await queue.events()).map((event) => (event['recipients'] as unknown[]).length)).toEqual([2, 2, 2]);
    const unknown = { op: 'start', to: ['nobody@example.com'] };
    await world.moderator.fails('POST', '/typing', unknown, { status: 400, code: 'BAD_REQUEST' });
  });

  it.each([
    ['no op', { to: [1] }, 'REQUEST_VARIABLE_MISSING'],
    ['an unknown op', { op: 'pause', to: [1] }, 'BAD_REQUEST'],
    ['nobody to tell', { op: 'start' }, 'BAD_REQUEST'],
    ['an empty list', { op: 'start', to: [] }, 'BAD_REQUEST'],
    ['an unknown user', { op: 'start', to: [99_999] }, 'BAD_REQUEST'],
    ['a channel message without stream_id', { op: 'start', type: 'stream', topic: 'x' }, 'BAD_REQUEST'],
    ['a channel message without topic', { op: 'start', type: 'stream', stream_id: 1 }, 'BAD_REQUEST'],
    ['an unknown type', { op: 'start', type: 'shout', to: [1] }, 'BAD_REQUEST'],
  ])('refuses %s', async (_what, params, code) => {
    await world.member.fails('POST', '/typing', params, { status: 400, code });
  });

  it('refuses a channel that is not there', async () => {
    const reply = await world.member.post('/typing', { op: 'start', type: 'stream', stream_id: 99_999, topic: 'x' });
    expect(reply.status).toBe(400);
  });
});

describe('POST /messages/{message_id}/typing', () => {
  it('notifies those who received the message', async () => {
    const sent = await world.member.ok.post('/messages', {
      type: 'direct',
      to: [world.admin.userId],
      content: 'hello',
    });
    const inChannel = await world.member.ok.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 'news',
      content: 'hello',
    });
    const queue = await world.admin.register(types);
    const forOwner = await world.owner.register(types);
    await world.member.ok.post(`/messages/${String(sent['id'])}/typing`, { op: 'start' });
    await world.member.ok.post(`/messages/${String(inChannel['id'])}/typing`, { op: 'stop' });
    const users = [world.member.userId, world.admin.userId].toSorted((a, b) => a - b);
    const event = { type: 'typing_edit_message', sender_id: world.member.userId };
    expect((await queue.events())[0]).toMatchObject({
      ...event,
      op: 'start',
      message_id: sent['id'],
      recipient: { type: 'direct', user_ids: users },
    });
    expect(await forOwner.events()).toMatchObject([
      {
        ...event,
        op: 'stop',
        message_id: inChannel['id'],
        recipient: { type: 'channel', channel_id: general, topic: 'news' },
      },
    ]);
  });

  it('notifies those, too, who came to the channel later, as they are informed of the edit', async () => {
    const message = { type: 'channel', to: 'general', topic: 'news', content: 'before' };
    const { id } = await world.member.ok.post('/messages', message);
    const newcomer = await world.newUser('Late Comer');
    const queue = await newcomer.register({ event_types: ['typing_edit_message', 'update_message'] });
    await world.member.ok.post(`/messages/${String(id)}/typing`, { op: 'start' });
    await world.member.ok.patch(`/messages/${String(id)}`, { content: 'after' });
    expect(await queue.events()).toMatchObject([
      { type: 'typing_edit_message', op: 'start', message_id: id },
      { type: 'update_message', message_id: id },
    ]);
  });

  it('names the empty topic to clients that do not know it', async () => {
    const sent = await world.member.ok.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: '',
      content: 'hello',
    });
    const plain = await world.owner.register(types);
    const knowing = await world.owner.register({ ...types, client_capabilities: { empty_topic_name: true } });
    await world.member.ok.post(`/messages/${String(sent['id'])}/typing`, { op: 'start' });
    expect(await plain.events()).toMatchObject([{ recipient: { topic: 'general chat' } }]);
    expect(await knowing.events()).toMatchObject([{ recipient: { topic: '' } }]);
  });

  it('is for the sender', async () => {
    const sent = await world.member.ok.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 'news',
      content: 'mine',
    });
    await world.admin.fails('POST', `/messages/${String(sent['id'])}/typing`, { op: 'start' }, refused);
    await world.member.fails('POST', '/messages/99999/typing', { op: 'start' }, refused);
  });
});
