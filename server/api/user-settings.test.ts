/** Personal settings and the defaults for new users. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInSettings, settingNames, userSettingRules, type SettingName } from '../domain/users/settings.shared.ts';
import type { Body } from '../testing/client.ts';
import { password, startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

const persons = (events: Body[]): Body[] =>
  events.filter((event) => event['type'] === 'realm_user').map((event) => event['person'] as Body);

/** A value that a setting may have and does not have yet. */
function otherValue(name: SettingName): boolean | number | string {
  const current = builtInSettings[name];
  if (name === 'default_language') return 'de';
  const candidates = [true, false, 1, 2, 3, 20, 200, 'never', 'none', 'twitter', 'all_messages', 'always'];
  const fits = candidates.find((value) => value !== current && userSettingRules[name].schema.safeParse(value).success);
  if (fits === undefined) throw new Error(`no other value for ${name}`);
  return fits;
}

describe('PATCH /settings', () => {
  it('has 63 settings beside name, address and the two passwords, and registration sends them all', async () => {
    expect(settingNames.length + 1).toBe(63);
    const { state } = await world.member.register({ event_types: ['user_settings'] });
    const settings = state['user_settings'] as Body;
    expect(Object.keys(settings)).toEqual(
      expect.arrayContaining([...settingNames, 'timezone', 'emojiset_choices', 'available_notification_sounds']),
    );
  });

  it.each(settingNames)("changes %s and notifies the user's clients only", async (name) => {
    const user = await world.newUser(`Setter of ${name}`);
    const queue = await user.register({ event_types: ['user_settings'] });
    const other = await world.member2.register({ event_types: ['user_settings'] });
    const value = otherValue(name);
    await user.ok.patch('/settings', { [name]: value });
    expect(await queue.events()).toEqual([
      expect.objectContaining({
        op: 'update',
        property: name,
        value,
        ...(name === 'default_language' && { language_name: 'German' }),
      }),
    ]);
    expect(await other.events()).toEqual([]);
    const { state } = await user.register({ event_types: ['user_settings'] });
    expect((state['user_settings'] as Body)[name]).toBe(value);
    await user.ok.patch('/settings', { [name]: value });
    expect(await queue.events()).toEqual([]);
  });

  it('reads words plainly and as JSON strings', async () => {
    await world.member.ok.patch('/settings', { emojiset: '"text"' });
    await world.member.ok.patch('/settings', { web_home_view: 'recent_topics' });
    const { state } = await world.member.register({ event_types: ['user_settings'] });
    expect(state['user_settings']).toMatchObject({ emojiset: 'text', web_home_view: 'recent_topics' });
  });

  it.each([
    ['starred_message_counts', '7'],
    ['color_scheme', '4'],
    ['emojiset', 'ascii'],
    ['default_language', 'tlh'],
    ['timezone', 'Mars/Olympus'],
    ['web_font_size_px', '1'],
    ['email_notifications_batching_period_seconds', '-1'],
  ])('refuses %s = %s and changes nothing', async (name, value) => {
    const before = await world.dump();
    const reply = await world.member.patch('/settings', { [name]: value, enter_sends: false });
    expect(reply.status).toBe(400);
    expect(await world.dump()).toBe(before);
  });

  it('lists parameters that it does not know', async () => {
    const answer = await world.member.ok.patch('/settings', { enter_sends: false, no_such_setting: 1 });
    expect(answer['ignored_parameters_unsupported']).toEqual(['no_such_setting']);
  });

  it('answers under its two older addresses', async () => {
    await world.member.ok.patch('/settings/display', { color_scheme: 2 });
    await world.member.ok.patch('/settings/notifications', { enable_sounds: false });
    const { state } = await world.member.register({ event_types: ['user_settings'] });
    expect(state['user_settings']).toMatchObject({ color_scheme: 2, enable_sounds: false });
  });
});

describe('allow_private_data_export', () => {
  it('is told to administrators, as is every new user', async () => {
    const queue = await world.admin.register({ event_types: ['realm_export_consent'] });
    const other = await world.member.register({ event_types: ['realm_export_consent'] });
    const user = await world.newUser('Clara Consent');
    await user.ok.patch('/settings', { allow_private_data_export: true });
    expect(await queue.events()).toMatchObject([
      { user_id: user.userId, consented: false },
      { user_id: user.userId, consented: true },
    ]);
    expect(await other.events()).toEqual([]);
  });
});

