/** The service from outside: its command line, and the control socket of a server that runs as one. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ControlFile, FromShell, ToShell } from '../desktop-link.ts';
import { programArgs } from '../testing/program.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'hearth-service-cli-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function startService(dataDir: string): ChildProcess {
  const child = spawn(
    process.execPath,
    [...programArgs, 'serve', '--service', '--data-dir', dataDir, '--port', '0', '--log-level', 'silent'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Waits for the control file, which is written when the server can be reached. */
async function controlFile(dataDir: string, child: ChildProcess): Promise<ControlFile> {
  await once(createInterface({ input: child.stdout! }), 'line');
  const path = join(dataDir, 'control.json');
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8') !== '').toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  return JSON.parse(readFileSync(path, 'utf8')) as ControlFile;
}

/** An app's end of the socket. */
async function connect({ path, token }: ControlFile): Promise<{
  next: (type: ToShell['type']) => Promise<ToShell>;
  send: (message: FromShell | { token: string } | string) => void;
  socket: Socket;
}> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const send = (message: object | string): void =>
    void socket.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  send({ token });
  return {
    socket,
    send,
    async next(type) {
      for (;;) {
        const { value, done } = (await lines.next()) as { value: string; done?: boolean };
        if (done === true) throw new Error(`the connection ended before "${type}"`);
        const message = JSON.parse(value) as ToShell;
        if (message.type === type) return message;
      }
    },
  };
}

test('an app that knows the secret hears how the server is, asks it for a backup, and restarts it', async () => {
  const dataDir = join(root, 'data');
  const child = startService(dataDir);
  const file = await controlFile(dataDir, child);
  const app = await connect(file);
  expect(await app.next('listening')).toMatchObject({ type: 'listening', data_dir: dataDir });
  expect(await app.next('status')).toMatchObject({ status: { organization: null, people_online: 0 } });
  const other = await connect(file);
  await other.next('listening');
  app.send({ type: 'request', id: 7, request: { what: 'back_up' } });
  expect(await app.next('answer')).toMatchObject({ id: 7, error: null, text: expect.stringMatching(/is whole/) });
  const ended = once(child, 'exit');
  other.send({ type: 'restart' });
  expect(await ended).toEqual([75, null]);
  expect([existsSync(join(dataDir, 'control.json')), existsSync(file.path)]).toEqual([false, false]);

  const again = startService(dataDir);
  const second = await connect(await controlFile(dataDir, again));
  const over = once(again, 'exit');
  second.send({ type: 'stop' });
  expect(await over).toEqual([0, null]);
});

test('connections without the secret, with too long a line, or with no JSON are closed, and the server goes on', async () => {
  const dataDir = join(root, 'strangers');
  const child = startService(dataDir);
  const file = await controlFile(dataDir, child);
  for (const first of [{ token: 'x'.repeat(file.token.length) }, { type: 'stop' }, 'stop', '[]', 'null']) {
    const socket = createConnection(file.path);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    socket.resume().write(`${typeof first === 'string' ? first : JSON.stringify(first)}\n`);
    await closed;
  }
  const known = await connect(file);
  await known.next('listening');
  const closed = once(known.socket, 'close');
  known.socket.on('error', () => undefined).write('x'.repeat(100_000));
  await closed;
  const app = await connect(file);
  expect(await app.next('listening')).toMatchObject({ type: 'listening' });
  expect(child.exitCode).toBeNull();
});

test('goes on when an app closes its connection without reading what it was sent', async () => {
  const dataDir = join(root, 'unread');
  const child = startService(dataDir);
  const file = await controlFile(dataDir, child);
  for (let round = 0; round < 3; round += 1) {
    const deaf = createConnection(file.path).pause();
    await once(deaf, 'connect');
    deaf.write(`${JSON.stringify({ token: file.token })}\n`);
    // By the time a later app has its first message, the earlier one has its own.
    const app = await connect(file);
    await app.next('listening');
    deaf.destroy();
    await once(deaf, 'close');
    app.send({ type: 'request', id: round, request: { what: 'share', on: false } });
    expect(await app.next('answer')).toMatchObject({ id: round });
    app.socket.destroy();
  }
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
});

const hearth = (...args: string[]): string =>
  execFileSync(process.execPath, [...programArgs, 'service', ...args], { encoding: 'utf8', stdio: 'pipe' });

test.runIf(process.platform === 'linux')('install --print shows the unit and changes nothing', () => {
  const output = hearth(
    'install',
    '--print',
    '--data-dir',
    join(root, 'nowhere'),
    '--user',
    'daemon',
    '--port',
    '7500',
  );
  expect(output).toContain('write /etc/systemd/system/hearth.service:');
  expect(output).toContain('User=daemon');
  expect(output).toMatch(/^ExecStart=.*"--port" "7500"$/m);
  expect(output).toContain('run: systemctl enable hearth.service');
  expect(existsSync(join(root, 'nowhere'))).toBe(false);
});

test('an unknown action, an unknown account, root without being asked for, and an AppImage are refused in one line', () => {
  const refusal = (args: string[], env: NodeJS.ProcessEnv = {}): string => {
    const { status, stderr } = spawnSync(process.execPath, [...programArgs, 'service', ...args], {
      encoding: 'utf8',
      env: { ...process.env, SUDO_USER: undefined, ...env },
    });
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    return stderr;
  };
  expect(refusal(['begin'])).toContain('Name one of these: install, remove, status, start.');
  if (process.platform === 'win32') return;
  const install = ['install', '--print', '--data-dir', join(root, 'nowhere')];
  expect(refusal([...install, '--user', 'nobody-of-that-name'])).toContain('There is no account nobody-of-that-name');
  expect(refusal(['install', '--print', '--data-dir', '/'])).toContain('should not run as root');
  expect(refusal(['install', '--print', '--data-dir', '/', '--user', 'daemon'])).toContain('/ belongs to root');
  expect(refusal([...install, '--user', 'daemon'], { APPIMAGE: '/tmp/Hearth.AppImage' })).toContain('AppImage');
});
