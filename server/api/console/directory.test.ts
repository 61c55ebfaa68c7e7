/** Signing in with a directory: OpenLDAP with a small office that looks like Active Directory. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { turnOnTwoFactor } from '../../testing/authenticator.ts';
import {
  baseDn,
  connectionTo,
  directoryPassword as secret,
  groupDn,
  serviceDn,
  servicePassword,
  startSlapd,
  userDn,
  userLdif,
  withoutSlapd,
  type Slapd,
} from '../../testing/slapd.ts';
import { password, startWorld, type World } from '../../testing/world.ts';

let world: World;
let slapd: Slapd;

const wrong = { status: 401, code: 'AUTHENTICATION_FAILED' };
const signIn = (username: string, typed = secret) =>
  world.stranger.post('/fetch_api_key', { username, password: typed });

async function set(settings: Record<string, unknown>): Promise<void> {
  await world.owner.ok.patch('/console/directory', { settings });
}

const connect = (changes: Record<string, unknown> = {}) =>
  set({
    ...connectionTo(slapd),
    ldap_user_filter: '(sAMAccountType=805306368)',
    ...changes,
  });

const replace = (name: string, attribute: string, value: string) =>
  slapd.modify(`dn: ${userDn(name)}\nchangetype: modify\nreplace: ${attribute}\n${attribute}: ${value}\n`);

const userWith = async (email: string) => {
  const [user] = await world.db<{ id: number; full_name: string; role: number; is_active: number; api_key: string }>(
    'SELECT * FROM users WHERE delivery_email = ?',
    email,
  );
  return user;
};

describe.skipIf(withoutSlapd !== undefined)('a directory', () => {
  beforeAll(async () => {
    slapd = await startSlapd();
  });
  afterAll(() => slapd.stop());
  beforeEach(async () => {
    world = await startWorld();
    await connect();
  });
  afterEach(() => world.stop());

  it('signs in by account name, principal name, address and DOMAIN\\name, as one account', async () => {
    const before = await world.stranger.ok.get('/server_settings');
    expect(before).toMatchObject({ require_email_format_usernames: false, authentication_methods: { ldap: true } });
    const { body } = await signIn('user01');
    expect(body).toMatchObject({ result: 'success', email: 'user01@office.example' });
    for (const name of ['USER01', 'user01@ad.office.example', 'user01@office.example', 'OFFICE\\user01', ' user01 '])
      expect((await signIn(name)).body).toMatchObject({ user_id: body['user_id'], api_key: body['api_key'] });
    const session = await world.stranger.post('/console/sign_in', { username: 'user01', password: secret });
    expect(session.body).toMatchObject({ user_id: body['user_id'], full_name: 'Person 1' });
    const { entries } = (await world.owner.ok.get('/console/audit_log')) as { entries: Record<string, unknown>[] };
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'user', action: 'created', subject: 'Person 1' }));
  });

  it('refuses empty passwords, wrong ones and unknown names, and writes nothing', async () => {
    const before = await world.dump();
    await world.stranger.fails('POST', '/fetch_api_key', { username: 'user01', password: 'wrong' }, wrong);
    await world.stranger.fails('POST', '/fetch_api_key', { username: 'nobody', password: secret }, wrong);
    const empty = await signIn('user02', '');
    expect([empty.status, empty.body['result']]).toEqual([400, 'error']);
    for (const guess of [
      ' ',
      '   ',
      '\t',
      '\n',
      '\u00a0',
      '\u200b',
      "''",
      '{SSHA}',
      '\u0000',
      `\u0000${secret}`,
      `${secret}\u0000`,
    ])
      expect([400, 401, 403]).toContain((await signIn('user02', guess)).status);
    expect(await world.dump()).toBe(before);
  });

  it('never reads a name as a filter', async () => {
    for (const name of [
      '*',
      'user0*',
      'user01)(cn=*',
      '*)(|(cn=*',
      'user01\\2a',
      'user01)\\00',
      '(',
      ')(',
      'user01))(&(a=b',
      '*)(objectClass=*',
      'user01)(|(uid=*)',
      '\\2a',
      '\\75ser01',
      'user01)(userPassword=*',
      ')(sAMAccountName=user0*',
      'user??',
      'sAMAccountName=user01',
      'cn=Person 1',
    ])
      await world.stranger.fails('POST', '/fetch_api_key', { username: name, password: secret }, wrong);
  });

  it('takes over an account with the same address, ends its former keys and second factor, and never an owner', async () => {
    await slapd.modify(
      userLdif('member', { number: 101, fullName: 'Max Directory' }).replace('\n', '\nchangetype: add\n'),
    );
    await replace('member', 'mail', 'member@example.com');
    onTestFinished(() => slapd.modify(`dn: ${userDn('member')}\nchangetype: delete\n`));
    await turnOnTwoFactor(world, world.member);
    const { body } = await signIn('member');
    expect(await world.db('SELECT user_id FROM two_factor UNION SELECT user_id FROM recovery_codes')).toEqual([]);
    expect(body).toMatchObject({ user_id: world.member.userId });
    expect(body['api_key']).not.toBe(world.member.apiKey);
    expect((await world.member.get('/users/me')).status).toBe(401);
    await world.stranger.fails('POST', '/fetch_api_key', { username: 'member@example.com', password }, wrong);
    await replace('member', 'mail', 'owner@example.com');
    await replace('member', 'objectGUID', 'a-new-entry-0001');
    const refused = await signIn('member');
    expect([refused.status, refused.body['code']]).toEqual([401, 'AUTHENTICATION_FAILED']);
    expect(refused.body['msg']).toContain('owner');
    const owner = await world.stranger.post('/fetch_api_key', { username: 'owner@example.com', password });
    expect(owner.body['user_id']).toBe(world.owner.userId);
  });

  it('gives roles, channels and groups by groups, and refuses who is in none', async () => {
    const { id: channel } = await world.owner.ok.post('/channels/create', {
      name: 'Leads only',
      subscribers: [world.owner.userId],
    });
    const { group_id: group } = await world.owner.ok.post('/user_groups/create', {
      name: 'Leads',
      description: '',
      members: [],
    });
    await set({
      ldap_access_groups: [groupDn('leads').toUpperCase(), groupDn('admins')],
      ldap_group_rules: [
        { group: groupDn('leads'), role: 300, channel_ids: [channel], user_group_ids: [group] },
        { group: groupDn('admins'), role: 200, channel_ids: [], user_group_ids: [] },
      ],
    });
    await signIn('user01');
    await signIn('user03');
    expect((await userWith('user01@office.example'))?.role).toBe(300);
    expect((await userWith('user03@office.example'))?.role).toBe(200);
    const lead = (await userWith('user01@office.example'))?.id ?? 0;
    expect(await world.owner.ok.get(`/users/${lead}/subscriptions/${String(channel)}`)).toMatchObject({
      is_subscribed: true,
    });
    const members = await world.db('SELECT user_id FROM user_group_members WHERE group_id = ?', group as number);
    expect(members).toEqual([{ user_id: (await userWith('user01@office.example'))?.id }]);
    const refused = await signIn('user04');
    expect(refused.body['msg']).toContain('in no group');
    await world.owner.fails(
      'PATCH',
      '/console/directory',
      { settings: { ldap_group_rules: [{ group: groupDn('leads'), role: 100, channel_ids: [], user_group_ids: [] }] } },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it('tries out a user without changing anything', async () => {
    const before = await world.dump();
    const known = await world.owner.ok.post('/console/directory/test_user', { username: 'user02' });
    expect(known).toMatchObject({
      found: [{ username: 'user02', is_disabled: false, is_allowed: true }],
      refusal: null,
    });
    expect(known['changes']).toEqual(['Create an account for Person 2, user02@office.example.']);
    const disabled = await world.owner.ok.post('/console/directory/test_user', { username: 'user30' });
    expect(disabled['refusal']).toBe('The account is disabled in the directory.');
    const none = await world.owner.ok.post('/console/directory/test_user', { username: '*' });
    expect(none).toMatchObject({ found: [], refusal: 'The directory has no such user.' });
    expect(await world.dump()).toBe(before);
  });

  it('deactivates who is disabled or gone, reactivates who returns, and renames', async () => {
    const { body } = await signIn('user05');
    await signIn('user06');
    await signIn('user07');
    await replace('user05', 'userAccountControl', '514');
    await replace('user06', 'displayName', 'Renamed Six');
    onTestFinished(() => replace('user05', 'userAccountControl', '512'));
    const { changes } = await world.owner.ok.post('/console/directory/preview');
    expect(changes).toEqual([
      'Deactivate Person 5: it is disabled in the directory.',
      'Rename Person 6 to Renamed Six.',
    ]);
    await world.owner.ok.patch('/settings', { default_language: 'de' });
    const inGerman = await world.owner.ok.post('/console/directory/preview');
    await world.owner.ok.patch('/settings', { default_language: 'en' });
    expect(inGerman['changes']).toEqual([
      'Person 5 deaktivieren: Das Konto ist im Verzeichnis deaktiviert.',
      'Person 6 in Renamed Six umbenennen.',
    ]);
    await world.owner.ok.post('/console/directory/synchronize');
    expect(await userWith('user05@office.example')).toMatchObject({ is_active: 0 });
    expect(await userWith('user06@office.example')).toMatchObject({ full_name: 'Renamed Six' });
    const key = Buffer.from(`user05@office.example:${String(body['api_key'])}`).toString('base64');
    const answer = await fetch(`${world.url}/api/v1/users/me`, { headers: { authorization: `Basic ${key}` } });
    expect(answer.status).toBe(401);
    expect((await signIn('user05')).body).toMatchObject({ result: 'error' });
    await replace('user05', 'userAccountControl', '512');
    await world.owner.ok.post('/console/directory/synchronize');
    expect(await userWith('user05@office.example')).toMatchObject({ is_active: 1 });
  });

  it('changes nothing when fewer than half of four known users are found, and raises an alert', async () => {
    for (const name of ['user08', 'user09', 'user10', 'user14']) await signIn(name);
    await set({ ldap_user_filter: '(sAMAccountName=user08)' });
    await world.owner.fails('POST', '/console/directory/preview', {}, { status: 400, code: 'BAD_REQUEST' });
    await world.owner.ok.post('/console/directory/synchronize');
    expect(await world.db('SELECT id FROM users WHERE is_active = 0')).toEqual([]);
    const { attention } = (await world.owner.ok.get('/console/overview')) as { attention: Record<string, unknown>[] };
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'directory_failing' }));
    await set({ ldap_user_filter: '(sAMAccountType=805306368)' });
    await world.owner.ok.post('/console/directory/synchronize');
    const after = (await world.owner.ok.get('/console/overview')) as { attention: Record<string, unknown>[] };
    expect(after.attention).not.toContainEqual(expect.objectContaining({ kind: 'directory_failing' }));
  });

  it('ends keys when the directory reports a new password', async () => {
    const { body } = await signIn('user11');
    await replace('user11', 'pwdLastSet', '133999999999999999');
    await world.owner.ok.post('/console/directory/synchronize');
    const user = await userWith('user11@office.example');
    expect(user?.api_key).not.toBe(body['api_key']);
  });

  it('shows the own instructions in place of a change of the password', async () => {
    await set({ ldap_password_help: 'Press Ctrl+Alt+Del on your office computer.' });
    const { body } = await signIn('user12');
    const authorization = `Basic ${Buffer.from(`user12@office.example:${String(body['api_key'])}`).toString('base64')}`;
    const answer = await fetch(`${world.url}/api/v1/settings`, {
      method: 'PATCH',
      headers: { authorization },
      body: new URLSearchParams({ old_password: secret, new_password: 'something else' }),
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { msg: string }).msg).toContain('Ctrl+Alt+Del');
    await world.owner.fails(
      'POST',
      `/console/users/${String(body['user_id'])}/password_link`,
      {},
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it('never shows its password, and forgets it for another server', async () => {
    const { settings } = await world.owner.ok.get('/console/directory');
    expect(settings).toMatchObject({ ldap_bind_password_set: true });
    const log = await world.owner.ok.get('/console/audit_log');
    expect(JSON.stringify([settings, log])).not.toContain(servicePassword);
    await set({ ldap_servers: ['elsewhere.example'] });
    expect((await world.owner.ok.get('/console/directory'))['settings']).toMatchObject({
      ldap_bind_password_set: false,
    });
  });

  it('says what is wrong with a connection, and lists failures in plain words', async () => {
    const problem = async (changes: Record<string, unknown>): Promise<string> => {
      await connect(changes);
      const { body } = await world.owner.post('/console/directory/test_user', { username: 'user01' });
      return String(body['msg']);
    };
    expect(await problem({ ldap_certificate: slapd.otherCertificate })).toContain('is not trusted');
    expect(
      await problem({
        ldap_security: 'tls',
        ldap_servers: [slapd.tlsAddress],
        ldap_certificate: slapd.otherCertificate,
      }),
    ).toContain('is not trusted');
    expect(await problem({ ldap_bind_password: 'wrong' })).toContain('refuses the account that searches');
    expect(await problem({ ldap_bind_password: '' })).toContain('has no password');
    expect(await problem({ ldap_base_dn: 'dc=elsewhere' })).toContain('cannot be searched');
    expect(await problem({ ldap_user_filter: '(((' })).toContain('user filter cannot be read');
    expect(await problem({ ldap_servers: ['127.0.0.1:1'] })).toContain('cannot be reached');
    expect(await problem({ ldap_security: 'tls', ldap_servers: ['127.0.0.1:1', slapd.tlsAddress] })).toBe('');
    await connect({ ldap_certificate: slapd.otherCertificate });
    const refused = await signIn('user01');
    expect([refused.status, refused.body['code']]).toEqual([401, 'AUTHENTICATION_FAILED']);
    const { failures } = (await world.owner.ok.get('/console/directory')) as { failures: { reason: string }[] };
    expect(failures[0]?.reason).toContain('is not trusted');
    const owner = await world.stranger.post('/fetch_api_key', { username: 'owner@example.com', password });
    expect(owner.body['result']).toBe('success');
  });

  it('sends no password where StartTLS is refused', async () => {
    const plain = await startSlapd({ hasTls: false });
    onTestFinished(() => plain.stop());
    await connect({ ldap_servers: [plain.address] });
    const { body } = await world.owner.post('/console/directory/test_user', { username: 'user01' });
    expect(body['msg']).toContain('StartTLS');
    await connect({ ldap_servers: [plain.address], ldap_security: 'none' });
    expect((await signIn('user13')).body).toMatchObject({ result: 'success' });
  });

  it('gives up on a directory that does not answer, or without end', async () => {
    const listen = async (answer: (socket: Socket) => void): Promise<string> => {
      const sockets: Socket[] = [];
      const server: Server = createServer((socket) => {
        sockets.push(socket.on('error', () => undefined));
        answer(socket);
      });
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      onTestFinished(async () => {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => void server.close(resolve));
      });
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const silent = await listen(() => undefined);
    await connect({ ldap_servers: [silent], ldap_security: 'none' });
    expect((await signIn('user01')).body).toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    // A message of 1 GB that comes piece by piece.
    const endless = await listen((socket) => {
      const flood = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      };
      socket.once('data', () => {
        socket.write(Buffer.from([0x30, 0x84, 0x40, 0, 0, 0]));
        socket.on('drain', flood);
        flood();
      });
    });
    await connect({ ldap_servers: [endless], ldap_security: 'none' });
    expect((await signIn('user01')).body).toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });
});

describe.skipIf(withoutSlapd !== undefined)('a large directory', () => {
  it('synchronizes 1,000 known users with less than ten seconds of work', async () => {
    const large = await startSlapd();
    const office = await startWorld();
    onTestFinished(async () => {
      await office.stop();
      await large.stop();
    });
    const names = Array.from({ length: 1000 }, (_, index) => `clerk${index}`);
    await large.modify(
      names
        .map((name, index) =>
          userLdif(name, { number: 0, fullName: `Clerk ${index}` })
            .replace('\n', '\nchangetype: add\n')
            .replace(/objectGUID:: .*/, `objectGUID:: ${Buffer.from(name.padEnd(16, '.')).toString('base64')}`),
        )
        .join('\n'),
    );
    await office.owner.ok.patch('/console/directory', {
      settings: {
        ldap_enabled: true,
        ldap_servers: [large.address],
        ldap_certificate: large.certificate,
        ldap_bind_dn: serviceDn,
        ldap_bind_password: servicePassword,
        ldap_base_dn: baseDn,
      },
    });
    const { services } = office.server;
    await services.storage.transaction((tx) => {
      for (const [index, name] of names.entries()) {
        const { lastId } = tx.run(
          `INSERT INTO users (email, email_key, delivery_email, delivery_email_key, full_name, role, is_bot, is_system_bot, api_key, timezone, date_joined, can_create_users, settings)
           VALUES (?1, ?1, ?1, ?1, ?2, 400, 0, 0, ?3, '', 0, 0, '{}')`,
          `${name}@office.example`,
          `Former ${index}`,
          `key of ${name}`.padEnd(32, '.'),
        );
        tx.run(
          "INSERT INTO directory_users (user_id, entry_key, dn, username, password_changed) VALUES (?, ?, ?, ?, '')",
          lastId,
          Buffer.from(name.padEnd(16, '.')).toString('hex'),
          userDn(name),
          name,
        );
      }
    });
    const before = process.cpuUsage();
    const { changes } = await office.owner.ok.post('/console/directory/synchronize');
    expect(changes).toBe(1000);
    // Of this process's processor: the machine may be busy.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});
