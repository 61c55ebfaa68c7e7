/**
 * What a hostile and careful reader of the server once found, one test a finding, so that none of it comes back.
 */
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

describe('Nobody rises by what they can read', () => {
  test('an administrator sees no link of an invitation to be an owner: not in lists, deliveries or the outbox', async () => {
    await world.owner.ok.post('/invites', { invitee_emails: 'next.owner@example.com', stream_ids: [], invite_as: 100 });
    const { invite_link: link } = await world.owner.ok.post('/invites/multiuse', { invite_as: 100 });
    const keys = (await world.db<{ key: string }>('SELECT key FROM invitations ORDER BY id')).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(String(link)).toContain(keys[1]);
    const outbox = async (who: Client) => (await who.ok.get('/console/outbox'))['mails'] as { name: string }[];
    await expect.poll(async () => (await outbox(world.owner)).length, { interval: 10 }).toBeGreaterThan(0);
    const everything = async (who: Client): Promise<string> => {
      const answers: unknown[] = [];
      for (const path of ['/invites', '/console/invitations', '/console/deliveries'])
        answers.push(await who.ok.get(path));
      for (const { name } of await outbox(who)) answers.push(await who.ok.get(`/console/outbox/${name}`));
      return textOf(answers);
    };
    for (const key of keys) expect(await everything(world.owner)).toContain(key);
    for (const key of keys) expect(await everything(world.admin)).not.toContain(key);
  });

  test('an administrator gets no key of a bot that is an owner', async () => {
    const made = await world.owner.ok.post('/bots', { full_name: 'Mighty Bot', short_name: 'mighty' });
    const id = Number(made['user_id']);
    await world.owner.ok.patch(`/users/${id}`, { role: 100 });
    const [stored] = await world.db<{ api_key: string }>('SELECT api_key FROM users WHERE id = ?', id);
    const key = stored?.api_key ?? '';
    const queue = await world.admin.register();
    expect(textOf(queue.state)).not.toContain(key);
    expect(textOf(await world.admin.ok.get('/bots'))).not.toContain(key);
    expect(textOf(await world.owner.ok.get('/bots'))).toContain(key);
    for (const [method, path] of [
      ['POST', `/bots/${id}/api_key/regenerate`],
      ['PATCH', `/bots/${id}`],
      ['DELETE', `/bots/${id}`],
    ] as const)
      await world.admin.fails(method, path, {}, { status: 400, code: 'BAD_REQUEST' });
    const { api_key: fresh } = await world.owner.ok.post(`/bots/${id}/api_key/regenerate`);
    expect(textOf(await queue.events())).not.toContain(String(fresh));
  });
});

describe('Invitations hold no longer than the right to invite', () => {
  const linkKey = async (who: Client, invite_as: number) =>
    String((await who.ok.post('/invites/multiuse', { invite_as }))['invite_link'])
      .split('/')
      .at(-1) ?? '';

  test('they end with the account of whoever made them, and do not come back with it', async () => {
    const inviter = await world.newUser('Ines Inviter', 200);
    const key = await linkKey(inviter, 400);
    await world.stranger.ok.get(`/console/join/${key}`);
    await world.owner.ok.delete(`/users/${inviter.userId}`);
    const gone = { status: 404, code: 'INVITATION_NOT_FOUND' };
    await world.stranger.fails('GET', `/console/join/${key}`, {}, gone);
    const form = { full_name: 'Late Comer', password: 'a good password', email: 'late@example.com' };
    await world.stranger.fails('POST', `/console/join/${key}`, form, gone);
    await world.owner.ok.post(`/users/${inviter.userId}/reactivate`);
    await world.stranger.fails('GET', `/console/join/${key}`, {}, gone);
  });

  test('nobody makes administrators by a link from the time when they were one', async () => {
    const inviter = await world.newUser('Dora Demoted', 200);
    const key = await linkKey(inviter, 200);
    await world.owner.ok.patch(`/users/${inviter.userId}`, { role: 400 });
    await world.stranger.fails('GET', `/console/join/${key}`, {}, { status: 404, code: 'INVITATION_NOT_FOUND' });
  });
});

