/** The specification, "Events": every row, the nine person forms, the outgoing webhook payload, and the emission ties. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { dotPicture } from '../../testing/dot-picture.ts';
import { fetchOne, makeChannel, say, write } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { channelId, listen, lonelyGuest, nowOf, pass, type Listener } from './kit.ts';

let world: World;
let owner: Client;
let admin: Client;
let member: Client;
let member2: Client;
beforeAll(async () => {
  world = await startWorld();
  ({ owner, admin, member, member2 } = world);
});
afterAll(() => world.stop());

describe('Events', () => {
  test('events are read through GET /events; every event has id and type', async () => {
    const { queue_id } = await member.ok.post('/register', { event_types: ['message', 'alert_words'] });
    await say(owner, 'general', 'x');
    await member.ok.post('/users/me/alert_words', { alert_words: ['tea'] });
    const { events } = await member.ok.get('/events', { queue_id, last_event_id: -1, dont_block: true });
    expect((events as Body[]).map(({ id, type }) => [typeof id, type])).toEqual([
      ['number', 'message'],
      ['number', 'alert_words'],
    ]);
  });

  test('type is used for server-side filtering by event type at registration', async () => {
    const queue = await member.register({ event_types: ['alert_words'] });
    await say(owner, 'general', 'x');
    expect(await queue.events()).toEqual([]);
  });

  test('some have op', async () => {
    const queue = await member.register({ event_types: ['drafts'] });
    await member.ok.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'x' }] });
    expect(await queue.events()).toMatchObject([{ op: 'add' }]);
  });

  test('alert_words: the user’s clients, when the user’s alert words change', async () => {
    const user = await world.newUser('Alma Alert');
    const [queue, other] = [
      await user.register({ event_types: ['alert_words'] }),
      await member2.register({ event_types: ['alert_words'] }),
    ];
    await user.ok.post('/users/me/alert_words', { alert_words: ['tea', 'milk'] });
    await user.ok.delete('/users/me/alert_words', { alert_words: ['tea'] });
    const [added, removed] = await queue.events();
    expect(new Set(added?.['alert_words'] as string[])).toEqual(new Set(['tea', 'milk']));
    expect(removed).toEqual({ id: expect.any(Number), type: 'alert_words', alert_words: ['milk'] });
    expect(await other.events()).toEqual([]);
  });

  describe('update_display_settings, update_global_notifications, user_settings', () => {
    const types = ['update_display_settings', 'update_global_notifications', 'user_settings'];
    const modernClient = { client_capabilities: { user_settings_object: true } };
    let user: Client;
    beforeAll(async () => {
      user = await world.newUser('Selma Settings');
    });
    const told = async (change: Body, type: string, register: Body = {}): Promise<Body[]> => {
      const queue = await user.register({ event_types: types, ...register });
      await user.ok.patch('/settings', change);
      return queue.eventsOf(type);
    };

    test('update_display_settings: clients that requested this type and did not declare user_settings_object', async () => {
      expect(await told({ color_scheme: 2 }, 'update_display_settings')).toHaveLength(1);
      expect(await told({ color_scheme: 3 }, 'update_display_settings', modernClient)).toEqual([]);
      expect(await told({ color_scheme: 2 }, 'update_display_settings', { event_types: ['user_settings'] })).toEqual(
        [],
      );
    });

    test('update_display_settings: user (API email), setting_name, setting', async () => {
      for (const [name, setting] of [
        ['left_side_userlist', true],
        ['color_scheme', 3],
        ['emojiset', 'text'],
      ] as const) {
        const events = await told({ [name]: setting }, 'update_display_settings');
        expect(events).toEqual([
          { id: expect.any(Number), type: 'update_display_settings', user: user.email, setting_name: name, setting },
        ]);
      }
    });

    test('update_display_settings: language_name only when the setting is default_language: English name of the language', async () => {
      const events = await told({ default_language: 'de' }, 'update_display_settings');
      expect(events).toMatchObject([{ setting: 'de', language_name: 'German' }]);
    });

    test('update_global_notifications: same clients, when notification settings change: user, notification_name, setting', async () => {
      const events = await told({ enable_sounds: false }, 'update_global_notifications');
      const event = {
        type: 'update_global_notifications',
        user: user.email,
        notification_name: 'enable_sounds',
        setting: false,
      };
      expect(events).toEqual([{ id: expect.any(Number), ...event }]);
      expect(await told({ enable_sounds: true }, 'update_global_notifications', modernClient)).toEqual([]);
    });

    test('user_settings, op update: the user’s clients, when settings change: property, value', async () => {
      const other = await member2.register({ event_types: types });
      for (const [property, value] of [
        ['left_side_userlist', false],
        ['color_scheme', 1],
        ['emojiset', 'twitter'],
      ] as const) {
        const events = await told({ [property]: value }, 'user_settings', modernClient);
        expect(events).toEqual([{ id: expect.any(Number), type: 'user_settings', op: 'update', property, value }]);
      }
      expect(await other.events()).toEqual([]);
    });

    test('user_settings: language_name only for default_language', async () => {
      const events = await told({ default_language: 'fr', enable_desktop_notifications: false }, 'user_settings');
      expect(events.map((event) => event['language_name'])).toEqual(['French', undefined]);
    });
  });

  test('realm_user, op update: users who can access the modified user', async () => {
    const lonely = await lonelyGuest(world, 'Gitta Guest');
    const user = await world.newUser('Fritz Former');
    const queues = await Promise.all(
      [lonely, member2].map(async (client) => client.register({ event_types: ['realm_user'] })),
    );
    await user.ok.patch('/settings', { full_name: 'Fritz Future' });
    const received = await Promise.all(queues.map(async (queue) => queue.events()));
    expect(received.map((events) => events.length)).toEqual([0, 1]);
    expect(received[1]).toMatchObject([{ type: 'realm_user', op: 'update', person: { user_id: user.userId } }]);
  });

  test('subscription, op add: the user’s clients, when subscriptions change: subscriptions', async () => {
    const [queue, other] = [
      await member2.register({ event_types: ['subscription'] }),
      await owner.register({ event_types: ['subscription'] }),
    ];
    const id = await makeChannel(member, 'gathering', [member2]);
    expect(await queue.events()).toMatchObject([{ op: 'add', subscriptions: [{ stream_id: id, name: 'gathering' }] }]);
    expect((await other.events()).filter((event) => event['op'] === 'add')).toEqual([]);
  });

  test('subscription: or when their properties change', async () => {
    const stream_id = await channelId(member2, 'general');
    const queue = await member2.register({ event_types: ['subscription'] });
    const change = { stream_id, property: 'pin_to_top', value: true };
    await member2.ok.post('/users/me/subscriptions/properties', { subscription_data: [change] });
    expect(await queue.events()).toMatchObject([{ type: 'subscription', ...change }]);
  });
});

describe('person forms of the realm_user update event', () => {
  /** What `viewer` is informed of the user when `change` happens. */
  const personsOf = async (change: () => Promise<unknown>, viewer = member2): Promise<Body[]> => {
    const queue = await viewer.register({ event_types: ['realm_user'] });
    await change();
    const updates = (await queue.events()).filter((event) => event['op'] === 'update');
    return updates.map((event) => event['person'] as Body);
  };
  let user: Client;
  beforeAll(async () => {
    user = await world.newUser('Petra Person');
  });

  test('full name: full_name', async () => {
    const persons = await personsOf(async () => user.ok.patch('/settings', { full_name: 'Petra Personne' }));
    expect(persons).toEqual([{ user_id: user.userId, full_name: 'Petra Personne' }]);
  });

  test('avatar: avatar_url, avatar_source (G third-party avatar service, U uploaded), avatar_url_medium, avatar_version', async () => {
    const uploaded = await personsOf(async () =>
      user.ok.upload('/users/me/avatar', { name: 'me.png', content: dotPicture }),
    );
    const fields = { user_id: user.userId, avatar_url: expect.any(String), avatar_url_medium: expect.any(String) };
    expect(uploaded).toEqual([{ ...fields, avatar_source: 'U', avatar_version: 2 }]);
    const removed = await personsOf(async () => user.ok.delete('/users/me/avatar'));
    expect(removed).toMatchObject([{ user_id: user.userId, avatar_source: 'G', avatar_version: 3 }]);
  });

  test('profile time zone: email (deprecated), timezone (IANA identifier)', async () => {
    const persons = await personsOf(async () => user.ok.patch('/settings', { timezone: 'Europe/Berlin' }));
    expect(persons).toEqual([{ user_id: user.userId, email: user.email, timezone: 'Europe/Berlin' }]);
  });

  test('bot owner: bot_owner_id', async () => {
    const { userId: bot } = world.bot;
    const persons = await personsOf(async () => owner.ok.patch(`/bots/${bot}`, { bot_owner_id: user.userId }));
    expect(persons).toEqual([{ user_id: bot, bot_owner_id: user.userId }]);
  });

  test('role: role', async () => {
    const persons = await personsOf(async () => owner.ok.patch(`/users/${user.userId}`, { role: 300 }));
    expect(persons).toEqual([{ user_id: user.userId, role: 300 }]);
  });

  test('delivery email visible to the receiver: delivery_email (null when the receiver cannot access the real email)', async () => {
    const hide = await personsOf(async () => user.ok.patch('/settings', { email_address_visibility: 3 }));
    expect(hide).toContainEqual({ user_id: user.userId, delivery_email: null });
    const show = await personsOf(async () => user.ok.patch('/settings', { email_address_visibility: 1 }));
    expect(show).toContainEqual({ user_id: user.userId, delivery_email: user.email });
  });

  test('custom profile field: custom_profile_field (id, value, rendered_value)', async () => {
    const { id } = await admin.ok.post('/realm/profile_fields', { name: 'Motto', field_type: 1 });
    const data = [{ id, value: '*Onward*' }];
    const persons = await personsOf(async () => user.ok.patch('/users/me/profile_data', { data }));
    const custom_profile_field = { id, value: '*Onward*', rendered_value: '<p><em>Onward</em></p>' };
    expect(persons).toEqual([{ user_id: user.userId, custom_profile_field }]);
  });

  test('API email: new_email', async () => {
    const persons = await personsOf(async () => user.ok.patch('/settings', { email_address_visibility: 4 }));
    expect(persons).toContainEqual({ user_id: user.userId, new_email: expect.stringMatching(/^user\d+@/) });
    await user.ok.patch('/settings', { email_address_visibility: 1 });
  });

  test('deactivation/reactivation: is_active', async () => {
    const gone = await personsOf(async () => owner.ok.delete(`/users/${user.userId}`));
    expect(gone).toContainEqual({ user_id: user.userId, is_active: false });
    const back = await personsOf(async () => owner.ok.post(`/users/${user.userId}/reactivate`));
    expect(back).toContainEqual({ user_id: user.userId, is_active: true });
  });

  test('the is_billing_admin field of person was removed', async () => {
    const { user: seen } = await member.ok.get(`/users/${user.userId}`);
    expect(seen).not.toHaveProperty('is_billing_admin');
  });
});

