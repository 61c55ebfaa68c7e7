/** Guests of limited sight learn nothing of people whom they do not see. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

/** The message of a message event. */
const messageIn = (event: Body | undefined): Body => (event?.['message'] ?? {}) as Body;

/** Every text in an answer, wherever it is. */
const textOf = (body: unknown): string => JSON.stringify(body);

describe('A guest of limited sight learns nothing of people they do not see', () => {
  let guest: Client;
  let stranger: Client;
  const secret = 'Sven Secret';

  beforeAll(async () => {
    guest = world.guest;
    stranger = await world.newUser(secret);
    const { id } = await world.owner.ok.post('/channels/create', {
      name: 'with guests',
      subscribers: [world.owner.userId, guest.userId],
    });
    const all = (await world.db<{ name: string }>('SELECT name FROM streams WHERE id <> ?', Number(id))).map(
      ({ name }) => name,
    );
    await guest.ok.delete('/users/me/subscriptions', { subscriptions: all });
    await guest.fails('GET', `/users/${stranger.userId}`, {}, { status: 400, code: 'BAD_REQUEST' });
  });

  const toGuests = { type: 'channel', to: 'with guests', topic: 'x' };
  const channelIdOf = async (name: string) =>
    Number((await world.owner.ok.get('/get_stream_id', { stream: name }))['stream_id']);

  test('message events and fetches agree on who wrote', async () => {
    const seeing = await world.owner.register({ event_types: ['message'] });
    const queue = await guest.register({ event_types: ['message'], apply_markdown: true });
    const { id } = await stranger.ok.post('/messages', { ...toGuests, content: 'a word from outside' });
    const [event] = await queue.eventsOf('message');
    const told = messageIn(event);
    const { message } = (await guest.ok.get(`/messages/${Number(id)}`)) as { message: Body };
    expect(textOf(event)).not.toContain(secret);
    expect(textOf(event)).not.toContain(stranger.email);
    for (const field of ['sender_id', 'sender_email', 'sender_full_name', 'avatar_url', 'content'])
      expect(told[field], field).toEqual(message[field]);
    const [other] = await seeing.eventsOf('message');
    expect(messageIn(other)['sender_full_name']).toBe(secret);
  });

  test('reactions and typing name no one they do not see', async () => {
    const { id } = await world.owner.ok.post('/messages', { ...toGuests, content: 'react to this' });
    const seeing = await world.owner.register({ event_types: ['reaction', 'typing'] });
    const capabilities = { stream_typing_notifications: true };
    const queue = await guest.register({ event_types: ['reaction', 'typing'], client_capabilities: capabilities });
    await stranger.ok.post(`/messages/${Number(id)}/reactions`, { emoji_name: 'tada' });
    await stranger.ok.delete(`/messages/${Number(id)}/reactions`, { emoji_name: 'tada' });
    const channelId = await channelIdOf('with guests');
    await stranger.ok.post('/typing', { type: 'channel', op: 'start', stream_id: channelId, topic: 'x' });
    await stranger.ok.post('/typing', { type: 'direct', op: 'start', to: [guest.userId, world.owner.userId] });
    const events = await queue.events();
    expect(events.map(({ type }) => type)).toEqual(['reaction', 'reaction', 'typing', 'typing']);
    expect(textOf(events)).not.toContain(secret);
    expect(textOf(events)).not.toContain(stranger.email);
    expect(textOf(await seeing.events())).toContain(stranger.email);
  });

  test('their picture is that of no one, and a profile cannot be made to name them', async () => {
    const picture = async (who: Client, id: number) => (await who.request('GET', `!/avatar/${id}`)).headers.get('etag');
    expect(await picture(guest, stranger.userId)).not.toBe(await picture(world.owner, stranger.userId));
    const { id: field } = await world.admin.ok.post('/realm/profile_fields', { field_type: 2, name: 'About' });
    await guest.ok.patch('/users/me/profile_data', {
      data: [{ id: field, value: `@**|${stranger.userId}** and @**|${world.owner.userId}**` }],
    });
    const own = textOf(await guest.ok.get('/users/me'));
    expect(own).toContain(world.owner.name);
    expect(own).not.toContain(secret);
  });

  test('read receipts list only readers whom they see', async () => {
    const { id: channel } = await world.owner.ok.post('/channels/create', {
      name: 'read by many',
      subscribers: [world.owner.userId, guest.userId, stranger.userId],
    });
    const { id } = await world.owner.ok.post('/messages', {
      type: 'channel',
      to: channel,
      topic: 'x',
      content: 'read me',
    });
    await stranger.ok.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const receipts = `/messages/${Number(id)}/read_receipts`;
    expect((await guest.ok.get(receipts))['user_ids']).toContain(stranger.userId);
    await world.owner.ok.delete(`/streams/${Number(channel)}`);
    expect((await guest.ok.get(receipts))['user_ids']).not.toContain(stranger.userId);
    expect((await world.owner.ok.get(receipts))['user_ids']).toContain(stranger.userId);
  });
});
