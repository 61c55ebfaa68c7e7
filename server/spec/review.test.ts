/**
 * What a hostile and careful reader of the server once found, one test a finding, so that none of it comes back.
 */
import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiledLinkifiers } from '../domain/linkifiers/compiled.shared.ts';
import { SignInLimiter } from '../http/rate-limit.ts';
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

describe('No one rises by what they can read', () => {
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

  test('they end with the account of the user who made them, and do not come back with it', async () => {
    const inviter = await world.newUser('Ines Inviter', 200);
    const key = await linkKey(inviter, 400);
    await world.stranger.ok.get(`/console/join/${key}`);
    await world.owner.ok.delete(`/users/${inviter.userId}`);
    const gone = { status: 404, code: 'INVITATION_WITHDRAWN' };
    await world.stranger.fails('GET', `/console/join/${key}`, {}, gone);
    const form = { full_name: 'Late Comer', password: 'a good password', email: 'late@example.com' };
    await world.stranger.fails('POST', `/console/join/${key}`, form, gone);
    await world.owner.ok.post(`/users/${inviter.userId}/reactivate`);
    await world.stranger.fails('GET', `/console/join/${key}`, {}, gone);
  });

  test('no one makes administrators by a link from the time when they were one', async () => {
    const inviter = await world.newUser('Dora Demoted', 200);
    const key = await linkKey(inviter, 200);
    const still = await linkKey(inviter, 400);
    const queue = await world.owner.register({ event_types: ['invites_changed'] });
    await world.owner.ok.patch(`/users/${inviter.userId}`, { role: 400 });
    await world.stranger.fails('GET', `/console/join/${key}`, {}, { status: 404, code: 'INVITATION_WITHDRAWN' });
    // The lists say the same.
    expect(await queue.events()).toHaveLength(1);
    const own = async (path: string, list: string) =>
      ((await world.owner.ok.get(path))[list] as Body[]).filter(
        (each) => each['invited_by_user_id'] === inviter.userId,
      );
    expect(await own('/invites', 'invites')).toMatchObject([{ invited_as: 400 }]);
    expect(await own('/console/invitations', 'invitations')).toMatchObject([
      { state: 'pending' },
      { state: 'revoked', link_url: null },
    ]);
    await world.stranger.ok.get(`/console/join/${still}`);
  });
});

