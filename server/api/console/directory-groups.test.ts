/** Directory groups grant roles and memberships until a user leaves them: OpenLDAP. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startMatchingRuleProxy } from '../../testing/matching-rule-proxy.ts';
import {
  baseDn,
  connectionTo,
  directoryPassword,
  groupDn,
  servicePassword,
  startSlapd,
  userDn,
  userLdif,
  withoutSlapd,
  type Slapd,
} from '../../testing/slapd.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let slapd: Slapd;

async function set(settings: Record<string, unknown>): Promise<void> {
  await world.owner.ok.patch('/console/directory', { settings });
}

const signIn = (username: string) => world.stranger.post('/fetch_api_key', { username, password: directoryPassword });

const synchronize = () => world.owner.ok.post('/console/directory/synchronize');
const preview = async () => (await world.owner.ok.post('/console/directory/preview'))['changes'];

async function idOf(name: string): Promise<number> {
  const [user] = await world.db<{ id: number }>(
    'SELECT id FROM users WHERE delivery_email = ?',
    `${name}@office.example`,
  );
  if (user === undefined) throw new Error(`no account of ${name}`);
  return user.id;
}

const roleOf = async (name: string) =>
  (await world.db<{ role: number }>('SELECT role FROM users WHERE id = ?', await idOf(name)))[0]?.role;

const membersOf = async (group: number) =>
  (await world.db<{ user_id: number }>('SELECT user_id FROM user_group_members WHERE group_id = ?', group)).map(
    (row) => row.user_id,
  );

const inGroup = (change: 'add' | 'delete', group: string, name: string) =>
  slapd.modify(`dn: ${groupDn(group)}\nchangetype: modify\n${change}: member\nmember: ${userDn(name)}\n`);

async function createGroup(name: string): Promise<number> {
  const { group_id: id } = await world.owner.ok.post('/user_groups/create', { name, description: '', members: [] });
  return Number(id);
}

async function createChannel(name: string): Promise<number> {
  const { id } = await world.owner.ok.post('/channels/create', { name, subscribers: [world.owner.userId] });
  return Number(id);
}

/** Which of the channels a user is in. */
async function channelsOf(userId: number, among: readonly number[]): Promise<number[]> {
  const rows = await world.db<{ stream_id: number }>(
    'SELECT stream_id FROM subscriptions WHERE user_id = ? AND active = 1',
    userId,
  );
  return among.filter((id) => rows.some((row) => row.stream_id === id));
}

const rule = (group: string, gives: Record<string, unknown>) => ({
  group: groupDn(group),
  role: null,
  channel_ids: [],
  user_group_ids: [],
  ...gives,
});

/** Leaves the group of the directory for one test. */
async function leave(group: string, name: string): Promise<void> {
  await inGroup('delete', group, name);
  onTestFinished(() => inGroup('add', group, name));
}