describe('Outgoing webhook payload', () => {
  let hook: Listener;
  let bot: Body;
  beforeAll(async () => {
    hook = await listen();
    await world.owner.ok.patch('/console/delivery_settings', {
      settings: { webhook_allowed_networks: ['127.0.0.0/8'] },
    });
    bot = await member.ok.post('/bots', {
      full_name: 'Echo',
      short_name: 'echo',
      bot_type: 3,
      payload_url: `${hook.url}/hook`,
    });
  });
  afterAll(() => hook.stop());
  const payloadOf = async (send: () => Promise<number>): Promise<{ id: number; payload: Body }> => {
    const id = await send();
    await pass(world, 0);
    return { id, payload: hook.calls.at(-1)?.body ?? {} };
  };
  const direct = async () => payloadOf(async () => write(member2, [bot['user_id']], 'hello *you*'));
  const mention = async () => payloadOf(async () => say(member2, 'general', 'ci', '@**Echo** status?'));

  test('delivered by POST to the bot’s URL when a message triggers it', async () => {
    const before = hook.calls.length;
    await direct();
    await payloadOf(async () => say(member2, 'general', 'ci', 'nobody is called'));
    expect(hook.calls.length).toBe(before + 1);
  });

  test('bot_email, bot_full_name: email and full name of the bot user', async () => {
    expect((await direct()).payload).toMatchObject({ bot_email: bot['email'], bot_full_name: 'Echo' });
  });

  test('data: message content in raw Markdown', async () => {
    expect((await direct()).payload['data']).toBe('hello *you*');
  });

  test('trigger: direct_message', async () => {
    expect((await direct()).payload['trigger']).toBe('direct_message');
  });

  test('trigger: mention', async () => {
    expect((await mention()).payload['trigger']).toBe('mention');
  });

  test('token: the bot’s fixed authentication token', async () => {
    const [{ payload: first }, { payload: second }] = [await direct(), await mention()];
    expect(first['token']).toMatch(/^[A-Za-z0-9]+$/);
    expect(second['token']).toBe(first['token']);
  });

  test('message: Message object in the GET /messages format', async () => {
    const { id, payload } = await mention();
    const fetched = await fetchOne(member, id, { apply_markdown: false });
    const { flags: _flags, last_edit_timestamp: _edit, ...common } = fetched;
    const { avatar_url: _avatar, ...expected } = common as Body;
    expect(payload['message']).toMatchObject({ ...expected, timestamp: nowOf(world) });
  });

  test('message: with rendered_content (HTML)', async () => {
    expect((await direct()).payload['message']).toMatchObject({ rendered_content: '<p>hello <em>you</em></p>' });
  });
});