describe('update_display_settings and update_global_notifications', () => {
  it('say false to clients that know no null where a setting follows the locale again', async () => {
    const user = await world.newUser('Loca Locale');
    await user.ok.patch('/settings', { twenty_four_hour_time: true });
    const old = await user.register({ event_types: ['update_display_settings'] });
    const queue = await user.register({
      event_types: ['user_settings'],
      client_capabilities: { user_settings_object: true },
    });
    await user.ok.patch('/settings', { twenty_four_hour_time: null });
    expect(await old.events()).toMatchObject([{ setting_name: 'twenty_four_hour_time', setting: false }]);
    expect(await queue.events()).toMatchObject([{ property: 'twenty_four_hour_time', value: null }]);
    const { state } = await user.register({ fetch_event_types: ['update_display_settings'] });
    expect(state['twenty_four_hour_time']).toBe(false);
  });

  it('reach clients that ask for them and do not know user_settings', async () => {
    const user = await world.newUser('Old Client');
    const types = ['update_display_settings', 'update_global_notifications', 'user_settings'];
    const old = await user.register({ event_types: types });
    const modern = await user.register({ event_types: types, client_capabilities: { user_settings_object: true } });
    await user.ok.patch('/settings', { default_language: 'fr', enable_desktop_notifications: false });
    const expected = { user: user.email };
    expect(await old.events()).toMatchObject([
      { type: 'user_settings', property: 'default_language', value: 'fr', language_name: 'French' },
      {
        type: 'update_display_settings',
        ...expected,
        setting_name: 'default_language',
        setting: 'fr',
        language_name: 'French',
      },
      { type: 'user_settings', property: 'enable_desktop_notifications', value: false },
      {
        type: 'update_global_notifications',
        ...expected,
        notification_name: 'enable_desktop_notifications',
        setting: false,
      },
    ]);
    expect((await modern.events()).map((event) => event['type'])).toEqual(['user_settings', 'user_settings']);
  });

  it('have their values at the top level of registration for such clients only', async () => {
    const types = ['update_display_settings', 'update_global_notifications'];
    const old = await world.member.register({ event_types: types });
    expect(old.state).toMatchObject({
      starred_message_counts: true,
      timezone: '',
      presence_enabled: true,
      emojiset_choices: expect.any(Array),
    });
    const modern = await world.member.register({
      event_types: types,
      client_capabilities: { user_settings_object: true },
    });
    expect('starred_message_counts' in modern.state || 'presence_enabled' in modern.state).toBe(false);
  });
});

