/** POST /mobile_push/register, POST /users/me/mobile_push_reg_id and their kin, with a relay on loopback. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sodium, { ready } from 'libsodium-wrappers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemActing } from '../domain/acting.ts';
import { triggerPush } from '../domain/push/devices.ts';
import type { Body } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

describe('push notifications', () => {
  let world: World;
  let relay: Server;
  let relayUrl: string;
  let calls: { path: string; body: Body }[] = [];
  let answer: { status: number; body: object } = { status: 200, body: {} };
  let keys: { publicKey: Uint8Array; privateKey: Uint8Array };

  beforeAll(async () => {
    await ready;
    keys = sodium.crypto_box_keypair();
    world = await startWorld();
    relay = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        calls.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) as Body });
        response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    relayUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/relay`;
  });
  afterAll(async () => {
    await world.stop();
    await new Promise((resolve) => relay.close(resolve));
  });
  beforeEach(() => {
    calls = [];
    answer = { status: 200, body: { device_id: 77 } };
  });

  const settled = async () => world.server.workers.deliveries.settled();
  const configure = async (url: string) =>
    world.owner.ok.patch('/console/delivery_settings', { settings: { push_relay_url: url } });
  const registration = (change: object = {}): Body => ({
    token_kind: 'fcm',
    push_account_id: 10,
    push_public_key: Buffer.from(keys.publicKey).toString('base64'),
    bouncer_public_key: 'relay key 3',
    encrypted_push_registration: Buffer.from('only the relay can read this').toString('base64'),
    ...change,
  });
  const notConfigured = { status: 400, code: 'PUSH_SERVICE_NOT_CONFIGURED' };

  describe('without a relay', () => {
    it.each([
      ['/mobile_push/register', () => registration()],
      ['/users/me/mobile_push_reg_id', () => ({ token: 'abcd' })],
      ['/users/me/android_gcm_reg_id', () => ({ token: 'abcd' })],
      ['/users/me/apns_device_token', () => ({ token: 'abcd', appid: 'org.example.app' })],
      ['/mobile_push/test_notification', () => ({})],
      ['/mobile_push/e2ee/test_notification', () => ({})],
    ] as [string, () => Body][])(
      'POST %s answers PUSH_SERVICE_NOT_CONFIGURED and stores nothing',
      async (path, params) => {
        const before = await world.dump();
        await world.member.fails('POST', path, params(), notConfigured);
        expect(await world.dump()).toBe(before);
      },
    );

    it.each(['/users/me/mobile_push_reg_id', '/users/me/android_gcm_reg_id'])(
      'POST %s answers BAD_REQUEST for an empty token and one of invalid length',
      async (path) => {
        await world.member.fails('POST', path, { token: '' }, { status: 400, code: 'BAD_REQUEST' });
        await world.member.fails('POST', path, { token: 'x'.repeat(5000) }, { status: 400, code: 'BAD_REQUEST' });
        await world.member.fails('POST', path, {}, { status: 400, code: 'REQUEST_VARIABLE_MISSING' });
      },
    );
  });

  describe('with a relay', () => {
    beforeAll(async () => configure(relayUrl));

    it('everyone is informed when there are push notifications, and when there are none any more', async () => {
      const queue = await world.guest.register({ event_types: ['realm'] });
      await configure(`${relayUrl}/other`);
      expect(await queue.events()).toEqual([]);
      for (const [url, push_notifications_enabled] of [
        ['', false],
        [relayUrl, true],
      ] as const) {
        await configure(url);
        expect(await queue.events()).toMatchObject([{ op: 'update_dict', data: { push_notifications_enabled } }]);
      }
    });

    it('a registration is stored, forwarded, and announced as it proceeds', async () => {
      const queue = await world.member.register({ event_types: ['push_device'] });
      await world.member.ok.post('/mobile_push/register', registration());
      await settled();
      const { token_kind, bouncer_public_key, encrypted_push_registration } = registration();
      expect(calls).toEqual([
        { path: '/relay/register', body: { token_kind, bouncer_public_key, encrypted_push_registration } },
      ]);
      expect(await queue.events()).toMatchObject([
        { push_account_id: '10', status: 'pending' },
        { push_account_id: '10', status: 'active' },
      ]);
      const { state } = await world.member.register({ fetch_event_types: ['push_device'] });
      expect(state['push_devices']).toEqual({ 10: { status: 'active', error_code: null } });
    });

    it.each(['INVALID_BOUNCER_PUBLIC_KEY', 'REQUEST_EXPIRED'])(
      'a registration that the relay refuses with %s fails with that code',
      async (code) => {
        answer = { status: 400, body: { code } };
        const queue = await world.admin.register({ event_types: ['push_device'] });
        await world.admin.ok.post('/mobile_push/register', registration({ push_account_id: 11 }));
        await settled();
        expect((await queue.events()).at(-1)).toMatchObject({
          push_account_id: '11',
          status: 'failed',
          error_code: code,
        });
      },
    );

    it('a registration waits for a relay that is down', async () => {
      answer = { status: 503, body: {} };
      await world.member2.ok.post('/mobile_push/register', registration({ push_account_id: 12 }));
      await settled();
      const status = async () =>
        (await world.db<{ status: string }>('SELECT status FROM push_devices WHERE push_account_id = 12'))[0]?.status;
      expect(await status()).toBe('pending');
      answer = { status: 200, body: { device_id: 78 } };
      world.clock.advance(5_000);
      world.server.services.wake.deliveries();
      await settled();
      expect(await status()).toBe('active');
    });

    const wrong: [string, object, string][] = [
      ['another kind', { token_kind: 'web' }, 'BAD_REQUEST'],
      ['a key that is not base64', { push_public_key: '!!' }, 'BAD_REQUEST'],
      ['a key of another length', { push_public_key: Buffer.from('short').toString('base64') }, 'BAD_REQUEST'],
      ['a number that is no key', { push_public_key: Buffer.alloc(32).toString('base64') }, 'BAD_REQUEST'],
      ['a registration that is not base64', { encrypted_push_registration: 'a' }, 'BAD_REQUEST'],
      ['no account id', { push_account_id: undefined }, 'REQUEST_VARIABLE_MISSING'],
      ['an account id that is no number', { push_account_id: 'x' }, 'BAD_REQUEST'],
    ];
    it.each(wrong)('a registration with %s is refused', async (_what, change, code) => {
      const before = await world.dump();
      await world.member.fails('POST', '/mobile_push/register', registration(change), { status: 400, code });
      expect(await world.dump()).toBe(before);
    });

    it('a notification reaches the device encrypted: the relay cannot read it, the device can', async () => {
      const { services } = world.server;
      const notification = { type: 'message', message_id: 5, content: 'meet at noon' };
      await services.storage.transaction((tx) =>
        triggerPush(systemActing(tx, services, world.url), [world.member.userId, world.guest.userId], notification),
      );
      await settled();
      expect(calls).toMatchObject([{ path: '/relay/notify', body: { device_id: 77, push_account_id: 10 } }]);
      // The whole of it: a single short word is in random letters once in a while.
      expect(JSON.stringify(calls)).not.toContain(notification.content);
      const sealed = Buffer.from(String(calls[0]?.body['encrypted_data']), 'base64');
      expect(
        JSON.parse(Buffer.from(sodium.crypto_box_seal_open(sealed, keys.publicKey, keys.privateKey)).toString()),
      ).toEqual(notification);
    });

    it('a direct message and a mention are notified to others, not to their author, and not where no one is called', async () => {
      await world.member2.ok.post('/messages', {
        type: 'direct',
        to: [world.member.userId],
        content: 'dinner at **eight**',
      });
      await world.member2.ok.post('/messages', {
        type: 'channel',
        to: 'general',
        topic: 'food',
        content: `@**${world.member.name}** hungry?`,
      });
      await world.member2.ok.post('/messages', { type: 'channel', to: 'general', topic: 'other', content: 'nobody' });
      await world.member.ok.post('/messages', { type: 'direct', to: [world.member.userId], content: 'note to self' });
      await settled();
      const opened = calls.map(({ body }) => {
        const sealed = Buffer.from(String(body['encrypted_data']), 'base64');
        return JSON.parse(
          Buffer.from(sodium.crypto_box_seal_open(sealed, keys.publicKey, keys.privateKey)).toString(),
        ) as Body;
      });
      expect(opened).toMatchObject([
        { type: 'message', sender_id: world.member2.userId, recipient_type: 'direct', content: 'dinner at **eight**' },
        { type: 'message', recipient_type: 'channel', topic: 'food' },
      ]);
    });

    /** What the devices were informed since the last look. */
    const told = async (): Promise<Body[]> => {
      await settled();
      return calls.splice(0).map(({ body }) => {
        const sealed = Buffer.from(String(body['encrypted_data']), 'base64');
        const opened = sodium.crypto_box_seal_open(sealed, keys.publicKey, keys.privateKey);
        return JSON.parse(Buffer.from(opened).toString()) as Body;
      });
    };
    const say = async (topic: string, content: string): Promise<number> =>
      Number((await world.member2.ok.post('/messages', { type: 'channel', to: 'general', topic, content }))['id']);

    it('followed topics, mentions of all, alert words and whole channels are notified as the settings say', async () => {
      await world.member.ok.post('/mark_all_as_read');
      await told();
      const general = Number((await world.member.ok.get('/get_stream_id', { stream: 'general' }))['stream_id']);
      await world.member.ok.post('/user_topics', { stream_id: general, topic: 'followed', visibility_policy: 3 });
      await world.member.ok.post('/users/me/alert_words', { alert_words: ['volcano'] });
      await say('followed', 'news');
      await say('quiet', '@**all** come');
      await say('quiet', 'a volcano');
      await say('quiet', 'nothing');
      expect((await told()).map(({ content, badge_count }) => [content, badge_count])).toEqual([
        ['news', 1],
        ['@**all** come', 2],
        ['a volcano', 3],
      ]);
      await world.member.ok.patch('/settings', {
        enable_followed_topic_push_notifications: false,
        wildcard_mentions_notify: false,
      });
      await say('followed', 'more news');
      await say('quiet', '@**all** again');
      expect(await told()).toEqual([]);
      await world.member.ok.patch('/settings', { enable_stream_push_notifications: true });
      await say('quiet', 'everything');
      expect(await told()).toMatchObject([{ content: 'everything' }]);
      await world.member.ok.patch('/settings', {
        enable_stream_push_notifications: false,
        wildcard_mentions_notify: true,
      });
    });

    it('a guest is not told by name of an author whom the guest does not see', async () => {
      const guest = await world.newUser('Gil Guest', 600);
      const defaults = await guest.ok.get('/users/me/subscriptions');
      const subscriptions = (defaults['subscriptions'] as Body[]).map(({ name }) => name);
      await guest.ok.delete('/users/me/subscriptions', { subscriptions });
      const { id } = await world.member.ok.post('/channels/create', {
        name: 'porch',
        subscribers: [guest.userId, world.member.userId],
      });
      await guest.ok.post('/mobile_push/register', registration({ push_account_id: 31 }));
      await settled();
      calls = [];
      for (const author of [world.member2, world.member])
        await author.ok.post('/messages', {
          type: 'channel',
          to: id,
          topic: 'hi',
          content: `@**${guest.name}|${guest.userId}**`,
        });
      expect((await told()).map((push) => [push['sender_full_name'], push['sender_avatar_url']])).toEqual([
        ['Unknown user', '/avatar/0?version=1'],
        [world.member.name, `/avatar/${world.member.userId}?version=1`],
      ]);
    });

    it('who wants none gets none, and who is there only where they want it', async () => {
      await world.member.ok.patch('/settings', { enable_offline_push_notifications: false });
      await say('quiet', `@**${world.member.name}**`);
      expect(await told()).toEqual([]);
      await world.member.ok.patch('/settings', { enable_offline_push_notifications: true });
      await world.member.ok.post('/users/me/presence', { status: 'active' });
      await world.member.ok.patch('/settings', { enable_online_push_notifications: false });
      await say('quiet', `@**${world.member.name}** you are there`);
      expect(await told()).toEqual([]);
      await world.member.ok.patch('/settings', { enable_online_push_notifications: true });
      await say('quiet', `@**${world.member.name}** all the same`);
      expect(await told()).toMatchObject([{ content: `@**${world.member.name}** all the same` }]);
    });

    it('a mention that an edit adds is notified, once', async () => {
      const id = await say('quiet', 'nobody yet');
      expect(await told()).toEqual([]);
      await world.member2.ok.patch(`/messages/${id}`, { content: `now @**${world.member.name}**` });
      expect(await told()).toMatchObject([{ message_id: id, content: `now @**${world.member.name}**` }]);
      await world.member2.ok.patch(`/messages/${id}`, { content: `still @**${world.member.name}**` });
      expect(await told()).toEqual([]);
    });

    it('what is read elsewhere, or deleted, is taken back from the device', async () => {
      await world.member.ok.post('/mark_all_as_read');
      expect(await told()).toMatchObject([{ type: 'remove', badge_count: 0 }]);
      const [first, second, third] = [
        await say('quiet', `one @**${world.member.name}**`),
        await say('quiet', `two @**${world.member.name}**`),
        await say('quiet', `three @**${world.member.name}**`),
      ];
      await told();
      await world.member.ok.post('/messages/flags', { messages: [first], op: 'add', flag: 'read' });
      expect(await told()).toMatchObject([
        { type: 'remove', message_ids: [first], badge_count: 2, user_id: world.member.userId },
      ]);
      await world.owner.ok.delete(`/messages/${second}`);
      expect(await told()).toMatchObject([{ type: 'remove', message_ids: [second], badge_count: 1 }]);
      await world.member.ok.post('/messages/flags', { messages: [third], op: 'add', flag: 'read' });
      expect(await told()).toHaveLength(1);
      await world.member.ok.post('/messages/flags', { messages: [third], op: 'remove', flag: 'read' });
      await world.member.ok.post('/messages/flags', { messages: [third], op: 'add', flag: 'read' });
      expect(await told()).toEqual([]);
    });

    it('the encrypted test reaches active devices, and says what went wrong otherwise', async () => {
      await world.member.ok.post('/mobile_push/e2ee/test_notification', { push_account_id: 10 });
      expect(calls).toMatchObject([{ path: '/relay/notify', body: { device_id: 77 } }]);
      await world.member.fails(
        'POST',
        '/mobile_push/e2ee/test_notification',
        { push_account_id: 99 },
        { status: 400, code: 'NO_ACTIVE_PUSH_DEVICE' },
      );
      answer = { status: 500, body: {} };
      await world.member.fails(
        'POST',
        '/mobile_push/e2ee/test_notification',
        {},
        { status: 502, code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER' },
      );
      await configure('http://127.0.0.1:9');
      await world.member.fails(
        'POST',
        '/mobile_push/e2ee/test_notification',
        {},
        { status: 502, code: 'FAILED_TO_CONNECT_BOUNCER' },
      );
      await configure(relayUrl);
    });

    it.each([
      ['/users/me/mobile_push_reg_id', { token: 'tok-1' }, { token_kind: 'fcm', token: 'tok-1', app_id: null }],
      ['/users/me/android_gcm_reg_id', { token: 'tok-2' }, { token_kind: 'fcm', token: 'tok-2', app_id: null }],
      [
        '/users/me/apns_device_token',
        { token: 'beef', appid: 'org.example.app' },
        { token_kind: 'apns', token: 'beef', app_id: 'org.example.app' },
      ],
    ])('the older POST %s stores and forwards a token; DELETE forgets it', async (path, params, forwarded) => {
      await world.guest.ok.post(path, params);
      await settled();
      expect(calls).toEqual([{ path: '/relay/register_token', body: forwarded }]);
      await world.guest.ok.post('/mobile_push/test_notification', { token: params.token });
      await world.guest.ok.delete(path, { token: params.token });
      await world.guest.fails(
        'DELETE',
        path,
        { token: params.token },
        { status: 400, code: 'BAD_REQUEST', msg: 'Token does not exist' },
      );
      await world.guest.fails(
        'POST',
        '/mobile_push/test_notification',
        { token: params.token },
        { status: 400, code: 'INVALID_PUSH_DEVICE_TOKEN' },
      );
    });

    it('a user has fifty tokens at most: the oldest are forgotten', async () => {
      for (let n = 0; n < 52; n += 1) {
        world.clock.advance(1000);
        await world.guest.ok.post('/users/me/mobile_push_reg_id', { token: `many-${n}` });
      }
      await settled();
      const tokens = await world.db<{ token: string }>('SELECT token FROM push_tokens ORDER BY created_at');
      expect([tokens.length, tokens[0]?.token, tokens.at(-1)?.token]).toEqual([50, 'many-2', 'many-51']);
    });

    it('an iOS token must be hexadecimal and name its app', async () => {
      await world.guest.fails(
        'POST',
        '/users/me/apns_device_token',
        { token: 'xyz', appid: 'a.b' },
        { status: 400, code: 'BAD_REQUEST' },
      );
      await world.guest.fails(
        'POST',
        '/users/me/apns_device_token',
        { token: 'beef', appid: 'a b' },
        { status: 400, code: 'BAD_REQUEST' },
      );
    });
  });
});