describe('A hidden address finds nobody', () => {
  test('not by messages, narrows, queues or pictures; and those who may see it find its owner', async () => {
    const hidden = await world.newUser('Hedda Hidden');
    await hidden.ok.patch('/settings', { email_address_visibility: 3 });
    const address = 'hedda.hidden@example.com';
    const bad = { status: 400, code: 'BAD_REQUEST' };
    const message = { type: 'direct', to: [address], content: 'who are you?' };
    await world.member.fails('POST', '/messages', message, bad);
    await world.admin.ok.post('/messages', message);
    for (const operator of ['sender', 'dm', 'dm-including']) {
      const narrow = [{ operator, operand: address }];
      await world.member.fails('GET', '/messages', { narrow, anchor: 'newest', num_before: 1, num_after: 0 }, bad);
      await world.member.fails('POST', '/register', { narrow }, bad);
      await world.admin.ok.get('/messages', { narrow, anchor: 'newest', num_before: 1, num_after: 0 });
    }
    const picture = async (who: Client, name: string) =>
      (await who.request('GET', `!/avatar/${encodeURIComponent(name)}`)).headers.get('etag');
    expect(await picture(world.admin, address)).toBe(await picture(world.admin, String(hidden.userId)));
    expect(await picture(world.member, address)).not.toBe(await picture(world.member, String(hidden.userId)));
    const queue = await world.member.register({ event_types: ['message'], client_gravatar: true });
    await hidden.ok.post('/messages', { type: 'direct', to: [world.member.userId], content: 'hello' });
    const [event] = await queue.eventsOf('message');
    expect(messageIn(event)['avatar_url']).toMatch(/^\/avatar\//);
  });
});

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

  test('reactions and typing name nobody they do not see', async () => {
    const { id } = await world.owner.ok.post('/messages', { ...toGuests, content: 'react to this' });
    const seeing = await world.owner.register({ event_types: ['reaction', 'typing'] });
    const capabilities = { stream_typing_notifications: true };
    const queue = await guest.register({ event_types: ['reaction', 'typing'], client_capabilities: capabilities });
    await stranger.ok.post(`/messages/${Number(id)}/reactions`, { emoji_name: 'tada' });
    await stranger.ok.delete(`/messages/${Number(id)}/reactions`, { emoji_name: 'tada' });
    const streamId = await channelIdOf('with guests');
    await stranger.ok.post('/typing', { type: 'channel', op: 'start', stream_id: streamId, topic: 'x' });
    await stranger.ok.post('/typing', { type: 'direct', op: 'start', to: [guest.userId, world.owner.userId] });
    const events = await queue.events();
    expect(events.map(({ type }) => type)).toEqual(['reaction', 'reaction', 'typing', 'typing']);
    expect(textOf(events)).not.toContain(secret);
    expect(textOf(events)).not.toContain(stranger.email);
    expect(textOf(await seeing.events())).toContain(stranger.email);
  });

  test('their picture is that of nobody, and a profile cannot be made to name them', async () => {
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

describe('What happens to messages is told to those who may know of them', () => {
  let streamId: number;
  let late: Client;
  let outsider: Client;

  beforeAll(async () => {
    late = await world.newUser('Lara Late');
    outsider = await world.newUser('Otto Outsider');
    const made = await world.owner.ok.post('/channels/create', {
      name: 'protected plans',
      subscribers: [world.owner.userId, world.member.userId],
      invite_only: true,
      history_public_to_subscribers: false,
    });
    streamId = Number(made['id']);
  });

  const say = async (topic: string, content: string): Promise<number> =>
    Number((await world.owner.ok.post('/messages', { type: 'channel', to: streamId, topic, content }))['id']);
  const join = async (): Promise<void> => {
    await world.owner.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'protected plans' }],
      principals: [late.userId],
    });
  };

  test('in a channel with protected history, newcomers hear nothing of what was before them', async () => {
    const old = await say('the takeover', 'nobody may know');
    const before = await say('budget', 'before Lara');
    await join();
    const after = await say('budget', 'with Lara');
    const types = ['delete_message', 'update_message'];
    const queue = await late.register({ event_types: types, client_capabilities: { bulk_message_deletion: true } });
    const full = await world.member.register({
      event_types: types,
      client_capabilities: { bulk_message_deletion: true },
    });
    await world.owner.ok.patch(`/messages/${before}`, { topic: 'money', propagate_mode: 'change_all' });
    await world.owner.ok.delete(`/messages/${old}`);
    await world.owner.ok.post(`/streams/${streamId}/delete_topic`, { topic_name: 'money' });
    expect(await queue.events()).toMatchObject([
      { type: 'update_message', message_id: after, message_ids: [after], orig_subject: 'budget', subject: 'money' },
      { type: 'delete_message', message_ids: [after, expect.any(Number)], topic: 'money' },
    ]);
    expect(await full.events()).toMatchObject([
      { type: 'update_message', message_id: before, message_ids: [before, after] },
      { type: 'delete_message', message_ids: [old], topic: 'the takeover' },
      { type: 'delete_message', message_ids: [before, after, expect.any(Number)] },
    ]);
  });

  test('no notice or event names a private channel to people who do not know it', async () => {
    await outsider.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const id = await say('out of hiding', 'this goes public');
    const queue = await outsider.register();
    const general = Number((await world.owner.ok.get('/get_stream_id', { stream: 'general' }))['stream_id']);
    const moved = { stream_id: general, send_notification_to_new_thread: true, send_notification_to_old_thread: true };
    await world.owner.ok.patch(`/messages/${id}`, { ...moved, propagate_mode: 'change_all' });
    const events = await queue.events();
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['update_message', 'message']));
    expect(textOf(events)).not.toContain('protected plans');
    const range = { narrow: [['channel', 'general']], anchor: 'newest', num_before: 10, num_after: 0 };
    expect(textOf(await outsider.ok.get('/messages', range))).not.toContain('protected plans');
    const back = { ...moved, stream_id: streamId, propagate_mode: 'change_one' };
    await world.owner.ok.patch(`/messages/${id}`, back);
    expect(textOf(await outsider.ok.get('/messages', range))).not.toContain('protected plans');
    expect(textOf(await queue.events())).not.toContain('protected plans');
  });

  test('a member who becomes a guest no longer listens to all public channels', async () => {
    const former = await world.newUser('Fritz Former');
    await former.ok.delete('/users/me/subscriptions', { subscriptions: ['general', 'sandbox'] });
    const queue = await former.register({ event_types: ['message'], all_public_streams: true });
    const quiet = await former.register({ event_types: ['message'] });
    const message = { type: 'channel', to: 'general', topic: 'open', content: 'for members' };
    await world.owner.ok.post('/messages', message);
    expect(await queue.eventsOf('message')).toHaveLength(1);
    await world.owner.ok.patch(`/users/${former.userId}`, { role: 600 });
    await world.owner.ok.post('/messages', message);
    const poll = { queue_id: queue.queueId, dont_block: true };
    await former.fails('GET', '/events', poll, { status: 400, code: 'BAD_EVENT_QUEUE_ID' });
    expect(await quiet.events()).toEqual([]);
  });
});
