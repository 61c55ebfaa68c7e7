/** The logs: what they hold, and what they survive. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startWorld } from '../testing/world.ts';
import { openLogs } from './logs.ts';

test('a request is one line without query, headers or secrets', async () => {
  const world = await startWorld({ logLevel: 'info' });
  await world.member.get('/users/me', { secret_parameter: 'hush' });
  await world.stranger.post('/fetch_api_key', { username: world.member.email, password: 'a good password' });
  const key = 'a-key-that-nobody-else-may-read';
  for (const path of [`/join/${key}`, `/new-password/${key}`, `/console/join/${key}`, `/api/v1/console/join/${key}`]) {
    await world.stranger.request('GET', `!${path}`);
  }
  await world.server.stop();
  const text = await readFile(join(world.dataDir, 'logs/access.log'), 'utf8');
  const line = text
    .split('\n')
    .map((entry) => (entry === '' ? {} : (JSON.parse(entry) as Record<string, unknown>)))
    .find((entry) => entry['path'] === '/api/v1/users/me');
  expect(line).toMatchObject({
    method: 'GET',
    status: 200,
    user: world.member.userId,
    request: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  for (const secret of [key, 'hush', 'good password', world.member.apiKey, 'Basic '])
    expect(text).not.toContain(secret);
  await world.stop();
});

test('a log that cannot be written costs lines, not the server', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-logs-'));
  // A folder where the file should be: opening it fails.
  await mkdir(join(dataDir, 'logs/server.log'), { recursive: true });
  const logs = openLogs(dataDir, 'info', Date.now);
  logs.server.info('lost');
  logs.access.info('kept');
  await logs.close();
  logs.server.info('lost too');
  expect(await readFile(join(dataDir, 'logs/access.log'), 'utf8')).toContain('kept');
  await rm(dataDir, { recursive: true });
});

test('lines of requests that come one after the other are written a few at a time, and none is lost at the end', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-logs-'));
  const logs = openLogs(dataDir, 'info', Date.now);
  const lines = async (): Promise<string[]> =>
    (await readFile(join(dataDir, 'logs/access.log'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
  // The pause after what was written first does not end.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  for (let n = 0; n < 200; n += 1) {
    logs.access.info({ n });
    expect((await lines()).length).toBeLessThan(2);
  }
  await logs.close();
  vi.useRealTimers();
  expect(await lines()).toHaveLength(200);
  await rm(dataDir, { recursive: true });
});

test('lines that come faster than they are written take a bounded part of the memory, and are counted', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-logs-'));
  const logs = openLogs(dataDir, 'info', Date.now);
  const sent = 20_000;
  // Without a turn of the event loop between them, so that none can be written meanwhile.
  for (let n = 0; n < sent; n += 1) logs.access.info({ n, padding: 'x'.repeat(1000) });
  await logs.close();
  const text = await readFile(join(dataDir, 'logs/access.log'), 'utf8');
  const lines = text.split('\n').filter(Boolean);
  expect(text.length).toBeLessThan(5 * 1024 * 1024);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ left_out: sent - (lines.length - 1) });
  await rm(dataDir, { recursive: true });
});
