/** The network in the API: what owners set holds at once, but for the port; what flags say holds before it. */
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../e2e/free-port.ts';
import type { NetworkState } from '../../contract/shapes/network.ts';
import { ownOrigin } from '../../domain/acting.ts';
import { startServer } from '../../start.ts';
import { officeAddress, otherAddress, TestMachine } from '../../testing/office.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('Network settings', () => {
  test('administrators see them, only owners change them, and nonsense is refused', async () => {
    const defaults = {
      server_host: '127.0.0.1',
      server_port: 7420,
      server_allowed_hosts: [],
      rate_limit_per_minute: 0,
      team_address_pin: null,
      local_name_enabled: true,
      https_enabled: false,
      https_port: 7443,
    };
    expect(await world.admin.ok.get('/console/network_settings')).toMatchObject({ settings: defaults });
    await world.admin.fails(
      'PATCH',
      '/console/network_settings',
      { settings: {} },
      { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
    );
    for (const settings of [
      { server_port: 0 },
      { server_port: 70_000 },
      { server_host: 'a b' },
      { rate_limit_per_minute: -1 },
      { colour: 1 },
      { https_port: 0 },
      { team_address_pin: { adapter: 'en0', address: 'here' } },
    ]) {
      expect(
        (await world.owner.patch('/console/network_settings', { settings })).status,
        JSON.stringify(settings),
      ).toBe(400);
    }
    expect(await world.admin.ok.get('/console/network_settings')).toMatchObject({ settings: defaults });
  });

  test('the request limit is off by default; once set, a client that asks too often is reported when to come back', async () => {
    for (let i = 0; i < 30; i += 1) expect((await world.member.get('/users/me')).status).toBe(200);
    await world.owner.ok.patch('/console/network_settings', { settings: { rate_limit_per_minute: 20 } });
    let refused = await world.member.get('/users/me');
    const statusOfNext = async () => {
      refused = await world.member.get('/users/me');
      return refused.status;
    };
    // The setting is read every two seconds.
    await expect.poll(statusOfNext, { interval: 20 }).toBe(429);
    expect(refused.body).toMatchObject({
      code: 'RATE_LIMIT_HIT',
      'retry-after': Number(refused.headers.get('retry-after')),
    });
    // Someone else is not held up by it.
    expect((await world.member2.get('/users/me')).status).toBe(200);
    await world.owner.ok.patch('/console/network_settings', { settings: { rate_limit_per_minute: 0 } });
  });

  test('a stored port and name are used by the next start unless the caller says otherwise', async () => {
    await world.owner.ok.patch('/console/network_settings', {
      settings: { server_port: world.server.port, server_allowed_hosts: ['chat.office'] },
    });
    const { port } = world.server;
    await world.server.stop();
    const stored = await startServer({ dataDir: world.dataDir, logLevel: 'silent' });
    expect([stored.port, stored.services.network.names]).toEqual([port, ['chat.office']]);
    await stored.stop();
    const given = await startServer({ dataDir: world.dataDir, logLevel: 'silent', port: 0 });
    expect(given.port).not.toBe(port);
    await given.stop();
    await world.restart();
  });

  test('a port that is to be kept is stored, and holds for the next start', async () => {
    const port = await freePort();
    await world.server.stop();
    const kept = await startServer({ dataDir: world.dataDir, logLevel: 'silent', keepPort: port });
    expect(kept.port).toBe(port);
    await kept.stop();
    const next = await startServer({ dataDir: world.dataDir, logLevel: 'silent' });
    expect(next.port).toBe(port);
    await next.stop();
    await world.restart();
  });
});