describe('person forms: full name, time zone, addresses', () => {
  it('full name', async () => {
    const user = await world.newUser('Fritz Former');
    const queue = await world.member.register({ event_types: ['realm_user'] });
    await user.ok.patch('/settings', { full_name: 'Fritz Future' });
    expect(persons(await queue.events())).toEqual([{ user_id: user.userId, full_name: 'Fritz Future' }]);
    await user.fails('PATCH', '/settings', { full_name: 'All' }, { status: 400, code: 'BAD_REQUEST' });
  });

  it('profile time zone', async () => {
    const user = await world.newUser('Tim Zone');
    const queue = await world.member.register({ event_types: ['realm_user'] });
    await user.ok.patch('/settings', { timezone: 'Europe/Berlin' });
    expect(persons(await queue.events())).toEqual([
      { user_id: user.userId, email: user.email, timezone: 'Europe/Berlin' },
    ]);
  });

  it('delivery email visible to the receiver, and API email, as email_address_visibility changes', async () => {
    const user = await world.newUser('Vera Visible');
    const placeholder = `user${user.userId}@hearth.invalid`;
    const forMember = await world.member.register({ event_types: ['realm_user'] });
    const forAdmin = await world.admin.register({ event_types: ['realm_user'] });
    await user.ok.patch('/settings', { email_address_visibility: 3 });
    expect(persons(await forMember.events())).toEqual([
      { user_id: user.userId, delivery_email: null },
      { user_id: user.userId, new_email: placeholder },
    ]);
    expect(persons(await forAdmin.events())).toEqual([{ user_id: user.userId, new_email: placeholder }]);
    const seenBy = async (viewer: typeof world.member): Promise<Body> =>
      (await viewer.ok.get(`/users/${user.userId}`))['user'] as Body;
    expect(await seenBy(world.member)).toMatchObject({ email: placeholder, delivery_email: null });
    expect(await seenBy(world.admin)).toMatchObject({ email: placeholder, delivery_email: user.email });
    expect((await seenBy(world.member))['avatar_url']).not.toBeNull();
    await world.member.fails('GET', `/users/${user.email}`, {}, { status: 400, code: 'BAD_REQUEST' });
    await world.member.ok.get(`/users/${placeholder}`);
    await user.ok.patch('/settings', { email_address_visibility: 1 });
    expect(persons(await forMember.events())).toEqual([
      { user_id: user.userId, delivery_email: user.email },
      { user_id: user.userId, new_email: user.email },
    ]);
  });

  it.each([
    [1, ['moderator', 'member', 'guest']],
    [2, ['moderator', 'member']],
    [5, ['moderator']],
    [3, []],
    [4, []],
  ] as const)('email_address_visibility %i shows the real address to %j', async (visibility, seers) => {
    const user = await world.newUser(`Level ${visibility}`);
    await user.ok.patch('/settings', { email_address_visibility: visibility });
    const whoSees: string[] = [];
    for (const who of ['moderator', 'member', 'guest'] as const) {
      const { user: seen } = await world[who].ok.get(`/users/${user.userId}`);
      if ((seen as Body)['delivery_email'] === user.email) whoSees.push(who);
    }
    expect(whoSees).toEqual(seers);
  });
});

it('of bots tell of no presence and no consent, which bots do not have', async () => {
  const types = { event_types: ['presence', 'realm_export_consent', 'user_status'] };
  const queue = await world.owner.register(types);
  await world.bot.ok.patch('/settings', { presence_enabled: false, allow_private_data_export: true });
  await world.bot.ok.post('/users/me/status', { away: false });
  expect((await queue.events()).map(({ type, away }) => [type, away])).toEqual([
    ['user_status', true],
    ['user_status', false],
  ]);
});

describe('password', () => {
  it('changes with the old one, and only with it', async () => {
    const fresh = 'an even better one';
    await world.member2.fails(
      'PATCH',
      '/settings',
      { new_password: fresh },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'old_password' },
    );
    await world.member2.fails(
      'PATCH',
      '/settings',
      { new_password: fresh, old_password: 'wrong' },
      { status: 400, code: 'BAD_REQUEST', msg: 'Wrong password!' },
    );
    await world.member2.fails(
      'PATCH',
      '/settings',
      { new_password: 'tiny', old_password: password },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member2.ok.patch('/settings', { new_password: fresh, old_password: password });
    const username = world.member2.email;
    await world.stranger.fails(
      'POST',
      '/fetch_api_key',
      { username, password },
      { status: 401, code: 'AUTHENTICATION_FAILED' },
    );
    await world.stranger.ok.post('/fetch_api_key', { username, password: fresh });
  });

  it('keeps the API key, and ends it on request', async () => {
    const user = await world.newUser('Kit Keys');
    await world.owner.ok.post(`/console/users/${user.userId}/password_link`);
    const [link] = await world.db<{ payload: string }>('SELECT payload FROM deliveries ORDER BY id DESC LIMIT 1');
    const key = /new-password\/([\w-]+)/.exec(link?.payload ?? '')?.[1] ?? '';
    const chosen = await world.stranger.ok.post(`/console/new_password/${key}`, { password });
    expect(chosen).toMatchObject({ keeps_api_key: true });
    await user.ok.patch('/settings', { new_password: 'an even better one', old_password: password });
    await user.ok.get('/users/me');
    const missing = { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'new_password' };
    await user.fails('PATCH', '/settings', { end_api_key: true }, missing);
    const change = { new_password: password, old_password: 'an even better one', end_api_key: true };
    await user.ok.patch('/settings', change);
    await user.fails('GET', '/users/me', {}, { status: 401, code: 'UNAUTHORIZED' });
    const { api_key } = await world.stranger.ok.post('/fetch_api_key', { username: user.email, password });
    expect(api_key).not.toBe(user.apiKey);
  });
});

