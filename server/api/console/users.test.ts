/** Account administration: viewing one, signing it out, and the link to choose a new password. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password, startWorld, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const fresh = 'another good password';
const keyOf = (link: unknown): string => String(link).split('/').at(-1) ?? '';
const linkFor = async (userId: number, by = world.admin): Promise<string> =>
  keyOf((await by.ok.post(`/console/users/${userId}/password_link`))['link_url']);
const signIn = async (email: string, word: string) =>
  (await world.stranger.post('/console/sign_in', { username: email, password: word })).status;

describe('The link to a new password', () => {
  test('is shown once, mailed, and lets its account sign in with the new password only', async () => {
    const { member } = world;
    expect(await signIn(member.email, password)).toBe(200);
    const made = await world.admin.ok.post(`/console/users/${member.userId}/password_link`);
    expect(made).toMatchObject({
      link_url: expect.stringMatching(/\/new-password\/[\w-]{40}$/),
      expires_at: Math.floor(world.clock.nowMs / 1000) + 86_400,
      mailed_to: member.email,
    });
    const key = keyOf(made['link_url']);
    expect((await world.db('SELECT key_hash FROM password_resets'))[0]?.['key_hash']).not.toContain(key);
    const [mail] = (await world.admin.ok.get('/console/deliveries', { limit: 1 }))['deliveries'] as object[];
    expect(mail).toMatchObject({ to: member.email, text: expect.stringContaining(String(made['link_url'])) });

    const path = `/console/new_password/${key}`;
    expect(await world.stranger.ok.get(path)).toMatchObject({ full_name: 'Max Member', email: member.email });
    await world.stranger.fails('POST', path, { password: 'short' }, { status: 400, code: 'BAD_REQUEST' });
    // Until another is chosen, the old password and what was opened with it go on working.
    expect(await signIn(member.email, password)).toBe(200);
    await world.stranger.ok.post(path, { password: fresh });
    expect(await world.db('SELECT * FROM sessions WHERE user_id = ?', member.userId)).toEqual([]);
    expect(await signIn(member.email, password)).toBe(403);
    expect(await signIn(member.email, fresh)).toBe(200);
    await world.stranger.fails('POST', path, { password: fresh }, { status: 404, code: 'PASSWORD_LINK_NOT_FOUND' });
    await member.ok.get('/users/me');
  });

  test('is replaced by a newer one, and ends with its day, with its account, and with a password chosen elsewhere', async () => {
    const { userId, email } = world.member2;
    const gone = { status: 404, code: 'PASSWORD_LINK_NOT_FOUND' };
    const first = await linkFor(userId);
    const second = await linkFor(userId);
    await world.stranger.fails('GET', `/console/new_password/${first}`, {}, gone);
    world.clock.advance(86_400_000);
    await world.stranger.fails('GET', `/console/new_password/${second}`, {}, gone);

    const third = await linkFor(userId);
    await world.admin.ok.delete(`/users/${userId}`);
    await world.stranger.fails('GET', `/console/new_password/${third}`, {}, gone);
    await world.admin.fails('POST', `/console/users/${userId}/password_link`, {}, { status: 400, code: 'BAD_REQUEST' });
    await world.admin.ok.post(`/users/${userId}/reactivate`);
    const fourth = await linkFor(userId);
    await world.member2.ok.patch('/settings', { old_password: password, new_password: fresh });
    await world.stranger.fails('GET', `/console/new_password/${fourth}`, {}, gone);
    expect(await signIn(email, fresh)).toBe(200);
  });

  test('ends with the address, the rights and the membership it was made for, for good', async () => {
    const { owner, admin, stranger } = world;
    const user = await world.newUser('Nora Newly');
    const gone = { status: 404, code: 'PASSWORD_LINK_NOT_FOUND' };
    const path = `/users/${user.userId}`;
    const ways: (() => Promise<unknown>)[] = [
      async () => admin.ok.patch(path, { role: 300 }),
      async () => admin.ok.delete(path).then(async () => admin.ok.post(`${path}/reactivate`)),
      async () => owner.ok.patch(path, { new_email: 'nora.moved@example.com' }),
    ];
    for (const change of ways) {
      const key = await linkFor(user.userId);
      await user.ok.patch('/settings', { email: 'elsewhere@example.com' });
      await change();
      await stranger.fails('POST', `/console/new_password/${key}`, { password: fresh }, gone);
      // Nor does a change of address that was asked for before come after it.
      expect(await world.db('SELECT * FROM email_changes WHERE user_id = ?', user.userId)).toEqual([]);
    }
    // A newcomer who is made a guest still comes in by the link of their mail.
    const welcome = await linkFor(user.userId);
    await admin.ok.patch(path, { role: 600 });
    await stranger.ok.get(`/console/new_password/${welcome}`);
  });

  test('ends when its maker could not make it any more: they may have kept it', async () => {
    const { owner, admin } = world;
    const gone = { status: 404, code: 'PASSWORD_LINK_NOT_FOUND' };
    const user = await world.newUser('Petra Promoted');
    const other = await world.newUser('Dora Demoted');
    const kept = await linkFor(user.userId);
    await owner.ok.patch(`/users/${user.userId}`, { role: 100 });
    await world.stranger.fails('POST', `/console/new_password/${kept}`, { password: fresh }, gone);
    const { account } = await admin.ok.get(`/console/users/${user.userId}`);
    expect(account).toMatchObject({ password_link: null });

    await owner.ok.patch(`/users/${other.userId}`, { role: 200 });
    const made = await linkFor(world.guest.userId, other);
    await owner.ok.patch(`/users/${other.userId}`, { role: 400 });
    await world.stranger.fails('POST', `/console/new_password/${made}`, { password: fresh }, gone);
  });

  test('is not for bots, and that of an owner is made and read by owners only', async () => {
    const { owner, admin, bot } = world;
    await admin.fails('POST', `/console/users/${bot.userId}/password_link`, {}, { status: 400, code: 'BAD_REQUEST' });
    const key = await linkFor(owner.userId, owner);
    const text = async (who: World['admin']) =>
      ((await who.ok.get('/console/deliveries', { limit: 1 }))['deliveries'] as { text: string }[])[0]?.text;
    expect(await text(owner)).toContain(key);
    expect(await text(admin)).toBe('The link in this mail is for an owner: only owners can read it.');
  });
});

describe('Signing someone out', () => {
  test('ends sessions, and chat programs only where that is asked for', async () => {
    const user = await world.newUser('Rita Remote');
    const { queueId } = await user.register({ event_types: ['message'] });
    const poll = { queue_id: queueId, last_event_id: -1, dont_block: true };
    await world.admin.ok.post(`/console/users/${user.userId}/sign_out`);
    await user.ok.get('/events', poll);
    await world.admin.ok.post(`/console/users/${user.userId}/sign_out`, { programs: true });
    await user.fails('GET', '/events', poll, { status: 401, code: 'UNAUTHORIZED' });
    expect(world.server.services.queues.find(queueId)).toBeUndefined();
  });
});

test('everyone sees where they are signed in, and ends one session or all others', async () => {
  const user = world.moderator;
  const signInFrom = async (agent: string): Promise<{ headers: Record<string, string> }> => {
    const response = await fetch(`${world.url}/api/v1/console/sign_in`, {
      method: 'POST',
      headers: { 'User-Agent': agent },
      body: new URLSearchParams({ username: user.email, password }),
    });
    const { csrf_token: token } = (await response.json()) as { csrf_token: string };
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { headers: { Cookie: cookie, 'X-CSRF-Token': token } };
  };
  const [first, second, third] = [await signInFrom('Laptop'), await signInFrom('Phone'), await signInFrom('Library')];
  const ask = async (from: { headers: Record<string, string> }, path = '/console/sessions', method = 'GET') =>
    fetch(`${world.url}/api/v1${path}`, { ...from, method });
  type Listed = { sessions: { session_id: string; user_agent: string; is_current: boolean }[] };
  const listed = async () => ((await (await ask(first)).json()) as Listed).sessions;
  const before = await listed();
  expect(before.map(({ user_agent, is_current }) => [user_agent, is_current]).toSorted()).toEqual([
    ['Laptop', true],
    ['Library', false],
    ['Phone', false],
  ]);
  const phone = before.find(({ user_agent }) => user_agent === 'Phone')?.session_id ?? '';
  expect((await ask(first, `/console/sessions/${phone}`, 'DELETE')).status).toBe(200);
  expect((await ask(second)).status).toBe(401);
  expect((await ask(first, `/console/sessions/${phone}`, 'DELETE')).status).toBe(404);
  // No one ends the sessions of others.
  const library = before.find(({ user_agent }) => user_agent === 'Library')?.session_id ?? '';
  await world.member.fails('DELETE', `/console/sessions/${library}`, {}, { status: 404, code: 'SESSION_NOT_FOUND' });
  expect((await ask(third)).status).toBe(200);
  expect((await ask(first, '/console/sessions/others', 'DELETE')).status).toBe(200);
  expect((await ask(third)).status).toBe(401);
  expect((await listed()).map(({ user_agent }) => user_agent)).toEqual(['Laptop']);
});

test('when people were there last is reported about those who share it, and who has never come of all', async () => {
  const newcomer = await world.newUser('Nina Never');
  const shy = await world.newUser('Ida Invisible');
  const seen = await world.newUser('Sam Seen');
  await shy.ok.patch('/settings', { presence_enabled: false });
  for (const user of [shy, seen]) await user.ok.post('/users/me/presence', { status: 'active', ping_only: false });
  const { users } = (await world.admin.ok.get('/console/last_active')) as {
    users: { user_id: number; last_active: number | null; has_signed_in: boolean; shares_presence: boolean }[];
  };
  const of = ({ userId }: { userId: number }) => users.find(({ user_id }) => user_id === userId);
  expect(of(newcomer)).toMatchObject({ last_active: null, has_signed_in: false, shares_presence: true });
  expect(of(seen)).toMatchObject({ last_active: Math.floor(world.clock.nowMs / 1000), has_signed_in: true });
  expect(of(shy)).toMatchObject({ last_active: null, shares_presence: false });
  expect(users.some(({ user_id }) => user_id === world.bot.userId)).toBe(false);
});

test('names what an account alone administers until another user does', async () => {
  const { admin, member, member2 } = world;
  const user = await world.newUser('Lena Lone');
  const { id } = await user.ok.post('/channels/create', { name: 'den', subscribers: [user.userId], invite_only: true });
  await user.ok.post('/channels/create', { name: 'yard', subscribers: [user.userId] });
  const alone = async () => {
    const { account } = await admin.ok.get(`/console/users/${user.userId}`);
    return (account as { only_administrator_of: { channels: { name: string }[]; groups: { name: string }[] } })
      .only_administrator_of;
  };
  const holders = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
  const { group_id: groupId } = await admin.ok.post('/user_groups/create', {
    name: 'keepers',
    description: '',
    members: [member.userId],
    can_manage_group: holders(user.userId),
  });
  expect(await alone()).toMatchObject({
    channels: [{ stream_id: id, name: 'den' }],
    groups: [{ id: groupId, name: 'keepers' }],
  });
  // Administrators hand channels on, owners groups as well.
  const to = { new: holders(user.userId, member2.userId) };
  await admin.ok.patch(`/streams/${String(id)}`, { can_administer_channel_group: to });
  await world.owner.ok.patch(`/user_groups/${String(groupId)}`, { can_manage_group: to });
  expect(await alone()).toEqual({ channels: [], groups: [] });
});

test('an account is shown with its sessions, queues, channels, groups, bots and what is left of its links', async () => {
  const { admin } = world;
  const user = await world.newUser('Dana Detail');
  await admin.ok.post('/channels/create', { name: 'hidden', subscribers: [user.userId], invite_only: true });
  await user.ok.post('/channels/create', { name: 'own', subscribers: [user.userId], invite_only: true });
  const group = { name: 'crew', description: '', members: [user.userId] };
  const { group_id: groupId } = await admin.ok.post('/user_groups/create', group);
  const { user_id: botId } = await user.ok.post('/bots', { full_name: 'Dana Bot', short_name: 'dana' });
  await user.ok.post('/invites', { invitee_emails: 'someone@example.com', stream_ids: [] });
  await user.register({ event_types: ['message'] });
  await linkFor(user.userId);
  await world.stranger.ok.post(`/console/new_password/${await linkFor(user.userId)}`, { password: fresh });
  expect(await signIn(user.email, fresh)).toBe(200);
  await linkFor(user.userId);
  await user.ok.post('/users/me/presence', { status: 'active' });

  const now = Math.floor(world.clock.nowMs / 1000);
  const { account } = await admin.ok.get(`/console/users/${user.userId}`);
  expect(account).toMatchObject({
    user_id: user.userId,
    has_password: true,
    can_create_users: false,
    last_seen: now,
    shares_presence: true,
    password_link: { created_by: admin.userId, created_at: now },
    sessions: [{ created_at: now }],
    event_queues: [{ backlog: expect.any(Number) }],
    push_devices: 0,
    group_ids: expect.arrayContaining([groupId]),
    bot_ids: [botId],
    pending_invitations: 1,
    only_administrator_of: {
      channels: [{ name: 'own', administrators: { direct_members: [user.userId], direct_subgroups: [] } }],
      groups: [],
    },
  });
  const { channels } = account as { channels: { name: string }[] };
  expect(channels.map(({ name }) => name)).toEqual(expect.arrayContaining(['hidden', 'own']));
  expect(JSON.stringify(account)).not.toContain('hash');

  await user.ok.patch('/settings', { presence_enabled: false });
  const { account: unseen } = await admin.ok.get(`/console/users/${user.userId}`);
  expect(unseen).toMatchObject({ shares_presence: false, last_seen: null, event_queues: [] });
  expect(JSON.stringify(unseen)).not.toMatch(/poll|backlog/);
});

test('a page of a closed account learns why its session is over, which stays so when the account is opened again', async () => {
  const { guest } = world;
  const form = new URLSearchParams({ username: guest.email, password });
  const signedIn = await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body: form });
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '';
  const look = async () => {
    const answer = await fetch(`${world.url}/api/v1/console/session`, { headers: { cookie } });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await look()).toEqual([200, undefined]);
  await world.admin.ok.delete(`/users/${guest.userId}`);
  expect(await look()).toEqual([401, 'USER_DEACTIVATED']);
  await world.admin.ok.post(`/users/${guest.userId}/reactivate`);
  expect(await look()).toEqual([401, 'UNAUTHORIZED']);
});