describe('The network as the console sees it', () => {
  let office: World;
  const machine = new TestMachine();
  const stateOf = (body: Record<string, unknown>): NetworkState => body['network'] as NetworkState;
  beforeAll(async () => {
    office = await startWorld({ host: undefined, machine });
  });
  afterAll(async () => office.stop());

  test('sharing, the chosen address and further names hold at once', async () => {
    const url = `http://${officeAddress}:${office.server.port}`;
    const asked = async (host: string): Promise<number> =>
      new Promise((resolve) => {
        get({ port: office.server.port, path: '/health', headers: { host } }, ({ statusCode = 0 }) =>
          resolve(statusCode),
        );
      });
    expect(await asked('chat.office')).toBe(403);
    const local = stateOf(await office.admin.ok.get('/console/network')).local_url;
    const settings = { server_host: '0.0.0.0', server_allowed_hosts: ['chat.office'] };
    await office.owner.ok.patch('/console/network_settings', { settings });
    expect(stateOf(await office.admin.ok.get('/console/network'))).toMatchObject({
      shared: true,
      chosen: { url },
      // A session of this machine's browser belongs to its host.
      local_url: local,
    });
    expect(ownOrigin(office.server.services)).toBe(local);
    expect(await asked('chat.office')).toBe(200);
    expect(await office.member.ok.get('/console/team_address')).toMatchObject({ address: url });
    await office.owner.ok.patch('/console/network_settings', {
      settings: { server_host: '127.0.0.1', server_allowed_hosts: [] },
    });
    expect(await asked('chat.office')).toBe(403);
    expect(stateOf(await office.admin.ok.get('/console/network'))).toMatchObject({ shared: false, chosen: null });
    expect(await office.member.ok.get('/console/team_address')).toMatchObject({ address: null });
  });

  test('a new address is reported until an administrator says that the team knows it', async () => {
    await office.owner.ok.patch('/console/network_settings', { settings: { server_host: '0.0.0.0' } });
    machine.becomes({ 'Wi-Fi': otherAddress });
    const changed = stateOf(await office.admin.ok.post('/console/network/refresh'));
    expect(changed.changed?.to).toBe(`http://${otherAddress}:${office.server.port}`);
    expect(stateOf(await office.admin.ok.post('/console/network/acknowledge')).changed).toBeNull();
  });

  test('the test shows a code and where it is typed, and names the device that typed it', async () => {
    const { reach_test: shown } = stateOf(await office.admin.ok.post('/console/network/reach_test'));
    expect(shown).toMatchObject({ url: `http://${otherAddress}:${office.server.port}/reach`, reached: null });
    const typed = await fetch(`${shown?.url}?code=${shown?.code}`);
    expect(await typed.text()).toContain('this is the computer that runs Hearth');
    office.server.services.network.reachedBy(
      shown?.code ?? '',
      '::ffff:192.168.1.23',
      'Mozilla/5.0 (Android) Firefox/133.0',
    );
    expect(stateOf(await office.admin.ok.get('/console/network')).reach_test?.reached).toMatchObject({
      address: '192.168.1.23',
      browser: 'Firefox on Android',
    });
  });

  test('a server that was started with --host is not changed, and says why', async () => {
    const refused = await world.owner.patch('/console/network_settings', { settings: { server_host: '0.0.0.0' } });
    expect([refused.status, refused.body['msg']]).toEqual([400, expect.stringContaining('--host')]);
  });
});

describe('The plain pages', () => {
  const page = async (path: string): Promise<{ status: number; text: string; headers: Headers }> => {
    const answer = await fetch(`${world.url}${path}`);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };

  test('need no sign-in and no script, and escape what others wrote', async () => {
    await world.owner.ok.patch('/realm', { name: 'Salt & <b>Pepper</b>' });
    for (const path of ['/reach', '/help', '/help/']) {
      const { status, text, headers } = await page(path);
      expect(status, path).toBe(200);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).not.toMatch(/<script|<b>Pepper/);
    }
    expect((await page('/help')).text).toContain(`<code class="big">${world.url}</code>`);
    expect((await page('/help')).text).toContain('--reset-two-factor');
    expect((await fetch(`${world.url}/reach`, { method: 'POST' })).status).toBe(405);
  });

  test('take a code, and say what is wrong with it', async () => {
    expect((await page('/reach?code=123456')).text).toContain('No test is running');
    await world.admin.ok.post('/console/network/reach_test');
    expect((await page('/reach?code=nonsense')).text).toContain('Wrong code');
    expect((await page('/reach?code=')).text).toContain('Wrong code');
    for (let i = 0; i < 10; i += 1) await page('/reach?code=x');
    expect((await page('/reach?code=x')).status).toBe(429);
  });
});