describe('A hidden address finds no one', () => {
  test('not by messages, narrows, queues or pictures; and those who may see it find its owner', async () => {
    const hidden = await world.newUser('Hedda Hidden');
    await hidden.ok.patch('/settings', { email_address_visibility: 3 });
    const address = 'hedda.hidden@example.com';
    const bad = { status: 400, code: 'BAD_REQUEST' };
    const message = { type: 'direct', to: [address], content: 'who are you?' };
    const later = 'hugo.later@example.com';
    await world.member.ok.post('/invites', { invitee_emails: later, stream_ids: [] });
    const hugo = await world.newUser('Hugo Later');
    const whose = async (who: Client) =>
      ((await who.ok.get('/console/invitations'))['invitations'] as Body[]).find(({ email }) => email === later)?.[
        'user_id'
      ];
    expect(await whose(world.member)).toBe(hugo.userId);
    await hugo.ok.patch('/settings', { email_address_visibility: 3 });
    expect([await whose(world.member), await whose(world.admin)]).toEqual([null, hugo.userId]);
    await world.member.fails('POST', '/messages', message, bad);
    await world.admin.ok.post('/messages', message);
    for (const operator of ['sender', 'dm', 'dm-including']) {
      const narrow = [{ operator, operand: address }];
      const range = { anchor: 'newest', num_before: 1, num_after: 0 };
      await world.member.fails('GET', '/messages', { ...range, narrow }, { ...bad, code: 'BAD_NARROW' });
      await world.member.fails('POST', '/register', { narrow }, { ...bad, code: 'BAD_NARROW' });
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

describe('What happens to messages is told to those who may know of them', () => {
  let channelId: number;
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
    channelId = Number(made['id']);
  });

  const say = async (topic: string, content: string): Promise<number> =>
    Number((await world.owner.ok.post('/messages', { type: 'channel', to: channelId, topic, content }))['id']);
  const letLateIn = async (): Promise<void> => {
    await world.owner.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'protected plans' }],
      principals: [late.userId],
    });
  };

  test('in a channel with protected history, newcomers hear nothing of what was before them', async () => {
    const old = await say('the takeover', 'no one may know');
    const before = await say('budget', 'before Lara');
    await letLateIn();
    const after = await say('budget', 'with Lara');
    const types = ['delete_message', 'update_message'];
    const queue = await late.register({ event_types: types, client_capabilities: { bulk_message_deletion: true } });
    const full = await world.member.register({
      event_types: types,
      client_capabilities: { bulk_message_deletion: true },
    });
    await world.owner.ok.patch(`/messages/${before}`, { topic: 'money', propagate_mode: 'change_all' });
    await world.owner.ok.delete(`/messages/${old}`);
    await world.owner.ok.post(`/streams/${channelId}/delete_topic`, { topic_name: 'money' });
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

  test('a user who left a private channel is reported that a starred message went, and no more', async () => {
    const leaver = await world.newUser('Lou Leaver');
    const names = { subscriptions: [{ name: 'protected plans' }], principals: [leaver.userId] };
    await world.owner.ok.post('/users/me/subscriptions', names);
    const id = await say('starred', 'keep this');
    await leaver.ok.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await leaver.ok.delete('/users/me/subscriptions', { subscriptions: ['protected plans'] });
    await world.owner.ok.patch(`/messages/${id}`, { topic: 'renamed since', propagate_mode: 'change_all' });
    const capabilities = { bulk_message_deletion: true };
    const queue = await leaver.register({ event_types: ['delete_message'], client_capabilities: capabilities });
    await world.owner.ok.delete(`/messages/${id}`);
    const events = await queue.events();
    expect(events).toMatchObject([{ type: 'delete_message', message_ids: [id] }]);
    expect(textOf(events)).not.toContain('renamed since');
  });

  test('another rank is reported which addresses it sees now, and which no more', async () => {
    const shy = await world.newUser('Sally Shy');
    await shy.ok.patch('/settings', { email_address_visibility: 3 });
    const riser = await world.newUser('Rita Riser');
    const queue = await riser.register({ event_types: ['realm_user'] });
    const told = async () =>
      (await queue.eventsOf('realm_user'))
        .map((event) => event['person'] as Body)
        .filter((person) => person['user_id'] === shy.userId);
    await world.owner.ok.patch(`/users/${riser.userId}`, { role: 200 });
    expect(await told()).toEqual([{ user_id: shy.userId, delivery_email: 'sally.shy@example.com' }]);
    await world.owner.ok.patch(`/users/${riser.userId}`, { role: 400 });
    expect(await told()).toEqual([{ user_id: shy.userId, delivery_email: null }]);
    await world.owner.ok.patch(`/users/${riser.userId}`, { role: 600 });
    expect(textOf(await queue.events())).not.toContain('Notification Bot');
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
    const back = { ...moved, stream_id: channelId, propagate_mode: 'change_one' };
    await world.owner.ok.patch(`/messages/${id}`, back);
    expect(textOf(await outsider.ok.get('/messages', range))).not.toContain('protected plans');
    expect(textOf(await queue.events())).not.toContain('protected plans');
  });

  test('nor a public one to guests who are not in it', async () => {
    const { owner, guest, member } = world;
    for (const name of ['for members', 'for everyone'])
      await owner.ok.post('/channels/create', { name, subscribers: [owner.userId, member.userId] });
    const names = { subscriptions: [{ name: 'for everyone' }], principals: [guest.userId] };
    await owner.ok.post('/users/me/subscriptions', names);
    const { stream_id } = await owner.ok.get('/get_stream_id', { stream: 'for everyone' });
    const sent = await owner.ok.post('/messages', { type: 'channel', to: 'for members', topic: 't', content: 'x' });
    const [queue, full] = [await guest.register(), await member.register()];
    await owner.ok.patch(`/messages/${String(sent['id'])}`, { stream_id, send_notification_to_new_thread: false });
    expect(textOf(await queue.events())).not.toContain('for members');
    expect(await full.eventsOf('update_message')).toMatchObject([{ stream_name: 'for members' }]);
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

describe('Words that every object knows are words like others', () => {
  test('in languages, retention, storage of bots, names of groups and operators of narrows', async () => {
    const bad = { status: 400, code: 'BAD_REQUEST' };
    for (const word of ['constructor', 'toString', '__proto__']) {
      await world.member.fails('PATCH', '/settings', { default_language: word }, bad);
      await world.bot.fails('GET', '/bot_storage', { keys: [word] }, bad);
      const channel = { name: `kept ${word}`, subscribers: [], message_retention_days: word };
      expect((await world.owner.post('/channels/create', channel)).status).toBe(400);
      const range = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [[word, 'x']] };
      await world.member.fails('GET', '/messages', range, { ...bad, code: 'BAD_NARROW' });
      const { group_id: group } = await world.owner.ok.post('/user_groups/create', {
        name: word,
        description: '',
        members: [world.owner.userId],
      });
      const { id } = await world.owner.ok.post('/channels/create', {
        name: `posted by ${word}`,
        subscribers: [],
        can_send_message_group: group,
      });
      expect((await world.owner.ok.get(`/streams/${Number(id)}`))['stream']).toMatchObject({ stream_post_policy: 1 });
    }
  });
});

describe('What one person sends stays small for all others', () => {
  const bad = { status: 400, code: 'BAD_REQUEST' };

  test('searches, people in narrows, recipients, addresses and alert words are counted', async () => {
    const range = { anchor: 'newest', num_before: 1, num_after: 0 };
    const words = Array.from({ length: 5000 }, (_, index) => `w${index}`);
    for (const narrow of [
      [['search', words.join(' ')]],
      [['dm', words.map(() => String(world.owner.userId)).join(',')]],
      [['dm', words.map(() => world.owner.userId)]],
    ])
      expect((await world.member.post('/register', { narrow })).status).toBe(400);
    await world.member.fails(
      'GET',
      '/messages',
      { ...range, narrow: [['search', words.slice(0, 300).join(' ')]] },
      { ...bad, code: 'BAD_NARROW' },
    );
    await world.member.ok.get('/messages', { ...range, narrow: [['search', words.slice(0, 200).join(' ')]] });
    const everybody = words.map(() => world.owner.email).join(',');
    await world.member.fails('POST', '/messages', { type: 'direct', to: everybody, content: 'hi' }, bad);
    const invitee_emails = words.map((word) => `${word}@example.com`).join(',');
    await world.owner.fails('POST', '/invites', { invitee_emails, stream_ids: [] }, bad);
    await world.member.ok.post('/users/me/alert_words', { alert_words: words.slice(0, 500) });
    await world.member.fails('POST', '/users/me/alert_words', { alert_words: words.slice(0, 501) }, bad);
    await world.member.ok.delete('/users/me/alert_words', { alert_words: words.slice(0, 500) });
  });

  test('an address that tried too often is remembered on its own, not with every name that it makes up', async () => {
    const limiter = new SignInLimiter(() => 0);
    for (let index = 0; index < 50; index += 1) await limiter.attempt('10.0.0.9', `made up ${index}`);
    for (let index = 0; index < 20; index += 1)
      await expect(limiter.attempt('10.0.0.9', 'victim')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
    await limiter.succeeded('10.0.0.9', 'made up 1');
    await limiter.attempt('10.0.0.9', 'victim');
  });

  test('files are kept only by who asks for them: a stranger fills no disk', async () => {
    const incoming = join(world.dataDir, 'uploads', 'incoming');
    await mkdir(incoming, { recursive: true });
    const body = new FormData();
    body.set('username', 'owner@example.com');
    body.set('password', 'wrong');
    body.set('filename', new File([new Uint8Array(1_000_000)], 'large.bin'));
    const written: string[] = [];
    const watcher = watch(incoming, (_kind, name) => written.push(String(name)));
    try {
      const reply = await world.stranger.request('POST', '/fetch_api_key', { body });
      expect(reply.status).toBe(413);
      expect((await world.member.upload('/user_uploads', { name: 'kept.txt', content: 'text' })).status).toBe(200);
      await expect.poll(() => written.length, { interval: 10 }).toBeGreaterThan(0);
      expect(new Set(written).size).toBe(1);
    } finally {
      watcher.close();
    }
  });

  test('the name that a client gives itself is short and can be read', async () => {
    const client = `\u202e${'x'.repeat(100_000)}`;
    const { id } = await world.owner.ok.post('/messages', {
      type: 'direct',
      to: [world.owner.userId],
      content: 'hi',
      client,
    });
    const { message } = (await world.owner.ok.get(`/messages/${Number(id)}`)) as { message: Body };
    expect(message['client']).toBe('x'.repeat(60));
  });

  test('a file whose name grows in plain letters is kept', async () => {
    const name = `${'\u33c2'.repeat(140)}.${'\u33c2'.repeat(9)}`;
    const reply = await world.member.upload('/user_uploads', { name, content: 'text' });
    expect(reply.status).toBe(200);
    expect((await world.member.request('GET', `!${String(reply.body['url'])}`)).body).toEqual({ text: 'text' });
  });

  test('one dead bot does not fill the queue of the mails', async () => {
    const { services } = world.server;
    await services.storage.transaction((tx) => {
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
         INSERT INTO deliveries (kind, subject_id, payload, created_at, next_attempt_ms, status)
         SELECT 'webhook', 0, '{}', 0, 9000000000000000, 'pending' FROM n`,
      );
    });
    await world.admin.ok.post('/console/delivery_settings/test_mail');
    const [mail] = (await world.admin.ok.get('/console/deliveries', { limit: 1 }))['deliveries'] as Body[];
    expect(mail).toMatchObject({ kind: 'mail' });
    expect(mail?.['last_error']).toBeNull();
    await services.storage.transaction((tx) => tx.run("DELETE FROM deliveries WHERE kind = 'webhook'"));
  });
});

describe('Accounts and files', () => {
  test('no one joins under the address that stands for an account yet to come', async () => {
    const [{ next = 0 } = {}] = await world.db<{ next: number }>('SELECT max(id) + 5 AS next FROM users');
    const form = { full_name: 'Sly Squatter', password: 'a good password', email: `user${next}@hearth.invalid` };
    await world.owner.fails('POST', '/users', form, { status: 400, code: 'BAD_REQUEST' });
  });

  test('a drawing is no picture of a person, an emoji or the organization', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="other.png"/></svg>';
    const drawing = { name: 'me.png', content: svg, type: 'image/png' };
    for (const path of ['/users/me/avatar', '/realm/icon', '/realm/logo', '/realm/emoji/drawn'])
      expect((await world.owner.upload(path, drawing)).status, path).toBe(400);
  });

  test('through resumable uploads no one touches files that are not an upload of theirs', async () => {
    const tus = { 'Tus-Resumable': '1.0.0' };
    const response = await fetch(`${world.url}/api/v1/tus`, {
      method: 'POST',
      headers: { ...tus, Authorization: world.member.authorization, 'Upload-Length': '10' },
    });
    const location = response.headers.get('location') ?? '';
    const withdraw = async (who: Client, path: string) =>
      (await fetch(`${world.url}${path}`, { method: 'DELETE', headers: { ...tus, Authorization: who.authorization } }))
        .status;
    expect(await withdraw(world.member2, `${location}.json`)).toBe(404);
    expect(await withdraw(world.member2, location)).toBe(404);
    expect(await withdraw(world.member, location)).toBe(204);
  });

  test('older clients are given no name of a private channel that was left', async () => {
    const former = await world.newUser('Lena Left');
    const { id } = await world.owner.ok.post('/channels/create', {
      name: 'old name',
      subscribers: [world.owner.userId, former.userId],
      invite_only: true,
    });
    await former.ok.post('/user_topics', { stream_id: id, topic: 'noise', visibility_policy: 1 });
    const asked = { event_types: [], fetch_event_types: ['muted_topics'] };
    expect(textOf(await former.ok.post('/register', asked))).toContain('old name');
    await former.ok.delete('/users/me/subscriptions', { subscriptions: ['old name'] });
    await world.owner.ok.patch(`/streams/${Number(id)}`, { new_name: 'new secret' });
    expect(textOf(await former.ok.post('/register', asked))).not.toContain('new secret');
  });

  test('a scheduled message that fails names no channel that its author sees no more', async () => {
    const author = await world.newUser('Sam Scheduler');
    const { id } = await world.owner.ok.post('/channels/create', {
      name: 'for now',
      subscribers: [world.owner.userId, author.userId],
      invite_only: true,
    });
    const at = Math.floor(world.clock.nowMs / 1000) + 60;
    const message = { type: 'channel', to: id, topic: 't', content: 'later', scheduled_delivery_timestamp: at };
    await author.ok.post('/scheduled_messages', message);
    await world.owner.ok.delete('/users/me/subscriptions', { subscriptions: ['for now'], principals: [author.userId] });
    await world.owner.ok.patch(`/streams/${Number(id)}`, { new_name: 'hidden since' });
    const queue = await author.register({ event_types: ['message'] });
    world.clock.advance(61_000);
    world.server.services.wake.scheduledMessages();
    const told: Body[] = [];
    await expect.poll(async () => told.push(...(await queue.events())), { interval: 10 }).toBeGreaterThan(0);
    expect(textOf(told)).toContain('was not sent');
    expect(textOf(told)).not.toContain('hidden since');
  });
});

describe('Compiled linkifiers', () => {
  test('are those of the moment, after every change and after a change that came to nothing', async () => {
    const linksIn = async (): Promise<string> => {
      const { rendered } = await world.owner.ok.post('/messages/render', { content: 'see T7' });
      return String(rendered);
    };
    const { id } = await world.owner.ok.post('/realm/filters', {
      pattern: 'T(?P<n>[0-9]+)',
      url_template: 'https://one.example/{n}',
    });
    expect(await linksIn()).toContain('https://one.example/7');
    await world.owner.ok.patch(`/realm/filters/${Number(id)}`, {
      pattern: 'T(?P<n>[0-9]+)',
      url_template: 'https://two.example/{n}',
    });
    expect(await linksIn()).toContain('https://two.example/7');
    const failing = world.server.services.storage.transaction((tx) => {
      tx.run("UPDATE linkifiers SET url_template = 'https://never.example/{n}'");
      expect(compiledLinkifiers(tx)[0]?.urlTemplate).toBe('https://never.example/{n}');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await linksIn()).toContain('https://two.example/7');
    await world.owner.ok.delete(`/realm/filters/${Number(id)}`);
    expect(await linksIn()).not.toContain('https://');
  });

  test('are not compiled again while nothing changes', async () => {
    await world.server.services.storage.read((db) => expect(compiledLinkifiers(db)).toBe(compiledLinkifiers(db)));
  });
});
