/** A list of newcomers: what is wrong with each row, and what becomes of the others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  const { admin } = world;
  await admin.ok.post('/channels/create', { name: 'kitchen', subscribers: [] });
  await admin.ok.post('/user_groups/create', { name: 'crew', description: '', members: [] });
});
afterAll(async () => world.stop());

interface Result {
  errors: { field: string; message: string }[];
  user_id?: number;
  link_url?: string;
}

const send = async (path: string, rows: object[], kind?: string): Promise<Result[]> =>
  (await world.admin.ok.post(path, { rows, ...(kind !== undefined && { kind }) }))['results'] as Result[];

test('each row says what is wrong with it, field by field, and nothing is made', async () => {
  const before = await world.dump();
  const results = await send('/console/accounts/check', [
    { full_name: 'Anna Able', email: 'anna@example.com', role: 'Moderator', channels: ['#kitchen'], groups: ['crew'] },
    { full_name: '', email: 'no address', role: 'king', channels: ['cellar'], groups: ['nobody here'] },
    { full_name: 'Anna Again', email: 'ANNA@example.com' },
    { full_name: 'Max Again', email: world.member.email, role: 'owner', groups: ['role:members'] },
  ]);
  expect(results.map(({ errors }) => errors)).toEqual([
    [],
    [
      { field: 'full_name', message: 'Enter a name.' },
      { field: 'email', message: 'Enter a valid email address.' },
      { field: 'role', message: 'Unknown role "king". Roles are owner, administrator, moderator, member, guest.' },
      { field: 'channels', message: 'There is no channel "cellar".' },
      { field: 'groups', message: 'There is no group "nobody here".' },
    ],
    [{ field: 'email', message: 'Another row has this address too.' }],
    [
      { field: 'email', message: `Email '${world.member.email}' is already in use.` },
      { field: 'role', message: "You can't give a role with more permissions than your own." },
      { field: 'groups', message: 'Insufficient permission' },
    ],
  ]);
  expect(await world.dump()).toBe(before);
});

test('a name with a letter that was lost on the way is a problem, not an account', async () => {
  const [lost] = await send('/console/accounts/check', [{ full_name: 'Peter M\u{fffd}ller', email: 'pm@example.com' }]);
  expect(lost?.errors).toEqual([
    {
      field: 'full_name',
      message: 'This name contains an unreadable character. Save the file as UTF-8, or correct the name.',
    },
  ]);
});

test('rows of a long list, which is looked at piece by piece, know of each other from its first to its last', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => ({
    full_name: `Person ${at}`,
    email: `p${at % 599}@example.com`,
  }));
  const results = await send('/console/accounts/check', rows);
  expect(results).toHaveLength(600);
  expect(results.findIndex(({ errors }) => errors.length > 0)).toBe(599);
  expect(results[599]?.errors).toEqual([{ field: 'email', message: 'Another row has this address too.' }]);
});

test('takes an address with a name or a link around it, and refuses a cell with two addresses', async () => {
  const rows = [
    { full_name: 'Eva Eck', email: 'Eck, Eva <eva@example.com>' },
    { full_name: 'Fritz Funk', email: 'mailto:fritz@example.com' },
    { full_name: 'Two', email: 'one@example.com; two@example.com' },
    { full_name: 'Eva Again', email: 'EVA@example.com' },
  ];
  expect(
    (await send('/console/accounts/check', rows)).map(({ errors }) => errors.map(({ message }) => message)),
  ).toEqual([
    [],
    [],
    ['Enter one email address. Use a separate row for each person.'],
    ['Another row has this address too.'],
  ]);
  const [eva, fritz] = await send('/console/accounts', rows.slice(0, 2));
  for (const [made, delivery_email] of [
    [eva, 'eva@example.com'],
    [fritz, 'fritz@example.com'],
  ] as const)
    expect((await world.admin.ok.get(`/users/${made?.user_id}`))['user']).toMatchObject({ delivery_email });
});

test('a good row is an account in its role, channels and groups, which chooses its password by a link', async () => {
  const events = await world.member.register({ event_types: ['realm_user'] });
  const [good, bad] = await send('/console/accounts', [
    { full_name: 'Bert Best', email: 'bert@example.com', role: '300', channels: ['Kitchen'], groups: ['@crew'] },
    { full_name: 'Bert Best', email: 'bert@example.com' },
  ]);
  expect(bad).toEqual({ errors: [{ field: 'email', message: "Email 'bert@example.com' is already in use." }] });
  expect(await events.next()).toMatchObject([{ type: 'realm_user', op: 'add' }]);
  const { account } = await world.admin.ok.get(`/console/users/${good?.user_id}`);
  expect(account).toMatchObject({
    channels: expect.arrayContaining([expect.objectContaining({ name: 'kitchen' })]),
    has_password: false,
  });
  const { user } = await world.admin.ok.get(`/users/${good?.user_id}`);
  expect(user).toMatchObject({ full_name: 'Bert Best', role: 300 });
  const key = good?.link_url?.split('/').at(-1);
  world.clock.advance(6 * 86_400_000);
  await world.stranger.ok.post(`/console/new_password/${key}`, { password: 'a good password' });
  await world.stranger.ok.post('/console/sign_in', { username: 'bert@example.com', password: 'a good password' });
});

test('a list can be invitations instead, where people say themselves what they are called', async () => {
  const rows = [{ full_name: '', email: 'cleo@example.com', role: 'guest', channels: ['kitchen'], groups: ['crew'] }];
  expect(await send('/console/accounts/check', rows, 'invitations')).toEqual([{ errors: [] }]);
  const [made] = await send('/console/accounts', rows, 'invitations');
  // Without a mail server the link is handed over.
  expect(made).toEqual({ errors: [], link_url: expect.stringMatching(/\/join\/\w+$/) });
  expect(await world.stranger.ok.get(`/console/join/${made?.link_url?.split('/').at(-1)}`)).toMatchObject({
    email: 'cleo@example.com',
  });
  expect((await world.admin.ok.get('/invites'))['invites']).toMatchObject([
    { email: 'cleo@example.com', invited_as: 600 },
  ]);
  await world.admin.fails('POST', '/console/accounts/check', { rows: [] }, { status: 400, code: 'BAD_REQUEST' });
});

test('a user who may not create accounts makes none', async () => {
  const { account: before } = await world.owner.ok.get(`/console/users/${world.admin.userId}`);
  await world.owner.ok.patch(`/users/${world.admin.userId}`, { can_create_users: false });
  const { account: after } = await world.owner.ok.get(`/console/users/${world.admin.userId}`);
  expect([before, after]).toMatchObject([{ can_create_users: true }, { can_create_users: false }]);
  const rows = [{ full_name: 'Dora', email: 'dora@example.com' }];
  for (const path of ['/console/accounts', '/console/accounts/check'])
    await world.admin.fails('POST', path, { rows }, { status: 400, code: 'BAD_REQUEST' });
  expect(await send('/console/accounts', rows, 'invitations')).toMatchObject([{ errors: [] }]);
});
