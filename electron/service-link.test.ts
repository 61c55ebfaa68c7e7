/** The link to a service, against a real server that runs as one; links of Hearth's own; commands with more rights; the app's log. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { programArgs } from '../server/testing/program.ts';
import { openAppLog } from './app-log.ts';
import type { ServerStatus } from './bridge.ts';
import { linkInArguments, pageOfLink } from './deep-link.ts';
import { elevated } from './elevated.ts';
import { ServerProcess } from './server-process.ts';
import { connectToService, readControlFile } from './service-link.ts';
import { mayUpdateNow, type NightFacts } from './updates/night.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'hearth-link-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const after = (ms: number, fn: () => void): (() => void) => {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
};

function startService(dataDir: string): ReturnType<typeof spawn> {
  const args = [...programArgs, 'serve', '--service', '--data-dir', dataDir, '--port', '0', '--log-level', 'silent'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('follows a service through start, backup, restart and stop', async () => {
  const dataDir = join(root, 'data');
  const states: ServerStatus['state'][] = [];
  let link: ReturnType<typeof connectToService> | null = null;
  const server = new ServerProcess({
    fork: () => (link = connectToService(dataDir, after)),
    after,
    onStatus: ({ state }) => {
      if (states.at(-1) !== state) states.push(state);
    },
  });
  server.start();
  expect(readControlFile(dataDir)).toBeNull();
  const first = startService(dataDir);
  await expect.poll(() => server.status().state, { timeout: 30_000 }).toBe('running');
  await expect.poll(() => server.facts()?.organization).toBeNull();
  expect(await server.ask({ what: 'back_up' })).toMatch(/is whole/);

  const ended = once(first, 'exit');
  (link as ReturnType<typeof connectToService> | null)?.restart();
  expect(await ended).toEqual([75, null]);
  await expect.poll(() => server.status().state).not.toBe('running');
  const second = startService(dataDir);
  await expect.poll(() => server.status().state, { timeout: 30_000 }).toBe('running');

  const over = once(second, 'exit');
  await server.stop();
  expect(await over).toEqual([0, null]);
  expect(states).toEqual(['starting', 'running', 'restarting', 'starting', 'running', 'stopping', 'stopped']);
});

test('takes a connection that is reset in the middle of a line for the end of the service', async () => {
  const dataDir = mkdtempSync(join(root, 'reset-'));
  const path = join(dataDir, 'stand-in.sock');
  const service = createServer({ pauseOnConnect: true });
  onTestFinished(() => void service.close());
  await once(service.listen(path), 'listening');
  writeFileSync(join(dataDir, 'control.json'), JSON.stringify({ path, token: 'secret', pid: process.pid }));
  const link = connectToService(dataDir, after);
  const exited = new Promise<number | null>((done) => link.onExit(done));
  const [socket] = (await once(service, 'connection')) as [Socket];
  link.onMessage((message) => {
    expect(message).toMatchObject({ type: 'listening' });
    // What the service has not read when it ends resets the connection.
    link.send({ type: 'slept', from: 1, until: 2 });
    socket.destroy();
  });
  socket.write(`${JSON.stringify({ type: 'listening', url: '', data_dir: '', version: '' })}\n{"type":"sta`);
  expect(await exited).toBeNull();
});

test('asks a service of another version to restart once, and shows it as starting', async () => {
  const dataDir = join(root, 'older');
  const states: ServerStatus['state'][] = [];
  const server = new ServerProcess({
    fork: () => connectToService(dataDir, after, '99.0.0'),
    after,
    onStatus: ({ state }) => {
      if (states.at(-1) !== state) states.push(state);
    },
  });
  server.start();
  const ended = once(startService(dataDir), 'exit');
  expect(await ended).toEqual([75, null]);
  startService(dataDir);
  await expect.poll(() => server.status().state, { timeout: 30_000 }).toBe('running');
  await server.leave();
  expect(states).toEqual(['starting', 'running', 'stopping', 'stopped']);
});

test('ignores an unreadable or invalid control file', () => {
  const folder = mkdtempSync(join(root, 'broken-'));
  for (const content of ['', '[]', '{"path":1}', 'null', '{"path":"x","token":"y"}']) {
    writeFileSync(join(folder, 'control.json'), content);
    expect(readControlFile(folder)).toBeNull();
  }
});

describe('links of Hearth', () => {
  test.each([
    ['hearth://chat/#narrow/channel/3-office', '/chat/#narrow/channel/3-office'],
    ['hearth://chat', '/chat/'],
    ['hearth://console/users?filter=bots', '/console/users?filter=bots'],
    ['hearth://join/abc123', '/join/abc123'],
  ])('%s opens %s', (link, page) => expect(pageOfLink(link)).toBe(page));

  test('open nothing else', () => {
    const others = [
      'hearth://api/v1/users',
      'hearth://user@chat/',
      'hearth://chat:80/',
      'hearth:chat',
      'https://chat/',
      'file:///etc/passwd',
      'hearth://',
      `hearth://chat/${'x'.repeat(3000)}`,
      '',
    ];
    expect(others.filter((link) => pageOfLink(link) !== null)).toEqual([]);
  });

  test('cannot lead out of their part of the server', () => {
    for (const path of ['../api/v1', '%2e%2e/api/v1', String.raw`..\..\api`, '/example.com/', './/example.com'])
      expect(pageOfLink(`hearth://chat/${path}`) ?? '/chat/', path).toMatch(/^\/chat\//);
  });

  test('are found among the arguments of a start', () => {
    expect(linkInArguments(['/opt/Hearth/hearth', '--hidden', 'hearth://chat/'])).toBe('hearth://chat/');
    expect(linkInArguments(['/opt/Hearth/hearth', '--hidden'])).toBeNull();
  });
});

describe('a command with more rights', () => {
  const words = ['/opt/He"ar\'th/node', "it's", 'a $HOME `x`', String.raw`C:\Data "x"\ `.trim()] as const;

  test('is asked for with pkexec on Linux', () => {
    expect(elevated(words, 'linux')).toEqual(['pkexec', ...words]);
  });

  test('reaches the shell of macOS with its arguments unchanged', () => {
    const [program, flag, script = ''] = elevated(['/bin/printf', String.raw`%s\n`, ...words], 'darwin');
    expect([program, flag]).toEqual(['/usr/bin/osascript', '-e']);
    const text = /^do shell script "(.*)" with administrator privileges$/.exec(script)?.[1] ?? '';
    const output = execFileSync('sh', ['-c', text.replaceAll(/\\(.)/g, '$1')], { encoding: 'utf8' });
    expect(output.trimEnd().split('\n')).toEqual([...words]);
  });

  test('is started by PowerShell on Windows, quoted for both', () => {
    const [program, ...args] = elevated(['C:\\Hearth\\node.exe', "it's", 'two words'], 'win32', 'C:\\Windows');
    expect(program).toBe(String.raw`C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe`);
    expect(args.at(-1)).toContain(`-FilePath 'C:\\Hearth\\node.exe' -ArgumentList '"it''s"','"two words"'`);
    expect(args.at(-1)).toMatch(/^exit \(Start-Process -Verb RunAs .*\)\.ExitCode$/);
  });
});

test('installs an update at night when the setting is on and no client is connected', () => {
  const at = (hour: number): Date => new Date(2026, 10, 27, hour, 30);
  const facts: NightFacts = { isWanted: true, now: at(3), connected: 0, isAvailable: true, isBusy: false };
  expect(mayUpdateNow(facts)).toBe(true);
  expect(mayUpdateNow({ ...facts, connected: null })).toBe(true);
  for (const other of [
    { isWanted: false },
    { now: at(1) },
    { now: at(5) },
    { now: at(14) },
    { connected: 1 },
    { isAvailable: false },
    { isBusy: true },
  ])
    expect(mayUpdateNow({ ...facts, ...other }), JSON.stringify(other)).toBe(false);
});

test('the log of the app stamps each line, keeps one older file, and never fails', () => {
  const path = join(root, 'logs/app.log');
  const log = openAppLog(path, () => Date.UTC(2026, 10, 27));
  log.write('the window opened\nand its page\n');
  expect(readFileSync(path, 'utf8')).toBe(
    '2026-11-27T00:00:00.000Z the window opened\n2026-11-27T00:00:00.000Z and its page\n',
  );
  log.write('x'.repeat(1_000_001));
  log.write('after');
  expect(readFileSync(path, 'utf8')).toBe('2026-11-27T00:00:00.000Z after\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toContain('the window opened');
  expect(() => openAppLog(join(path, 'below/a/file.log'), Date.now).write('lost')).not.toThrow();
});