describe('Emission ties', () => {
  test('DELETE /users/me (and any deactivation) produces realm_user update with is_active', async () => {
    const [leaver, removed] = [await world.newUser('Lea Leaver'), await world.newUser('Rolf Removed')];
    const queue = await member2.register({ event_types: ['realm_user'] });
    await leaver.ok.delete('/users/me');
    await owner.ok.delete(`/users/${removed.userId}`);
    expect(await queue.events()).toMatchObject([
      { op: 'update', person: { user_id: leaver.userId, is_active: false } },
      { op: 'update', person: { user_id: removed.userId, is_active: false } },
    ]);
  });

  test('PATCH /drafts/{draft_id} synchronizes to other clients by drafts events', async () => {
    const draft = { type: '', to: [], topic: '', content: 'a' };
    const [id] = (await member.ok.post('/drafts', { drafts: [draft] }))['ids'] as number[];
    const queue = await member.register({ event_types: ['drafts'] });
    await member.ok.patch(`/drafts/${id}`, { draft: { ...draft, content: 'b' } });
    expect(await queue.events()).toMatchObject([{ type: 'drafts', op: 'update', draft: { id, content: 'b' } }]);
  });

  test('POST /channels/create with subscribers produces subscription events for subscribed users', async () => {
    const queues = await Promise.all(
      [member, member2, owner].map(async (client) => client.register({ event_types: ['subscription'] })),
    );
    await makeChannel(member, 'newest', [member, member2]);
    const added = await Promise.all(
      queues.map(async (queue) => (await queue.events()).filter((event) => event['op'] === 'add').length),
    );
    expect(added).toEqual([1, 1, 0]);
  });
});
