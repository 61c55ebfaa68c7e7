/** The specification, "Errors" and "Limits": row by row. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { makeChannel, systemGroup, write } from '../../testing/scenario.ts';
import { password, startWorld, type World } from '../../testing/world.ts';
import { bad, channelId, crowdOf, day, minute, notAdministrator, nowOf, runJob, stateOf } from './kit.ts';

let world: World;
let owner: Client;
let admin: Client;
let member: Client;
let member2: Client;
let general: number;
beforeAll(async () => {
  world = await startWorld({ limits: { maxFileUploadSizeMib: 1, heartbeatMs: 100 } });
  ({ owner, admin, member, member2 } = world);
  general = await channelId(member, 'general');
});
afterAll(() => world.stop());

const schedule = async (message: Body): Promise<string> => {
  const scheduled = await member.ok.post('/scheduled_messages', {
    ...message,
    scheduled_delivery_timestamp: nowOf(world) + 60,
  });
  return `/scheduled_messages/${Number(scheduled['scheduled_message_id'])}`;
};

describe('Errors', () => {
  test('error body: result=error, code, msg, plus the fields listed', async () => {
    expect((await member.get('/messages/4711')).body).toEqual({
      result: 'error',
      code: 'BAD_REQUEST',
      msg: expect.stringMatching(/./),
    });
  });

  describe('BAD_REQUEST', () => {
    test('scheduled message does not exist', async () => {
      await member.fails('PATCH', '/scheduled_messages/4711', { content: 'x' }, { ...bad, status: 404 });
    });

    test('target user id invalid in a scheduled direct message', async () => {
      const path = await schedule({ type: 'direct', to: [owner.userId], content: 'x' });
      await member.fails('PATCH', path, { to: [4711] }, bad);
    });

    test('message not found or not visible', async () => {
      for (const id of [4711, await write(owner, [admin.userId])])
        await member.fails('GET', `/messages/${id}`, {}, bad);
    });

    test('draft does not exist', async () => {
      const draft = { type: '', to: [], topic: '', content: '' };
      await member.fails('PATCH', '/drafts/4711', { draft }, { ...bad, status: 404 });
    });

    test('attachment invalid', async () => {
      await member.fails('DELETE', '/attachments/4711', {}, bad);
    });

    test('device token empty or of invalid length', async () => {
      for (const token of ['', 'x'.repeat(5000)])
        await member.fails('POST', '/users/me/mobile_push_reg_id', { token }, bad);
    });

    test('email already in use when creating a user', async () => {
      await admin.fails('POST', '/users', { email: member.email, password, full_name: 'Twice' }, bad);
    });

    const refuse = async (params: Body, by = member) =>
      by.fails('POST', '/invites', { invitee_emails: 'nobody@example.org', stream_ids: [], ...params }, bad);
    test('invitation with no email address', async () => {
      await refuse({ invitee_emails: '' });
      await refuse({ invitee_emails: ' ,\n' });
    });

    test('insufficient permission to invite', async () => {
      await refuse({}, world.guest);
    });

    test('an invalid or inaccessible channel id (no invitations sent)', async () => {
      const secret = await makeChannel(owner, 'secret', [owner], { invite_only: true });
      for (const id of [4711, secret]) await refuse({ stream_ids: [general, id] });
      expect((await owner.ok.get('/invites'))['invites']).toEqual([]);
    });

    test('non-empty stream_ids when the caller cannot subscribe others', async () => {
      await owner.ok.patch('/realm', {
        can_add_subscribers_group: { new: await systemGroup(owner, 'role:moderators') },
      });
      await refuse({ stream_ids: [general] });
      await owner.ok.patch('/realm', { can_add_subscribers_group: { new: await systemGroup(owner, 'role:members') } });
    });

    test('no extra fields', async () => {
      const { body } = await member.delete('/attachments/4711');
      expect(Object.keys(body).toSorted()).toEqual(['code', 'msg', 'result']);
    });
  });

  test('STREAM_DOES_NOT_EXIST: target channel of a scheduled channel message does not exist; stream_id', async () => {
    const path = await schedule({ type: 'channel', to: general, topic: 'x', content: 'x' });
    await member.fails('PATCH', path, { to: 4711 }, { status: 400, code: 'STREAM_DOES_NOT_EXIST', stream_id: 4711 });
  });

  test('UNAUTHORIZED_PRINCIPAL: caller is not an organization administrator for an administrator-only endpoint', async () => {
    await member.fails('POST', '/channel_folders/create', { name: 'x', description: '' }, notAdministrator);
  });

  test('INVITATION_FAILED: some invited addresses already have accounts; invitations to the others are still sent', async () => {
    const invitee_emails = `${admin.email}, other@example.org`;
    const body = await member.fails(
      'POST',
      '/invites',
      { invitee_emails, stream_ids: [] },
      { status: 400, code: 'INVITATION_FAILED' },
    );
    expect(body).toEqual({
      result: 'error',
      code: 'INVITATION_FAILED',
      msg: expect.any(String),
      errors: [[admin.email, expect.any(String), false]],
      sent_invitations: true,
      daily_limit_reached: false,
      license_limit_reached: false,
    });
    expect((await member.ok.get('/invites'))['invites']).toMatchObject([{ email: 'other@example.org' }]);
  });

  test('PUSH_SERVICE_NOT_CONFIGURED: server not configured to use a push notification service', async () => {
    const registration = {
      token_kind: 'fcm',
      push_account_id: 1,
      push_public_key: Buffer.alloc(32, 1).toString('base64'),
      bouncer_public_key: 'key',
      encrypted_push_registration: 'c2VhbGVk',
    };
    await member.fails('POST', '/mobile_push/register', registration, {
      status: 400,
      code: 'PUSH_SERVICE_NOT_CONFIGURED',
    });
  });

  test('UNAUTHORIZED: request has no valid API authentication or session', async () => {
    const withoutSession = { Authorization: '' };
    const wrongSession = { Authorization: '', Cookie: 'hearth_session=nonsense' };
    for (const headers of [withoutSession, wrongSession] as Record<string, string>[]) {
      const { status, body } = await world.stranger.request('GET', '/messages', { headers });
      expect([status, body['code']]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  describe('CANNOT_DEACTIVATE_LAST_USER', () => {
    test('caller is the only organization owner: entity names which, is_last_owner is true', async () => {
      await owner.fails(
        'DELETE',
        '/users/me',
        {},
        {
          status: 400,
          code: 'CANNOT_DEACTIVATE_LAST_USER',
          entity: 'organization owner',
          is_last_owner: true,
        },
      );
    });

    test('caller is the only user: entity names which, is_last_owner is false', async () => {
      const empty = await startWorld();
      for (const who of ['admin', 'moderator', 'member', 'member2', 'guest'] as const)
        await empty.owner.ok.delete(`/users/${empty[who].userId}`);
      await empty.owner.fails(
        'DELETE',
        '/users/me',
        {},
        {
          status: 400,
          code: 'CANNOT_DEACTIVATE_LAST_USER',
          entity: 'user',
          is_last_owner: false,
        },
      );
      await empty.stop();
    });
  });

  test('exceeding 5000 messages in GET /messages is an error', async () => {
    await member.fails('GET', '/messages', { anchor: 'newest', num_before: 5001, num_after: 0 }, bad);
  });

  test('combining message_ids with range parameters is an error', async () => {
    await member.fails('GET', '/messages', { message_ids: [1], num_before: 1, num_after: 0 }, bad);
  });
});

describe('Limits', () => {
  const limit = async (name: string): Promise<number> => {
    const value = Number((await stateOf(member, ['realm']))[name]);
    expect(value, name).toBeGreaterThan(0);
    return value;
  };
  /** The status for a text of the greatest length, and for one character more. */
  const edge = async (max: number, send: (text: string) => Promise<{ status: number }>): Promise<number[]> => [
    (await send('é'.repeat(max))).status,
    (await send('é'.repeat(max + 1))).status,
  ];

  test('messages per GET /messages: at most 5000', async () => {
    const get = async (num_before: number) =>
      (await member.get('/messages', { anchor: 'newest', num_before, num_after: 0 })).status;
    expect([await get(5000), await get(5001)]).toEqual([200, 400]);
    const fetch = async (count: number) =>
      member.get('/messages', { message_ids: Array.from({ length: count }, (_, n) => 9_000_000_000 + n) });
    expect([(await fetch(5000)).status, (await fetch(5001)).body['msg']]).toEqual([200, expect.stringMatching(/5000/)]);
  });

  test('welcome message custom text: at most 8000 characters', async () => {
    let sent = 0;
    const statuses = await edge(8000, async (welcome_message_custom_text) => {
      sent += 1;
      return admin.post('/invites', {
        invitee_emails: `w${sent}@example.org`,
        stream_ids: [],
        welcome_message_custom_text,
      });
    });
    expect(statuses).toEqual([200, 400]);
  });

  test('fields shown in profile summary: at most 2 per organization', async () => {
    const statuses = [];
    for (const name of ['A', 'B', 'C'])
      statuses.push(
        (await admin.post('/realm/profile_fields', { name, field_type: 1, display_in_profile_summary: true })).status,
      );
    expect(statuses).toEqual([200, 200, 400]);
  });

  test('default invitation validity: 14400 minutes', async () => {
    await member2.ok.post('/invites', { invitee_emails: 'valid@example.org', stream_ids: [] });
    expect((await member2.ok.get('/invites'))['invites']).toMatchObject([
      { expiry_date: nowOf(world) + 14_400 * minute },
    ]);
  });

  test('presence history default: 14 days', async () => {
    await member2.ok.post('/users/me/presence', { status: 'active' });
    const sees = async () =>
      Object.keys((await member.ok.post('/users/me/presence', { status: 'active' }))['presences'] as Body).includes(
        member2.email,
      );
    world.clock.advance(14 * day * 1000);
    expect(await sees()).toBe(true);
    world.clock.advance(1000);
    expect(await sees()).toBe(false);
  });

  test('active-user window for partial subscriber lists: 14 days', async () => {
    const one = await world.newUser('Una Only');
    const subscribers = [...(await crowdOf(world, 252)), one.userId, member.userId];
    await member.ok.post('/channels/create', { name: 'crowd', subscribers, send_new_subscription_messages: false });
    await one.ok.post('/users/me/presence', { status: 'active' });
    const isLively = async () => {
      const { subscriptions } = await member.ok.get('/users/me/subscriptions', { include_subscribers: 'partial' });
      const found = (subscriptions as Body[]).find((each) => each['name'] === 'crowd');
      return (found as { partial_subscribers: number[] }).partial_subscribers.includes(one.userId);
    };
    world.clock.advance(14 * day * 1000);
    expect(await isLively()).toBe(true);
    world.clock.advance(1000);
    expect(await isLively()).toBe(false);
  });

  test('file size: max_file_upload_size_mib from POST /register', async () => {
    const max = (await limit('max_file_upload_size_mib')) * 1024 * 1024;
    const send = async (size: number) =>
      (await member.upload('/user_uploads', { name: 'a.bin', content: new Uint8Array(size) })).status;
    expect([await send(max), await send(max + 1)]).toEqual([200, 413]);
  });

  test('message length: max_message_length (scheduled messages)', async () => {
    const path = await schedule({ type: 'channel', to: general, topic: 'x', content: 'x' });
    expect(await edge(await limit('max_message_length'), async (content) => member.patch(path, { content }))).toEqual([
      200, 400,
    ]);
  });

  test('topic length: max_topic_length (scheduled messages)', async () => {
    const path = await schedule({ type: 'channel', to: general, topic: 'x', content: 'x' });
    expect(await edge(await limit('max_topic_length'), async (topic) => member.patch(path, { topic }))).toEqual([
      200, 400,
    ]);
  });

  test('channel name and description length: max_stream_name_length, max_stream_description_length', async () => {
    const create = async (params: Body) => member.post('/channels/create', { subscribers: [], ...params });
    expect(await edge(await limit('max_stream_name_length'), async (name) => create({ name }))).toEqual([200, 400]);
    const max = await limit('max_stream_description_length');
    expect(
      await edge(max, async (description) => create({ name: `about ${description.length}`, description })),
    ).toEqual([200, 400]);
  });

  test('channel folder name and description length: max_channel_folder_name_length, max_channel_folder_description_length', async () => {
    const create = async (params: Body) => admin.post('/channel_folders/create', { description: '', ...params });
    expect(await edge(await limit('max_channel_folder_name_length'), async (name) => create({ name }))).toEqual([
      200, 400,
    ]);
    const max = await limit('max_channel_folder_description_length');
    expect(
      await edge(max, async (description) => create({ name: `about ${description.length}`, description })),
    ).toEqual([200, 400]);
  });

  test('long-poll client timeout: event_queue_longpoll_timeout_seconds', async () => {
    const timeout = await limit('event_queue_longpoll_timeout_seconds');
    const queue = await member.register({ event_types: ['message'] });
    const started = performance.now();
    expect(await queue.next()).toMatchObject([{ type: 'heartbeat' }]);
    expect(performance.now() - started).toBeLessThan(timeout * 1000);
  });

  test('unused uploads retention: deleted a few weeks after upload', async () => {
    await member.ok.upload('/user_uploads', { name: 'unused.txt', content: 'x' });
    const names = async () =>
      ((await member.ok.get('/attachments'))['attachments'] as Body[]).map((each) => each['name']);
    const kept = [];
    for (let week = 1; week <= 5; week += 1) {
      world.clock.advance(7 * day * 1000);
      await runJob(world, 'uploads');
      kept.push((await names()).includes('unused.txt'));
    }
    expect(kept.slice(0, 2)).toEqual([true, true]);
    expect(kept.at(-1)).toBe(false);
  });
});
