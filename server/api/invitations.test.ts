/** POST /invites and its kin, statement by statement (contract: send-invites; spec: Authentication 6, Errors), and the join page's calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../testing/client.ts';
import { systemGroup } from '../testing/scenario.ts';
import { password, startWorld, type World } from '../testing/world.ts';

const bad = { status: 400, code: 'BAD_REQUEST' };
const tenDays = 14_400 * 60;
interface Row extends Record<string, unknown> {
  id: number;
  key: string;
  expires_at: number | null;
}

describe('invitations', () => {
  let world: World;
  let general = 0;
  let secret = 0;
  beforeAll(async () => {
    world = await startWorld();
    general = (await world.db<{ id: number }>("SELECT id FROM streams WHERE name = 'general'"))[0]?.id ?? 0;
    secret = Number(
      (
        await world.admin.ok.post('/channels/create', {
          name: 'secret',
          subscribers: [world.admin.userId],
          invite_only: true,
        })
      )['id'],
    );
  });
  afterAll(() => world.stop());

  const rowOf = async (email: string): Promise<Row> => {
    const rows = await world.db<Row>('SELECT * FROM invitations WHERE email = ? ORDER BY id DESC', email);
    if (rows[0] === undefined) throw new Error(`${email} was not invited`);
    return rows[0];
  };
  const invite = async (emails: string, params: Body = {}, by = world.member) =>
    by.ok.post('/invites', { invitee_emails: emails, stream_ids: [], ...params });
  const mailsTo = async (email: string) =>
    (await world.db<{ payload: string }>("SELECT payload FROM deliveries WHERE kind = 'mail'")).filter((row) =>
      row.payload.includes(email),
    );
  const join = async (key: string, form: Body = {}) =>
    world.stranger.post(`/console/join/${key}`, { full_name: 'New Person', password, ...form });
  const groupId = async (name: string) =>
    (await world.db<{ id: number }>('SELECT id FROM user_groups WHERE name = ?', name))[0]?.id;

  it('go to every address, separated by commas or newlines, each with a mail that has the link', async () => {
    await invite('one@example.org, Two <two@example.org>\nthree@example.org,\n,ONE@example.org');
    for (const email of ['two@example.org', 'three@example.org']) {
      const { key } = await rowOf(email);
      expect(JSON.stringify(await mailsTo(email))).toContain(`/join/${key}`);
    }
    expect(await world.db("SELECT id FROM invitations WHERE lower(email) = 'one@example.org'")).toHaveLength(1);
  });

  it('are valid for 14400 minutes when nothing is said', async () => {
    await invite('default@example.org');
    expect((await rowOf('default@example.org')).expires_at).toBe(world.clock.nowMs / 1000 + tenDays);
  });

  it('never expire with null, and expire after the given minutes', async () => {
    await invite('never@example.org', { invite_expires_in_minutes: null });
    expect((await rowOf('never@example.org')).expires_at).toBeNull();
    await invite('soon@example.org', { invite_expires_in_minutes: 5 });
    expect((await rowOf('soon@example.org')).expires_at).toBe(world.clock.nowMs / 1000 + 300);
  });

  it('are to roles as restricted as the caller’s own, or more', async () => {
    const callers = { owner: 100, admin: 200, moderator: 300, member: 400 } as const;
    for (const [name, own] of Object.entries(callers)) {
      for (const role of [100, 200, 300, 400, 600]) {
        const email = `as${role}.${name}@example.org`;
        const reply = await world[name as 'owner'].post('/invites', {
          invitee_emails: email,
          stream_ids: [],
          invite_as: role,
        });
        expect([name, role, reply.status]).toEqual([name, role, role >= own ? 200 : 400]);
      }
    }
  });

  it('name only channels that are default ones, or where the caller may add subscribers', async () => {
    await invite('c1@example.org', { stream_ids: [general] });
    await invite('c2@example.org', { stream_ids: [secret] }, world.admin);
    expect((await rowOf('c1@example.org'))['stream_ids']).toBe(JSON.stringify([general]));
    expect((await rowOf('c2@example.org'))['stream_ids']).toBe(JSON.stringify([secret]));
  });

  it('are not sent at all when a channel id is unknown or not accessible', async () => {
    for (const id of [99_999, secret]) {
      await world.member.fails(
        'POST',
        '/invites',
        { invitee_emails: 'c3@example.org', stream_ids: [general, id] },
        bad,
      );
    }
    await expect(rowOf('c3@example.org')).rejects.toThrow('not invited');
  });

  it('must name no channels when the caller cannot subscribe others, and may include the default ones', async () => {
    await world.owner.ok.patch('/realm', { can_add_subscribers_group: await groupId('role:administrators') });
    await world.member.fails('POST', '/invites', { invitee_emails: 'c4@example.org', stream_ids: [general] }, bad);
    await expect(rowOf('c4@example.org')).rejects.toThrow('not invited');
    await invite('c4@example.org', { include_realm_default_subscriptions: true });
    expect((await rowOf('c4@example.org'))['include_realm_default_subscriptions']).toBe(1);
    await world.owner.ok.patch('/realm', { can_add_subscribers_group: await groupId('role:members') });
  });

  it('fail without an address, and for callers who may not invite', async () => {
    await world.member.fails('POST', '/invites', { invitee_emails: ' ,\n', stream_ids: [] }, bad);
    await world.guest.fails('POST', '/invites', { invitee_emails: 'g@example.org', stream_ids: [] }, bad);
    await world.member.fails(
      'POST',
      '/invites',
      { invitee_emails: 'g@example.org' },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'stream_ids' },
    );
    await world.member.fails(
      'POST',
      '/invites',
      { stream_ids: [] },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'invitee_emails' },
    );
    await expect(rowOf('g@example.org')).rejects.toThrow('not invited');
  });

  it('go to every address of a list as mail programs write it, and the console reads it in the same way', async () => {
    const list =
      'Kit <kit@example.org>; "Lee, Lou" <lou@example.org>; Moe, Max <max@example.org>\nnoa@example.org pia@example.org';
    const emails = ['kit', 'lou', 'max', 'noa', 'pia'].map((name) => `${name}@example.org`);
    const { invitees } = await world.member.ok.post('/console/invitees', { invitee_emails: list });
    expect(invitees).toMatchObject(emails.map((email) => ({ email, problem: null })));
    await expect(rowOf('kit@example.org')).rejects.toThrow('not invited');
    await invite(list);
    for (const email of emails) expect(await mailsTo(email)).toHaveLength(1);
  });

  it('say INVITATION_FAILED with the true reason for each part of a list', async () => {
    const list = 'nonsense, Uma <uma@example.org>; admin@example.com; bad@@example.org';
    const body = await world.member.fails(
      'POST',
      '/invites',
      { invitee_emails: list, stream_ids: [] },
      { status: 400, code: 'INVITATION_FAILED', sent_invitations: true },
    );
    const problems = [
      ['nonsense', 'Not an email address, such as name@example.org.'],
      ['admin@example.com', 'Already has an account.'],
      ['bad@@example.org', 'Not an email address, such as name@example.org.'],
    ];
    expect(body['errors']).toEqual(problems.map((problem) => [...problem, false]));
    expect(body['msg']).toBe(
      'Not invited: nonsense: Not an email address, such as name@example.org. admin@example.com: Already has an account. bad@@example.org: Not an email address, such as name@example.org. The other addresses were invited.',
    );
    const { invitees } = await world.member.ok.post('/console/invitees', { invitee_emails: list });
    expect(invitees).toEqual([
      { written: 'nonsense', email: null, problem: problems[0]?.[1] },
      { written: 'Uma <uma@example.org>', email: 'uma@example.org', problem: null },
      { written: 'admin@example.com', email: 'admin@example.com', problem: problems[1]?.[1] },
      { written: 'bad@@example.org', email: 'bad@@example.org', problem: problems[2]?.[1] },
    ]);
    await world.member.fails(
      'POST',
      '/invites',
      { invitee_emails: 'admin@example.com', stream_ids: [] },
      {
        status: 400,
        code: 'INVITATION_FAILED',
        sent_invitations: false,
        msg: 'Not invited: admin@example.com: Already has an account. No invitations were sent.',
      },
    );
  });

  it('say INVITATION_FAILED with triples for accounts that exist, and still go to the others', async () => {
    const left = await world.newUser('Left Already');
    await world.admin.ok.delete(`/users/${left.userId}`);
    const body = await world.member.fails(
      'POST',
      '/invites',
      { invitee_emails: `admin@example.com, rest@example.org, ${left.email}`, stream_ids: [] },
      {
        status: 400,
        code: 'INVITATION_FAILED',
        sent_invitations: true,
        daily_limit_reached: false,
        license_limit_reached: false,
      },
    );
    expect(body['errors']).toEqual([
      ['admin@example.com', expect.any(String), false],
      [left.email, expect.any(String), true],
    ]);
    expect((await rowOf('rest@example.org'))['status']).toBe('pending');
    expect(await mailsTo('rest@example.org')).toHaveLength(1);
  });

  it('say that none was sent when none could be', async () => {
    const expected = { status: 400, code: 'INVITATION_FAILED', sent_invitations: false };
    await world.member.fails('POST', '/invites', { invitee_emails: 'admin@example.com', stream_ids: [] }, expected);
    await world.member.fails('POST', '/invites', { invitee_emails: 'no address', stream_ids: [] }, expected);
    for (const each of ['admin@example.com', 'no address']) await expect(rowOf(each)).rejects.toThrow('not invited');
  });

  it('have a welcome text of at most 8000 characters, from administrators only', async () => {
    await invite('w1@example.org', { welcome_message_custom_text: 'x'.repeat(8000) }, world.admin);
    expect((await rowOf('w1@example.org'))['welcome_message_custom_text']).toHaveLength(8000);
    await world.admin.fails(
      'POST',
      '/invites',
      { invitee_emails: 'w2@example.org', stream_ids: [], welcome_message_custom_text: 'x'.repeat(8001) },
      bad,
    );
    await invite('w3@example.org', { welcome_message_custom_text: 'Mine' });
    expect((await rowOf('w3@example.org'))['welcome_message_custom_text']).toBeNull();
    await invite('w4@example.org', { welcome_message_custom_text: null }, world.admin);
    expect((await rowOf('w4@example.org'))['welcome_message_custom_text']).toBeNull();
  });

  it('name only groups to which the caller may add', async () => {
    const { group_id: id } = await world.admin.ok.post('/user_groups/create', {
      name: 'crew',
      description: '',
      members: [world.admin.userId],
    });
    await world.member.fails(
      'POST',
      '/invites',
      { invitee_emails: 'g1@example.org', stream_ids: [], group_ids: [id] },
      bad,
    );
    await world.admin.fails(
      'POST',
      '/invites',
      { invitee_emails: 'g1@example.org', stream_ids: [], group_ids: [99_999] },
      bad,
    );
    await world.admin.fails(
      'POST',
      '/invites',
      { invitee_emails: 'g1@example.org', stream_ids: [], group_ids: [await groupId('role:members')] },
      bad,
    );
    await invite('g1@example.org', { group_ids: [id] }, world.admin);
    const joined = await join((await rowOf('g1@example.org')).key);
    expect(await world.member.ok.get(`/user_groups/${String(id)}/members`)).toMatchObject({
      members: [world.admin.userId, joined.body['user_id']],
    });
  });

  it('are listed to the user who sent them, and all of them to administrators', async () => {
    await invite('mine@example.org', {}, world.member2);
    const listed = async (by: typeof world.member) =>
      ((await by.ok.get('/invites'))['invites'] as Body[]).map((each) => each['email']);
    expect(await listed(world.member2)).toEqual(['mine@example.org']);
    expect(await listed(world.admin)).toEqual(expect.arrayContaining(['mine@example.org', 'default@example.org']));
  });

  it('are taken back and sent again by the user who sent them or an administrator, and those are reported', async () => {
    await invite('back@example.org');
    const { id } = await rowOf('back@example.org');
    const queues = [
      await world.admin.register({ event_types: ['invites_changed'] }),
      await world.member.register({ event_types: ['invites_changed'] }),
    ];
    const other = await world.member2.register({ event_types: ['invites_changed'] });
    const refused = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' };
    await world.member2.fails('POST', `/invites/${id}/resend`, {}, refused);
    await world.member2.fails('DELETE', `/invites/${id}`, {}, refused);
    world.clock.advance(60_000);
    await world.member.ok.post(`/invites/${id}/resend`);
    expect((await rowOf('back@example.org')).expires_at).toBe(world.clock.nowMs / 1000 + tenDays);
    expect(await mailsTo('back@example.org')).toHaveLength(2);
    await world.member.fails('DELETE', `/invites/multiuse/${id}`, {}, bad);
    await world.admin.ok.delete(`/invites/${id}`);
    await world.admin.fails('DELETE', `/invites/${id}`, {}, bad);
    for (const queue of queues) expect(await queue.events()).toHaveLength(2);
    expect(await other.events()).toEqual([]);
    expect((await join((await rowOf('back@example.org')).key)).status).toBe(404);
  });

  it('are sent again only by those who may invite, and to addresses that may join', async () => {
    await invite('again@away.example');
    const { id, key } = await rowOf('again@away.example');
    const again = async () => (await world.member.post(`/invites/${id}/resend`)).status;
    await world.owner.ok.patch('/realm', { can_invite_users_group: await systemGroup(world.owner, 'role:moderators') });
    expect(await again()).toBe(400);
    await world.owner.ok.patch('/realm', { can_invite_users_group: await systemGroup(world.owner, 'role:members') });
    await world.owner.ok.patch('/realm', { emails_restricted_to_domains: true });
    expect(await again()).toBe(400);
    expect((await join(key)).body['code']).toBe('BAD_REQUEST');
    await world.owner.ok.patch('/realm', { emails_restricted_to_domains: false });
    expect(await again()).toBe(200);
    expect((await join(key)).status).toBe(200);
  });

  it('of owners are taken back by owners only', async () => {
    await invite('boss@example.org', { invite_as: 100 }, world.owner);
    const { id } = await rowOf('boss@example.org');
    await world.admin.fails('DELETE', `/invites/${id}`, {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    expect((await rowOf('boss@example.org'))['status']).toBe('pending');
    await world.owner.ok.delete(`/invites/${id}`);
    expect((await rowOf('boss@example.org'))['status']).toBe('revoked');
  });

  it('can be a link that any number of people use, made by administrators unless the organization says otherwise', async () => {
    await world.member.fails('POST', '/invites/multiuse', {}, bad);
    const { invite_link: link } = await world.admin.ok.post('/invites/multiuse', {
      stream_ids: [secret],
      invite_as: 600,
    });
    const key = String(link).split('/join/')[1] ?? '';
    expect(String(link)).toBe(`${world.url}/join/${key}`);
    for (const email of ['m1@example.org', 'm2@example.org']) expect((await join(key, { email })).status).toBe(200);
    expect((await join(key)).body['code']).toBe('BAD_REQUEST');
    const [listed] = (await world.admin.ok.get('/invites'))['invites'] as Body[];
    expect(listed).toMatchObject({ is_multiuse: true, link_url: link });
    await world.admin.ok.delete(`/invites/multiuse/${String(listed?.['id'])}`);
    expect((await join(key, { email: 'm3@example.org' })).body['code']).toBe('INVITATION_WITHDRAWN');
  });

  describe('that are accepted', () => {
    it('show who invites whom to what', async () => {
      await invite('look@example.org', { invite_as: 600 });
      const body = await world.stranger.ok.get(`/console/join/${(await rowOf('look@example.org')).key}`);
      expect(body).toMatchObject({
        organization_name: 'Hearth Test',
        invited_by: 'Max Member',
        invited_by_user_id: world.member.userId,
        email: 'look@example.org',
        role: 600,
        is_multiuse: false,
      });
      expect((await world.stranger.get('/console/join/nonsense')).status).toBe(404);
    });

    it('make an account with role and channels, which can sign in, once', async () => {
      await invite('joins@example.org', { stream_ids: [secret], invite_as: 600 }, world.admin);
      const { key } = await rowOf('joins@example.org');
      const { body } = await join(key, { full_name: 'Jo Joins', email: 'ignored@example.org' });
      expect(body).toMatchObject({ email: 'joins@example.org' });
      const signedIn = await world.stranger.post('/fetch_api_key', { username: 'joins@example.org', password });
      expect(signedIn.body).toMatchObject({ user_id: body['user_id'] });
      const subscribed = await world.db(
        'SELECT stream_id FROM subscriptions WHERE user_id = ? AND active = 1',
        Number(body['user_id']),
      );
      expect(subscribed).toEqual([{ stream_id: secret }]);
      const [user] = await world.db<{ role: number }>('SELECT role FROM users WHERE id = ?', Number(body['user_id']));
      expect(user?.role).toBe(600);
      expect((await join(key)).status).toBe(404);
    });

    it('take the time zone of the browser, unless this machine does not know it', async () => {
      for (const [timezone, kept] of [
        ['Asia/Tokyo', 'Asia/Tokyo'],
        ['Mars/Base', ''],
        ['+01:00', ''],
      ] as const) {
        const email = `zone${kept.length}.${timezone.length}@example.org`;
        await invite(email);
        const { body } = await join((await rowOf(email)).key, { timezone });
        expect((await world.owner.ok.get(`/users/${String(body['user_id'])}`))['user']).toMatchObject({
          timezone: kept,
        });
      }
    });

    it('join the default channels when they say so', async () => {
      await invite('defaults@example.org', { include_realm_default_subscriptions: true });
      const { body } = await join((await rowOf('defaults@example.org')).key);
      const names = await world.db(
        'SELECT s.name FROM subscriptions x JOIN streams s ON s.id = x.stream_id WHERE x.user_id = ? ORDER BY s.name',
        Number(body['user_id']),
      );
      expect(names).toEqual([{ name: 'general' }, { name: 'sandbox' }]);
    });

    it('tell the inviter, unless asked not to', async () => {
      const queue = await world.member2.register({ event_types: ['message'] });
      await invite('tell@example.org', {}, world.member2);
      await join((await rowOf('tell@example.org')).key, { full_name: 'Tell Me' });
      const [event] = (await queue.events()) as { message?: { content: string } }[];
      expect(event?.message?.content).toContain('Tell Me');
      await invite('quiet@example.org', { notify_referrer_on_join: false }, world.member2);
      await join((await rowOf('quiet@example.org')).key, { full_name: 'Quiet One' });
      expect(await queue.events()).toEqual([]);
    });

    it('are welcomed with the given text, the organization’s own with null, none with the empty text', async () => {
      await world.admin.ok.patch('/realm', { welcome_message_custom_text: 'House rules' });
      const received = async (email: string, text: string | null) => {
        await invite(email, { welcome_message_custom_text: text }, world.admin);
        const { body } = await join((await rowOf(email)).key, { full_name: `Named ${email.slice(0, 2)}` });
        const rows = await world.db<{ content: string }>(
          'SELECT m.content FROM messages m JOIN recipient_users r ON r.recipient_id = m.recipient_id WHERE r.user_id = ? AND m.sender_id <> ? ORDER BY m.id',
          Number(body['user_id']),
          Number(body['user_id']),
        );
        return rows.map((row) => row.content).slice(1);
      };
      expect(await received('wa@example.org', 'Just for you')).toEqual(['Just for you']);
      expect(await received('wb@example.org', null)).toEqual(['House rules']);
      expect(await received('wc@example.org', '')).toEqual([]);
    });

    it('are refused when they have expired', async () => {
      await invite('late@example.org', { invite_expires_in_minutes: 1 });
      world.clock.advance(60_000);
      expect((await join((await rowOf('late@example.org')).key)).status).toBe(404);
    });

    it('and refused with a password or a name that cannot be, and stay open', async () => {
      await invite('weak@example.org');
      const { key } = await rowOf('weak@example.org');
      const left = async () => [await rowOf('weak@example.org'), await world.db('SELECT count(*) AS n FROM users')];
      const before = await left();
      expect((await join(key, { password: 'abc' })).body['code']).toBe('BAD_REQUEST');
      expect((await join(key, { full_name: '  ' })).status).toBe(400);
      expect((await join(key, { full_name: 'a|5' })).status).toBe(400);
      expect(await left()).toEqual(before);
    });
  });

  describe('to one address, more than once', () => {
    const rowsOf = (email: string) =>
      world.db<Row>('SELECT * FROM invitations WHERE lower(email) = ? ORDER BY id', email);
    const dead = (key: string, why: 'USED' | 'EXPIRED' | 'WITHDRAWN' | 'REPLACED' | 'NOT_FOUND') => {
      const expected = { status: 404, code: `INVITATION_${why}` };
      const form = { full_name: 'Too Late', password };
      return Promise.all([
        world.stranger.fails('GET', `/console/join/${key}`, {}, expected),
        world.stranger.fails('POST', `/console/join/${key}`, form, expected),
      ]);
    };

    it('replace what the same inviter sent before: role, channels, expiry and link', async () => {
      await invite('again@example.org', { invite_as: 600, stream_ids: [], invite_expires_in_minutes: 5 });
      const queues = [
        await world.admin.register({ event_types: ['invites_changed'] }),
        await world.member.register({ event_types: ['invites_changed'] }),
      ];
      await invite('AGAIN@example.org', { stream_ids: [general], invite_expires_in_minutes: 60 });
      for (const queue of queues) expect(await queue.events()).toHaveLength(1);
      const [first, second] = await rowsOf('again@example.org');
      const { invites } = (await world.member.ok.get('/invites')) as { invites: Body[] };
      expect(invites.filter(({ email }) => String(email).toLowerCase() === 'again@example.org')).toMatchObject([
        { id: second?.id, invited_as: 400, expiry_date: world.clock.nowMs / 1000 + 3600 },
      ]);
      const [[told]] = [await dead(first?.key ?? '', 'REPLACED')];
      expect(told['msg']).toBe('This invitation has been replaced by a newer one.');
      await world.member.fails('POST', `/invites/${first?.id}/resend`, {}, bad);
      const { body } = await join(second?.key ?? '');
      const subscribed = 'SELECT stream_id FROM subscriptions WHERE user_id = ? AND active = 1';
      expect(await world.db(subscribed, Number(body['user_id']))).toEqual([{ stream_id: general }]);
      await dead(first?.key ?? '', 'REPLACED');
    });

    it('stay beside those of others, and end when one of them is accepted', async () => {
      await invite('both@example.org', {}, world.member);
      await invite('both@example.org', { invite_as: 600 }, world.member2);
      const [first, second] = await rowsOf('both@example.org');
      await world.stranger.ok.get(`/console/join/${first?.key}`);
      const other = await world.member.register({ event_types: ['invites_changed'] });
      const { body } = await join(second?.key ?? '');
      expect(await other.events()).toHaveLength(1);
      const [told] = await dead(first?.key ?? '', 'USED');
      expect(told['msg']).toBe('This invitation has already been used.');
      await dead(second?.key ?? '', 'USED');
      const { invitations } = (await world.admin.ok.get('/console/invitations')) as { invitations: Body[] };
      expect(invitations.filter(({ email }) => email === 'both@example.org')).toMatchObject([
        { id: second?.id, state: 'accepted', use_count: 1, user_id: body['user_id'] },
        { id: first?.id, state: 'ended', use_count: 0, user_id: body['user_id'], link_url: null },
      ]);
    });

    it('end too when the person joins by a reusable link, which goes on', async () => {
      await invite('other.way@example.org');
      const { invite_link: link } = await world.admin.ok.post('/invites/multiuse', {});
      const key = String(link).split('/join/')[1] ?? '';
      expect((await join(key, { email: 'Other.Way@example.org' })).status).toBe(200);
      await dead((await rowOf('other.way@example.org')).key, 'USED');
      await world.stranger.ok.get(`/console/join/${key}`);
    });

    it('end when the person gets an account without one, or an account its address', async () => {
      await invite('made@example.org,moved@example.org');
      const queue = await world.member.register({ event_types: ['invites_changed'] });
      await world.owner.ok.post('/users', { email: 'Made@example.org', full_name: 'Mada Made', password });
      expect(await queue.events()).toHaveLength(1);
      const mover = await world.newUser('Mo Mover');
      await world.owner.ok.patch(`/users/${mover.userId}`, { new_email: 'moved@example.org' });
      expect(await queue.events()).toHaveLength(1);
      const { invites } = (await world.member.ok.get('/invites')) as { invites: Body[] };
      for (const email of ['made@example.org', 'moved@example.org']) {
        expect(invites.map((each) => each['email'])).not.toContain(email);
        const { id, key } = await rowOf(email);
        await world.member.fails('POST', `/invites/${String(id)}/resend`, {}, bad);
        await dead(key, 'USED');
      }
    });

    it('are dead each in their own words, told to the user who has the key of the link', async () => {
      await invite('words@example.org', { invite_expires_in_minutes: 1 });
      world.clock.advance(60_000);
      const [told] = await dead((await rowOf('words@example.org')).key, 'EXPIRED');
      expect(told['msg']).toBe('This invitation has expired.');
      await invite('taken@example.org');
      const { id, key } = await rowOf('taken@example.org');
      await world.member.ok.delete(`/invites/${id}`);
      expect((await dead(key, 'WITHDRAWN'))[0]['msg']).toBe('This invitation has been revoked.');
      await dead('x'.repeat(32), 'NOT_FOUND');
    });

    it('are remembered when they are over, the newest two thousand of each inviter', async () => {
      const inviter = await world.newUser('Ivy Insistent');
      const crowd = Array.from({ length: 500 }, (_, index) => `c${index}@crowd.example`).join(',');
      await invite('first@crowd.example', {}, inviter);
      await invite('first@crowd.example', {}, inviter);
      const [oldest] = await rowsOf('first@crowd.example');
      await dead(oldest?.key ?? '', 'REPLACED');
      for (let round = 0; round < 5; round += 1) await invite(crowd, {}, inviter);
      const count =
        'SELECT status, count(*) AS n FROM invitations WHERE invited_by = ? GROUP BY status ORDER BY status';
      expect(await world.db(count, inviter.userId)).toEqual([
        { status: 'pending', n: 501 },
        { status: 'replaced', n: 2000 },
      ]);
      await dead(oldest?.key ?? '', 'NOT_FOUND');
    });
  });

  it('admit to a private channel that excludes all adders while their inviter administers it', async () => {
    const creator = await world.newUser('Cleo Creator');
    const nobody = await systemGroup(world.owner, 'role:nobody');
    await world.owner.ok.patch('/realm', { can_add_subscribers_group: nobody });
    const circle = { name: 'closed circle', subscribers: [creator.userId], invite_only: true };
    const { id } = await creator.ok.post('/channels/create', { ...circle, can_add_subscribers_group: nobody });
    for (const name of ['circle1', 'circle2'])
      await invite(`${name}@example.org`, { stream_ids: [Number(id)], notify_referrer_on_join: false }, creator);
    const channelsOf = async (email: string): Promise<unknown[]> => {
      const { body } = await join((await rowOf(email)).key);
      return world.db('SELECT stream_id FROM subscriptions WHERE user_id = ?', Number(body['user_id']));
    };
    expect(await channelsOf('circle1@example.org')).toContainEqual({ stream_id: id });
    await creator.ok.patch(`/streams/${String(id)}`, { can_administer_channel_group: { new: nobody } });
    expect(await channelsOf('circle2@example.org')).not.toContainEqual({ stream_id: id });
    await world.owner.ok.patch('/realm', { can_add_subscribers_group: await groupId('role:members') });
  });

  it('admit to no channel or group to which their inviter can no longer add people', async () => {
    const inviter = await world.newUser('Ina Inviter');
    const channels: number[] = [];
    for (const name of ['left', 'archived', 'still'])
      channels.push(
        Number(
          (await inviter.ok.post('/channels/create', { name, subscribers: [inviter.userId], invite_only: true }))['id'],
        ),
      );
    await inviter.ok.post('/user_groups/create', { name: 'inas', description: '', members: [inviter.userId] });
    const group = await groupId('inas');
    const offer = { stream_ids: channels, group_ids: [group], notify_referrer_on_join: false };
    await invite('late@example.org', offer, inviter);
    await inviter.ok.delete('/users/me/subscriptions', { subscriptions: ['left'] });
    await world.owner.ok.delete(`/streams/${channels[1]}`);
    const nobody = await systemGroup(world.owner, 'role:nobody');
    for (const setting of ['can_add_members_group', 'can_manage_group'])
      await world.owner.ok.patch(`/user_groups/${group}`, { [setting]: { new: nobody } });
    const queue = await inviter.register({ event_types: ['message'] });
    const { body } = await join((await rowOf('late@example.org')).key);
    const subscribed = await world.db<{ name: string }>(
      `SELECT name FROM subscriptions JOIN streams ON id = stream_id
       WHERE user_id = ? AND stream_id IN (SELECT value FROM json_each(?))`,
      Number(body['user_id']),
      JSON.stringify(channels),
    );
    expect(subscribed).toEqual([{ name: 'still' }]);
    expect(
      await world.db(
        'SELECT 1 FROM user_group_members WHERE group_id = ? AND user_id = ?',
        Number(group),
        Number(body['user_id']),
      ),
    ).toEqual([]);
    expect(JSON.stringify(await queue.events())).toContain('They were not added to 3 of its channels and groups');
  });

  it('are needed to join, unless the organization lets anybody in', async () => {
    const form = { full_name: 'Open Door', password, email: 'open@example.org' };
    await world.stranger.fails('POST', '/console/join', form, bad);
    await world.owner.ok.patch('/realm', { invite_required: false });
    expect(await world.stranger.ok.post('/console/join', form)).toMatchObject({ email: 'open@example.org' });
    await world.owner.ok.patch('/realm', { invite_required: true });
  });
});
