/** Settings of the network: stored, obeyed at the next start, and the request limit at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../start.ts';
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
    ]) {
      expect(
        (await world.owner.patch('/console/network_settings', { settings })).status,
        JSON.stringify(settings),
      ).toBe(400);
    }
    expect(await world.admin.ok.get('/console/network_settings')).toMatchObject({ settings: defaults });
  });

  test('the request limit is off by default; once set, a client that asks too often is told when to come back', async () => {
    for (let i = 0; i < 30; i += 1) expect((await world.member.get('/users/me')).status).toBe(200);
    await world.owner.ok.patch('/console/network_settings', { settings: { rate_limit_per_minute: 20 } });
    const limited = async () => {
      const reply = await world.member.get('/users/me');
      return reply.status === 429 ? reply : undefined;
    };
    // The setting is read every two seconds.
    await expect.poll(limited, { timeout: 10_000, interval: 20 }).toBeDefined();
    const refused = await world.member.get('/users/me');
    expect(refused.body).toMatchObject({
      code: 'RATE_LIMIT_HIT',
      'retry-after': Number(refused.headers.get('retry-after')),
    });
    // Somebody else is not held up by it.
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
    expect([stored.port, stored.options.allowedHosts]).toEqual([port, ['chat.office']]);
    await stored.stop();
    const given = await startServer({ dataDir: world.dataDir, logLevel: 'silent', port: 0 });
    expect(given.port).not.toBe(port);
    await given.stop();
  });
});