describe.skipIf(withoutSlapd !== undefined)('groups of a directory', () => {
  beforeAll(async () => {
    slapd = await startSlapd();
  });
  afterAll(() => slapd.stop());
  beforeEach(async () => {
    world = await startWorld();
    await set(connectionTo(slapd));
  });
  afterEach(() => world.stop());

  it('returns a user to member after it left the group that gave the role', async () => {
    await set({ ldap_group_rules: [rule('leads', { role: 200 })] });
    await signIn('user01');
    await signIn('user02');
    expect([await roleOf('user01'), await roleOf('user02')]).toEqual([200, 200]);
    await leave('leads', 'user01');
    expect(await preview()).toEqual([
      'Make Person 1 a member: no group of the directory makes it an administrator any longer.',
    ]);
    await synchronize();
    expect([await roleOf('user01'), await roleOf('user02')]).toEqual([400, 200]);
    expect(await preview()).toEqual([]);
    await set({ ldap_group_rules: [] });
    await signIn('user02');
    expect(await roleOf('user02')).toBe(400);
  });

  it('gives the lower role of another group when the user leaves the first', async () => {
    await set({ ldap_group_rules: [rule('leads', { role: 200 }), rule('staff', { role: 300 })] });
    await signIn('user01');
    await leave('leads', 'user01');
    await synchronize();
    expect(await roleOf('user01')).toBe(300);
    await set({ ldap_group_rules: [] });
    await synchronize();
    expect(await roleOf('user01')).toBe(400);
  });

  it('keeps roles that were given by hand', async () => {
    await signIn('user01');
    await signIn('user02');
    await world.owner.ok.patch(`/users/${await idOf('user01')}`, { role: 300 });
    await set({ ldap_group_rules: [rule('leads', { role: 300 })] });
    await synchronize();
    await set({ ldap_group_rules: [] });
    // The directory gave it, then it was chosen by hand, and given back.
    await world.owner.ok.patch(`/users/${await idOf('user02')}`, { role: 200 });
    await synchronize();
    expect([await roleOf('user01'), await roleOf('user02')]).toEqual([300, 200]);
    await world.owner.ok.patch(`/users/${await idOf('user02')}`, { role: 300 });
    await synchronize();
    expect(await roleOf('user02')).toBe(300);
  });

  it('removes a user from the user groups that the directory gave, and from no other', async () => {
    const [given, own] = [await createGroup('Given'), await createGroup('By hand')];
    await signIn('user01');
    const id = await idOf('user01');
    await world.owner.ok.post(`/user_groups/${own}/members`, { add: [id] });
    await set({ ldap_group_rules: [rule('leads', { user_group_ids: [given, own] })] });
    await synchronize();
    expect([await membersOf(given), await membersOf(own)]).toEqual([[id], [id]]);
    await leave('leads', 'user01');
    expect(await preview()).toEqual(['Remove Person 1 from Given: no group of the directory gives it any longer.']);
    await synchronize();
    expect([await membersOf(given), await membersOf(own)]).toEqual([[], [id]]);
    // Back by hand: nothing of it is the directory's.
    await world.owner.ok.post(`/user_groups/${given}/members`, { add: [id] });
    await synchronize();
    expect(await membersOf(given)).toEqual([id]);
  });

  it('removes from a deactivated user group too, and forgets a membership that was ended by hand', async () => {
    const [closed, left] = [await createGroup('Closed'), await createGroup('Left')];
    await set({ ldap_group_rules: [rule('leads', { user_group_ids: [closed, left] })] });
    await signIn('user01');
    const id = await idOf('user01');
    await world.owner.ok.post(`/user_groups/${closed}/deactivate`);
    await set({ ldap_group_rules: [] });
    await world.owner.ok.post(`/user_groups/${left}/members`, { delete: [id] });
    await world.owner.ok.post(`/user_groups/${left}/members`, { add: [id] });
    await synchronize();
    expect([await membersOf(closed), await membersOf(left)]).toEqual([[], [id]]);
  });

  it('subscribes when a group is entered, and unsubscribes from what it gave when it is left', async () => {
    const [given, own, readd, closed] = [
      await createChannel('Given'),
      await createChannel('Own'),
      await createChannel('Left'),
      await createChannel('Closed'),
    ];
    await signIn('user01');
    const id = await idOf('user01');
    await world.owner.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'Own' }],
      principals: [id],
    });
    await set({ ldap_group_rules: [rule('leads', { channel_ids: [given, own, readd, closed] })] });
    expect(await preview()).toEqual(['Subscribe Person 1 to #Given, #Left, #Closed.']);
    await synchronize();
    expect(await channelsOf(id, [given, own, readd, closed])).toEqual([given, own, readd, closed]);
    // Who leaves by hand stays out, and who comes back by hand stays in.
    await world.owner.ok.delete('/users/me/subscriptions', { subscriptions: ['Left'], principals: [id] });
    await synchronize();
    expect(await channelsOf(id, [readd])).toEqual([]);
    await world.owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'Left' }], principals: [id] });
    await world.owner.ok.delete(`/streams/${closed}`);
    await leave('leads', 'user01');
    expect(await preview()).toEqual([
      'Unsubscribe Person 1 from #Given, #Closed: no group of the directory gives it any longer.',
    ]);
    await synchronize();
    expect(await channelsOf(id, [given, own, readd, closed])).toEqual([own, readd]);
    expect(await preview()).toEqual([]);
  });

  it('keeps a channel as long as another group gives it', async () => {
    const channel = await createChannel('Both');
    const rules = [rule('leads', { channel_ids: [channel] }), rule('staff', { channel_ids: [channel] })];
    await set({ ldap_group_rules: rules });
    await signIn('user01');
    await leave('leads', 'user01');
    await synchronize();
    expect(await channelsOf(await idOf('user01'), [channel])).toEqual([channel]);
    await set({ ldap_group_rules: [] });
    await synchronize();
    expect(await channelsOf(await idOf('user01'), [channel])).toEqual([]);
  });

  it('leaves a guest a guest when the group that made it one ends', async () => {
    await set({ ldap_group_rules: [rule('leads', { role: 600 })] });
    await signIn('user01');
    expect(await roleOf('user01')).toBe(600);
    await set({ ldap_group_rules: [] });
    expect(await preview()).toEqual([]);
    await synchronize();
    expect(await roleOf('user01')).toBe(600);
  });

  it.each([200, 300, 400])('makes a guest a guest again when the group that gave role %i ends', async (role) => {
    await signIn('user01');
    await world.owner.ok.patch(`/users/${await idOf('user01')}`, { role: 600 });
    await set({ ldap_group_rules: [rule('leads', { role }), rule('staff', { role: 400 })] });
    await synchronize();
    expect(await roleOf('user01')).toBe(role);
    await set({ ldap_group_rules: [rule('staff', { role: 400 })] });
    await synchronize();
    expect(await roleOf('user01')).toBe(400);
    await set({ ldap_group_rules: [] });
    expect(await preview()).toEqual(['Make Person 1 a guest: no group of the directory makes it a member any longer.']);
    await synchronize();
    expect([await roleOf('user01'), await preview()]).toEqual([600, []]);
  });

  it('keeps the role that an administrator gave to a guest after a group had raised it', async () => {
    await signIn('user01');
    await world.owner.ok.patch(`/users/${await idOf('user01')}`, { role: 600 });
    await set({ ldap_group_rules: [rule('leads', { role: 300 })] });
    await synchronize();
    await set({ ldap_group_rules: [] });
    await world.owner.ok.patch(`/users/${await idOf('user01')}`, { role: 400 });
    await synchronize();
    expect(await roleOf('user01')).toBe(400);
  });

  it('changes nothing when no known user is still in an allowed group, and raises an alert', async () => {
    for (const name of ['user01', 'user02', 'user03']) await signIn(name);
    await set({ ldap_access_groups: [groupDn('unknown')] });
    const { state } = await synchronize();
    expect((state as { problem: string }).problem).toContain('none of them is enabled and in a group');
    expect(await world.db('SELECT 1 FROM users WHERE is_active = 0')).toEqual([]);
    await set({ ldap_access_groups: [groupDn('leads')] });
    await synchronize();
    expect(await world.db('SELECT delivery_email AS email FROM users WHERE is_active = 0')).toEqual([
      { email: 'user03@office.example' },
    ]);
  });

  it('deactivates the only known user when it is gone, but not when nothing was found', async () => {
    await slapd.modify(userLdif('leaver', { number: 102, fullName: 'Lee' }).replace('\n', '\nchangetype: add\n'));
    await signIn('leaver');
    await slapd.modify(`dn: ${userDn('leaver')}\nchangetype: delete\n`);
    const isActive = async () =>
      (await world.db<{ is_active: number }>('SELECT is_active FROM users WHERE id = ?', await idOf('leaver')))[0]
        ?.is_active;
    await set({ ldap_user_filter: '(cn=none)' });
    const { state } = await synchronize();
    expect((state as { problem: string }).problem).toContain('0 of 1 known users');
    expect(await isActive()).toBe(1);
    await set({ ldap_user_filter: '(sAMAccountType=805306368)' });
    expect(await preview()).toEqual(['Deactivate Lee: the directory no longer has it.']);
    await synchronize();
    expect(await isActive()).toBe(0);
  });

  it('finds groups within groups by the rule of Active Directory, for every name of a user', async () => {
    // As `cn=Doe, (Jo*)\\ ü` is written in a name.
    const dn = `cn=Doe\\, (Jo*)\\\\ \u00fc,ou=people,${baseDn}`;
    const entry = userLdif('doe', { number: 103, fullName: 'Jo Doe' })
      .replace(/^dn: .*$/m, `dn:: ${Buffer.from(dn).toString('base64')}\nchangetype: add`)
      .replace(/^cn: .*$/m, `cn:: ${Buffer.from('Doe, (Jo*)\\ \u00fc').toString('base64')}`);
    await slapd.modify(entry);
    const member = `member:: ${Buffer.from(dn).toString('base64')}`;
    await slapd.modify(`dn: ${groupDn('leads')}\nchangetype: modify\nadd: member\n${member}\n`);
    const asked: string[] = [];
    const proxy = await startMatchingRuleProxy(slapd, asked);
    onTestFinished(() => proxy.stop());
    const { presets } = (await world.owner.ok.get('/console/directory')) as { presets: Record<string, object> };
    await set({
      ...presets['active_directory'],
      ldap_servers: [proxy.address],
      ldap_security: 'none',
      ldap_bind_password: servicePassword,
      ldap_base_dn: `ou=people,${baseDn}`,
      // Names no groups: all come from the search.
      ldap_group_attribute: 'description',
      ldap_group_rules: [rule('leads', { role: 300 })],
    });
    const tried = await world.owner.ok.post('/console/directory/test_user', { username: 'doe' });
    expect(tried).toMatchObject({ found: [{ groups: [groupDn('leads')] }], refusal: null });
    expect(asked).toHaveLength(1);
    await signIn('doe');
    await signIn('user04');
    expect([await roleOf('doe'), await roleOf('user04')]).toEqual([300, 400]);
    await slapd.modify(`dn: ${groupDn('leads')}\nchangetype: modify\ndelete: member\n${member}\n`);
    asked.length = 0;
    await synchronize();
    expect(await roleOf('doe')).toBe(400);
    // The known users alone.
    expect(asked).toHaveLength(2);
  });
});
