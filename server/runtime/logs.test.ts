/** The logs: what they hold, and what they survive. */
import promises, { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWorld } from '../testing/world.ts';
import { openLogs, type Logs } from './logs.ts';

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

/** Until a log waits for its next attempt. Its timers are stopped. */
async function untilRefused(): Promise<void> {
  while (vi.getTimerCount() === 0) await setImmediate();
}

async function freshLogs(): Promise<{ folder: string; open: () => Logs; lines: (name?: string) => Promise<string[]> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-logs-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const folder = join(dataDir, 'logs');
  await mkdir(folder);
  const lines = async (name = 'server.log'): Promise<string[]> =>
    (await readFile(join(folder, name), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
  return { folder, open: () => openLogs(dataDir, 'info', Date.now), lines };
}

test('a log that cannot be written does not hinder the server or the other log', async () => {
  const { folder, open, lines } = await freshLogs();
  // A folder where the file should be: opening it fails.
  await mkdir(join(folder, 'server.log'));
  const logs = open();
  logs.server.info('lost');
  logs.access.info('kept');
  await logs.close();
  logs.server.info('lost too');
  expect(await lines('access.log')).toEqual(['kept']);
});

test('a closed log that could not be written opens no file later', async () => {
  const { folder, open } = await freshLogs();
  await mkdir(join(folder, 'server.log'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let round = 0; round < 20; round += 1) {
    const logs = open();
    logs.server.info('lost');
    // At once, and when the first attempt has failed.
    if (round % 2 === 1) await untilRefused();
    await logs.close();
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect(vi.getTimerCount()).toBe(0);
  }
  expect(await readdir(join(folder, 'server.log'))).toEqual([]);
});

test('lines wait while the file cannot be opened, and are written in their order', async () => {
  const { folder, open, lines } = await freshLogs();
  await mkdir(join(folder, 'server.log'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const logs = open();
  for (const text of ['one', 'two']) logs.server.info(text);
  await untilRefused();
  logs.server.info('three');
  await rm(join(folder, 'server.log'), { recursive: true });
  await expect.poll(async () => lines()).toEqual(['one', 'two', 'three']);
  logs.server.info('four');
  await logs.close();
  expect(await lines()).toEqual(['one', 'two', 'three', 'four']);
});

test('a server that stops writes the lines that waited', async () => {
  const { folder, open, lines } = await freshLogs();
  await mkdir(join(folder, 'server.log'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const logs = open();
  logs.server.info('one');
  await untilRefused();
  await rm(join(folder, 'server.log'), { recursive: true });
  logs.server.info('two');
  await logs.close();
  expect(await lines()).toEqual(['one', 'two']);
});

test('a full file that cannot be renamed gets each line once', async () => {
  const { folder, open, lines } = await freshLogs();
  const full = `${JSON.stringify({ msg: 'x'.repeat(10 * 1024 * 1024 - 200) })}\n`;
  await writeFile(join(folder, 'server.log'), full);
  const held = vi.spyOn(promises, 'rename').mockRejectedValue(Object.assign(new Error('held'), { code: 'EBUSY' }));
  // The library has the functions of Node by name.
  syncBuiltinESMExports();
  const release = (): void => {
    held.mockRestore();
    syncBuiltinESMExports();
  };
  onTestFinished(release);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const logs = open();
  logs.server.info('y'.repeat(300));
  await untilRefused();
  logs.server.info('next');
  release();
  await expect.poll(async () => lines()).toEqual(['next']);
  await logs.close();
  expect((await lines('server.1.log')).map((text) => text.slice(0, 2))).toEqual(['xx', 'yy']);
});

test('the newest full files are kept whatever the clock says', async () => {
  const { folder, open, lines } = await freshLogs();
  const full = (text: string): string => `${JSON.stringify({ msg: text, padding: 'x'.repeat(10 * 1024 * 1024) })}\n`;
  for (const round of [1, 2, 3, 4, 5, 6, 7]) {
    await writeFile(join(folder, 'server.log'), full(`round ${round}`));
    // Of the first rounds the clock is years ahead.
    if (round < 5) await utimes(join(folder, 'server.log'), 4e9, 4e9);
    const logs = open();
    logs.server.info('now');
    await logs.close();
  }
  const kept = await Promise.all([1, 2, 3, 4, 5].map(async (count) => lines(`server.${count}.log`)));
  expect(kept.flat()).toEqual(['round 7', 'round 6', 'round 5', 'round 4', 'round 3']);
  expect((await readdir(folder)).toSorted()).toEqual([
    'server.1.log',
    'server.2.log',
    'server.3.log',
    'server.4.log',
    'server.5.log',
    'server.log',
  ]);
});

test('dated files of earlier versions become numbered ones', async () => {
  const { folder, open, lines } = await freshLogs();
  for (const day of [1, 2, 3, 4, 5, 6, 7])
    await writeFile(join(folder, `2026010${day}-0930-01-server.log`), `${JSON.stringify({ msg: `day ${day}` })}\n`);
  await writeFile(join(folder, 'server.log.txt'), '');
  await writeFile(join(folder, '20260101-0930-01-other.log'), '');
  await open().close();
  const kept = await Promise.all([1, 2, 3, 4, 5].map(async (count) => lines(`server.${count}.log`)));
  expect(kept.flat()).toEqual(['day 7', 'day 6', 'day 5', 'day 4', 'day 3']);
  expect(await readdir(folder)).toHaveLength(6);
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
  // Without a turn of the event loop between them, so that none can be written in the meantime.
  for (let n = 0; n < sent; n += 1) logs.access.info({ n, padding: 'x'.repeat(1000) });
  await logs.close();
  const text = await readFile(join(dataDir, 'logs/access.log'), 'utf8');
  const lines = text.split('\n').filter(Boolean);
  expect(text.length).toBeLessThan(5 * 1024 * 1024);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ left_out: sent - (lines.length - 1) });
  await rm(dataDir, { recursive: true });
});