describe('email', () => {
  it('counts once the link in the mail is followed', async () => {
    const user = await world.newUser('Mia Moving');
    await user.ok.patch('/settings', { email: 'moved@example.com' });
    expect(await user.ok.get('/users/me')).toMatchObject({ delivery_email: user.email });
    const [mail] = await world.db<{ payload: string }>(
      'SELECT payload FROM deliveries WHERE subject_id = ?',
      user.userId,
    );
    expect(JSON.parse(mail?.payload ?? '{}')).toMatchObject({ to: 'moved@example.com' });
    const path = /\/confirm-email\/\w+/.exec(mail?.payload ?? '')?.[0] ?? '';
    expect((await world.stranger.request('GET', `!${path}`)).status).toBe(200);
    const { user: moved } = await world.admin.ok.get(`/users/${user.userId}`);
    expect(moved).toMatchObject({ delivery_email: 'moved@example.com', email: 'moved@example.com' });
    expect((await world.stranger.request('GET', `!${path}`)).status).toBe(400);
  });

  it('counts too where the password changes with it', async () => {
    const both = await world.newUser('Bo Both');
    await world.owner.ok.post(`/console/users/${both.userId}/password_link`);
    const [link] = await world.db<{ payload: string }>('SELECT payload FROM deliveries ORDER BY id DESC LIMIT 1');
    const key = /new-password\/([\w-]+)/.exec(link?.payload ?? '')?.[1] ?? '';
    await world.stranger.ok.post(`/console/new_password/${key}`, { password });
    const change = { email: 'bo.new@example.com', old_password: password, new_password: 'an even better one' };
    await both.ok.patch('/settings', change);
    const [row] = await world.db<{ key: string }>('SELECT key FROM email_changes WHERE user_id = ?', both.userId);
    expect((await world.stranger.request('GET', `!/confirm-email/${row?.key}`)).status).toBe(200);
    expect((await world.owner.ok.get(`/users/${both.userId}`))['user']).toMatchObject({ email: 'bo.new@example.com' });
  });

  it('is refused when it is taken, no address, or the link is a day old', async () => {
    await world.member.fails('PATCH', '/settings', { email: world.admin.email }, { status: 400, code: 'BAD_REQUEST' });
    await world.member.fails('PATCH', '/settings', { email: 'nonsense' }, { status: 400, code: 'BAD_REQUEST' });
    await world.member.ok.patch('/settings', { email: 'late@example.com' });
    const [change] = await world.db<{ key: string }>(
      "SELECT key FROM email_changes WHERE new_email = 'late@example.com'",
    );
    world.clock.advance(86_401_000);
    expect((await world.stranger.request('GET', `!/confirm-email/${change?.key}`)).status).toBe(400);
  });
});

describe('PATCH /realm/user_settings_defaults', () => {
  it('changes what new users start with, and no one who is there', async () => {
    const queue = await world.member.register({ event_types: ['realm_user_settings_defaults'] });
    await world.admin.ok.patch('/realm/user_settings_defaults', { user_list_style: 3, email_address_visibility: 2 });
    expect(await queue.events()).toMatchObject([
      { op: 'update', property: 'user_list_style', value: 3 },
      { op: 'update', property: 'email_address_visibility', value: 2 },
    ]);
    const newcomer = await world.newUser('Nick Newcomer');
    const { state } = await newcomer.register({
      event_types: ['user_settings', 'realm_user_settings_defaults', 'realm_user'],
    });
    expect(state['user_settings']).toMatchObject({ user_list_style: 3 });
    expect(state['realm_user_settings_defaults']).toMatchObject({ user_list_style: 3 });
    expect(state['email']).toBe(`user${newcomer.userId}@hearth.invalid`);
    const old = await world.member.register({ event_types: ['user_settings'] });
    expect(old.state['user_settings']).toMatchObject({ user_list_style: 2 });
  });

  it('is for administrators, and has no personal settings', async () => {
    await world.moderator.fails(
      'PATCH',
      '/realm/user_settings_defaults',
      { enter_sends: true },
      { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
    );
    const answer = await world.admin.ok.patch('/realm/user_settings_defaults', { default_language: 'de' });
    expect(answer['ignored_parameters_unsupported']).toEqual(['default_language']);
  });
});
