/** Settings of the organization: PATCH /realm, domains, pictures; who may, and what everyone is informed. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

describe("the organization's settings", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  const realm = async (key: string) => (await world.member.ok.post('/register', { fetch_event_types: ['realm'] }))[key];
  const groupId = async (name: string) =>
    (await world.db<{ id: number }>('SELECT id FROM user_groups WHERE name = ?', name))[0]?.id ?? 0;

  it('change for an administrator, and everyone is informed', async () => {
    const queue = await world.guest.register({ event_types: ['realm'] });
    await world.admin.ok.patch('/realm', { name: 'Renamed', enable_read_receipts: false });
    expect(await queue.events()).toMatchObject([
      { type: 'realm', op: 'update_dict', data: { name: 'Renamed', enable_read_receipts: false } },
    ]);
    expect(await realm('realm_name')).toBe('Renamed');
  });

  it('announce nothing that stays as it was', async () => {
    const queue = await world.member.register({ event_types: ['realm'] });
    await world.admin.ok.patch('/realm', { allow_message_editing: true });
    expect(await queue.events()).toEqual([]);
  });

  it('read "unlimited" as no limit', async () => {
    await world.admin.ok.patch('/realm', { message_content_edit_limit_seconds: 'unlimited' });
    expect(await realm('realm_message_content_edit_limit_seconds')).toBeNull();
    await world.owner.ok.patch('/realm', { message_retention_days: 'unlimited' });
    expect(await realm('realm_message_retention_days')).toBe(-1);
  });

  it('survive a restart', async () => {
    await world.admin.ok.patch('/realm', { description: 'Kept' });
    await world.restart();
    expect(await realm('realm_description')).toBe('Kept');
  });

  it('say mandatory_topics beside topics_policy, for older clients', async () => {
    const queue = await world.member.register({ event_types: ['realm'] });
    await world.admin.ok.patch('/realm', { topics_policy: 'disable_empty_topic' });
    expect(await queue.events()).toMatchObject([
      { data: { topics_policy: 'disable_empty_topic', mandatory_topics: true } },
    ]);
    await world.admin.ok.patch('/realm', { topics_policy: 'allow_empty_topic' });
  });

  it('take a permission as a group, as users and groups, and with the value it replaces', async () => {
    const [moderators, members] = [await groupId('role:moderators'), await groupId('role:members')];
    await world.admin.ok.patch('/realm', { can_create_public_channel_group: { new: moderators, old: members } });
    expect(await realm('realm_can_create_public_channel_group')).toBe(moderators);
    const some = { direct_members: [world.member.userId], direct_subgroups: [moderators] };
    await world.admin.ok.patch('/realm', { can_create_public_channel_group: some });
    expect(await realm('realm_can_create_public_channel_group')).toEqual(some);
    const stale = { new: members, old: moderators };
    await world.admin.fails(
      'PATCH',
      '/realm',
      { can_create_public_channel_group: stale },
      { status: 400, code: 'EXPECTATION_MISMATCH' },
    );
  });

  it('know a permission as it is shown: without who is deactivated', async () => {
    const gone = await world.newUser('Gone Holder');
    const some = { direct_members: [world.member.userId, gone.userId], direct_subgroups: [] };
    await world.admin.ok.patch('/realm', { can_create_public_channel_group: some });
    await world.admin.ok.delete(`/users/${gone.userId}`);
    const shown = await realm('realm_can_create_public_channel_group');
    expect(shown).toEqual({ direct_members: [world.member.userId], direct_subgroups: [] });
    const members = await groupId('role:members');
    await world.admin.ok.patch('/realm', { can_create_public_channel_group: { new: members, old: shown } });
    expect(await realm('realm_can_create_public_channel_group')).toBe(members);
  });

  it('tell older clients the nearest policy number, of the closed set', async () => {
    await world.admin.ok.patch('/realm', { can_mention_many_users_group: await groupId('role:moderators') });
    expect(await realm('realm_wildcard_mention_policy')).toBe(7);
    await world.admin.ok.patch('/realm', {
      can_mention_many_users_group: { direct_members: [world.member.userId, world.guest.userId], direct_subgroups: [] },
    });
    expect([1, 2, 3, 5, 6, 7]).toContain(await realm('realm_wildcard_mention_policy'));
  });

  it('are refused to everyone below an administrator, and nothing changes', async () => {
    const before = await world.dump();
    for (const client of [world.moderator, world.member, world.guest, world.bot]) {
      await client.fails('PATCH', '/realm', { name: 'Mine' }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    }
    expect(await world.dump()).toBe(before);
  });

  it('that decide who gets in or what is kept are for owners only', async () => {
    const refused = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' };
    for (const change of [
      { message_retention_days: 30 },
      { invite_required: false },
      { emails_restricted_to_domains: true },
      { create_multiuse_invite_group: await groupId('role:members') },
    ]) {
      await world.admin.fails('PATCH', '/realm', change, refused);
      await world.owner.ok.patch('/realm', change);
      const [name = ''] = Object.keys(change);
      expect(await realm(`realm_${name}`)).toEqual(Object.values(change)[0]);
    }
    await world.owner.ok.patch('/realm', {
      message_retention_days: -1,
      invite_required: true,
      emails_restricted_to_domains: false,
    });
  });

  it('addresses to throw away join nowhere where the organization wants none', async () => {
    const invite = async (email: string): Promise<Reply> =>
      world.owner.post('/invites', { invitee_emails: email, stream_ids: [], invite_expires_in_minutes: 60 });
    const add = async (email: string): Promise<Reply> =>
      world.owner.post('/users', { email, full_name: 'Somebody', password: 'correct horse battery' });
    expect((await add('one@mailinator.com')).status).toBe(200);
    await world.owner.ok.patch('/realm', { disallow_disposable_email_addresses: true });
    for (const reply of [await add('two@Mailinator.com'), await invite('three@mailinator.com')]) {
      expect(reply.status).toBe(400);
      expect(JSON.stringify(reply.body)).toContain('Please use your real email address.');
    }
    expect((await add('four@example.com')).status).toBe(200);
    await world.owner.ok.patch('/realm', { disallow_disposable_email_addresses: false });
  });

  it('newcomers begin in the language of the organization', async () => {
    await world.owner.ok.patch('/realm', { default_language: 'de' });
    const newcomer = await world.newUser('Greta German');
    expect((await newcomer.register({ fetch_event_types: ['user_settings'] })).state).toMatchObject({
      user_settings: { default_language: 'de' },
    });
    expect((await world.member.register({ fetch_event_types: ['user_settings'] })).state).toMatchObject({
      user_settings: { default_language: 'en' },
    });
    await world.owner.ok.patch('/realm', { default_language: 'en' });
  });

  it('give four permissions to role:no one, and then no person has them, owners included', async () => {
    const [nobody, members] = [await groupId('role:nobody'), await groupId('role:members')];
    const { owner } = world;
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
      .png()
      .toBuffer();
    const permissions = {
      can_create_groups: () => owner.post('/user_groups/create', { name: 'g', description: '', members: [] }),
      can_add_custom_emoji_group: () => owner.upload('/realm/emoji/nobody', { name: 'a.png', content: picture }),
      can_create_public_channel_group: () => owner.post('/channels/create', { name: 'p', subscribers: [owner.userId] }),
      can_create_private_channel_group: () =>
        owner.post('/channels/create', { name: 'q', subscribers: [owner.userId], invite_only: true }),
    };
    for (const [name, attempt] of Object.entries(permissions)) {
      await owner.ok.patch('/realm', { [name]: { new: nobody, old: members } });
      const { state } = await owner.register({ fetch_event_types: ['realm'] });
      expect(state[`realm_${name}`], name).toBe(nobody);
      const reply = await attempt();
      expect([name, reply.status, reply.body['msg']]).toEqual([name, 400, expect.stringMatching(/permission/i)]);
      await owner.ok.patch('/realm', { [name]: { new: members, old: nobody } });
      expect((await attempt()).body['msg'], name).not.toMatch(/permission/i);
    }
  });

  it('name the creator of a channel as clients of feature level 417 do', async () => {
    const { state } = await world.owner.register({ fetch_event_types: ['realm'] });
    const settings = (state['server_supported_permission_settings'] as Record<string, Record<string, object>>)[
      'stream'
    ];
    expect(settings?.['can_administer_channel_group']).toMatchObject({
      default_group_name: 'stream_creator_or_nobody',
    });
    expect(JSON.stringify(state)).not.toContain('channel_creator');
  });

  it('refuse values that cannot be, and nothing changes', async () => {
    const before = await world.dump();
    const nobody = await groupId('role:nobody');
    for (const change of [
      { name: '' },
      { name: 'x'.repeat(41) },
      { description: 'x'.repeat(1001) },
      { message_content_edit_limit_seconds: 0 },
      { message_content_edit_limit_seconds: 'sometimes' },
      { org_type: 11 },
      { digest_weekday: 7 },
      { default_language: 'tlh' },
      { allow_message_editing: 'perhaps' },
      { new_stream_announcements_stream_id: 99_999 },
      { authentication_methods: { Email: false } },
      ...[
        'meet.example.com',
        'javascript:alert(1)',
        'https://',
        'https://calls.example.com/{name}',
        'https://a.example/{room',
      ].map((address) => ({ jitsi_server_url: address })),
      { jitsi_server_url: `https://a.example/${'x'.repeat(200)}` },
      { can_manage_all_groups: nobody },
      { can_create_groups: 99_999 },
      { can_create_groups: { direct_members: [99_999], direct_subgroups: [] } },
      { can_access_all_users_group: { direct_members: [world.member.userId], direct_subgroups: [] } },
    ]) {
      const reply = await world.owner.patch('/realm', change);
      expect([change, reply.status]).toEqual([change, 400]);
    }
    for (const name of ['message_retention_days', 'message_content_edit_limit_seconds'])
      expect((await world.owner.patch('/realm', { [name]: 0 })).body['msg']).toBe(`${name} is too small (minimum: 1)`);
    expect(await world.dump()).toBe(before);
  });

  it('are no texts when they are lists or objects in a JSON body, nor is null', async () => {
    const send = (change: unknown) =>
      world.admin.request('PATCH', '/realm', {
        body: JSON.stringify(change),
        headers: { 'content-type': 'application/json' },
      });
    const before = await world.dump();
    for (const name of [{}, { a: 1 }, [], ['Ours'], true])
      expect((await send({ name })).body).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'name is not a string',
      });
    expect((await send({ name: null, description: null })).status).toBe(200);
    expect(await world.dump()).toBe(before);
    // In a form, and in quotation marks, they are the characters that they are; a number is a name too.
    await world.admin.ok.patch('/realm', { name: '{}' });
    expect(await realm('realm_name')).toBe('{}');
    await send({ name: 'null' });
    expect(await realm('realm_name')).toBe('null');
    await send({ name: 2026 });
    expect(await realm('realm_name')).toBe('2026');
  });

  it('take only a private channel for requests to moderators', async () => {
    const [general] = await world.db<{ id: number }>("SELECT id FROM streams WHERE name = 'general'");
    const change = { moderation_request_channel_id: general?.id };
    await world.admin.fails('PATCH', '/realm', change, { status: 400, code: 'BAD_REQUEST' });
    expect(await realm('realm_moderation_request_channel_id')).toBe(-1);
  });

  it('have domains, which only owners change', async () => {
    const queue = await world.member.register({ event_types: ['realm_domains'] });
    await world.admin.fails(
      'POST',
      '/realm/domains',
      { domain: 'a.example', allow_subdomains: true },
      { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
    );
    await world.owner.ok.post('/realm/domains', { domain: 'A.example', allow_subdomains: false });
    await world.owner.ok.patch('/realm/domains/a.example', { allow_subdomains: true });
    expect(await world.member.ok.get('/realm/domains')).toMatchObject({
      domains: [{ domain: 'a.example', allow_subdomains: true }],
    });
    await world.owner.fails(
      'POST',
      '/realm/domains',
      { domain: 'a.example', allow_subdomains: true },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.owner.fails(
      'POST',
      '/realm/domains',
      { domain: 'no domain', allow_subdomains: true },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.owner.ok.delete('/realm/domains/a.example');
    await world.owner.fails('DELETE', '/realm/domains/a.example', {}, { status: 400, code: 'BAD_REQUEST' });
    expect((await queue.events()).map((event) => event['op'])).toEqual(['add', 'change', 'remove']);
  });

  it('have an icon, which an administrator uploads and removes', async () => {
    const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#a52' } })
      .png()
      .toBuffer();
    const file = { name: 'icon.png', content: picture, type: 'image/png' };
    const queue = await world.member.register({ event_types: ['realm'] });
    expect((await world.member.upload('/realm/icon', file)).body['code']).toBe('UNAUTHORIZED_PRINCIPAL');
    await world.admin.ok.upload('/realm/icon', file);
    const [event] = (await queue.events()) as unknown as { data: { icon_url: string; icon_source: string } }[];
    expect(event?.data.icon_source).toBe('U');
    const served = await sharp(
      Buffer.from(await (await fetch(world.url + event?.data.icon_url)).arrayBuffer()),
    ).metadata();
    expect([served.width, served.height]).toEqual([256, 85]);
    await world.admin.ok.delete('/realm/icon');
    expect(await realm('realm_icon_source')).toBe('G');
  });

  it('refuse an icon that is no picture', async () => {
    const reply = await world.admin.upload('/realm/icon', { name: 'icon.png', content: 'not a picture' });
    expect([reply.status, reply.body['code']]).toEqual([400, 'BAD_REQUEST']);
  });
});
