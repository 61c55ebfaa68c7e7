/**
 * The commands that people type, as they type them: what is printed, how they end, and that a refusal changes nothing on disk.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { owner, ownerKey } from './hearth-process.ts';

const root = resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const ownerFlags = ['--owner-email', owner.email, '--owner-password', owner.password, '--org', 'Test office'];

let folder: string;
let started: Command[] = [];

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-launch-'));
});

test.afterEach(async () => {
  for (const command of started) await command.end();
  started = [];
  await rm(folder, { recursive: true, force: true });
});

/** A command of the README in a process of its own. */
class Command {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  /** When it has ended, and everything that it printed has been read. */
  readonly #closed: Promise<unknown>;

  constructor(words: string[], env: NodeJS.ProcessEnv = {}, detached = false) {
    const [program = '', ...args] = words;
    this.child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached,
    });
    this.#closed = once(this.child, 'close');
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    started.push(this);
  }

  /** What it printed, without what npm says of itself. */
  get lines(): string[] {
    const all = `${this.stdout}\n${this.stderr}`.split('\n');
    return all.filter((line) => line.trim() !== '' && !/^(>|npm |Building Hearth)/.test(line));
  }

  async url(): Promise<string> {
    await expect
      .poll(() => `${this.stdout}${this.child.exitCode === null ? '' : this.stderr}`, { timeout: 60_000 })
      .toContain('listening on http://');
    return /listening on (http:\/\/\S+)/.exec(this.stdout)?.[1] ?? '';
  }

  async ended(): Promise<number | null> {
    await this.#closed;
    return this.child.exitCode;
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGTERM');
    await this.ended();
  }
}

/** The words that npm runs for a script, without npm, which takes longer than a start: what it adds is tested once for each. */
const wordsOf = (name: 'serve' | 'start'): string[] => (scripts[name] ?? '').replace(/^exec /, '').split(' ');

const serve = (dataDir: string, ...args: string[]): Command =>
  new Command([...wordsOf('serve'), '--data-dir', dataDir, '--port', '0', ...args]);

/** Every file below a folder with its content: equal before and after means untouched. */
async function contents(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(path, { recursive: true })).sort()) {
    const file = join(path, name);
    found[name] = (await stat(file)).isFile() ? (await readFile(file)).toString('base64') : 'folder';
  }
  return found;
}

test.describe('npm run serve', () => {
  test('prints one line with its address, and ends at SIGTERM while a client waits for events', async () => {
    const flags = ['--data-dir', join(folder, 'data'), '--port', '0', ...ownerFlags];
    const command = new Command(['npm', 'run', 'serve', '--', ...flags]);
    const url = await command.url();
    const authorization = `Basic ${Buffer.from(`${owner.email}:${await ownerKey(url)}`).toString('base64')}`;
    const registered = await fetch(`${url}/api/v1/register`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ event_types: '["message"]' }),
    });
    const { queue_id, last_event_id } = (await registered.json()) as { queue_id: string; last_event_id: number };
    const poll = fetch(`${url}/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, {
      headers: { authorization },
    })
      .then((answer) => answer.text())
      // Heard at once: a server that ends may cut it off before anybody waits for it here.
      .catch(() => 'cut off');
    // The poll must be open when the signal comes; a second request answered proves that the first has been read.
    await fetch(`${url}/health`);

    // A server that waited for the poll would take the minute that a poll is held.
    command.child.kill('SIGTERM');
    await expect.poll(() => command.child.exitCode).toBe(0);
    await command.ended();
    await poll;
    expect(command.stdout.match(/listening on http:\/\//g)).toHaveLength(1);
    expect(command.stderr).not.toContain('Error');
  });

  test('the same command line starts it again, with a note that the owner flags are ignored', async () => {
    const first = serve(join(folder, 'data'), ...ownerFlags);
    const key = await ownerKey(await first.url());
    await first.end();
    const second = serve(join(folder, 'data'), ...ownerFlags);
    expect(await ownerKey(await second.url())).toBe(key);
    expect(second.stdout).toMatch(/organization exists.*ignored/);
  });

  test('without owner flags it prints a one-time setup link', async () => {
    const command = serve(join(folder, 'data'));
    const url = await command.url();
    expect(command.stdout).toMatch(new RegExp(`${url}/console/setup#token=\\w{20,}`));
  });

  test('answers --help and --version', async () => {
    const help = new Command([...wordsOf('serve'), '--help']);
    expect(await help.ended()).toBe(0);
    for (const flag of ['--data-dir', '--port', '--host', '--owner-email', '--owner-password', '--org'])
      expect(help.stdout).toContain(flag);
    const version = new Command([...wordsOf('serve'), '--version']);
    expect(await version.ended()).toBe(0);
    expect(version.lines.join()).toMatch(/^hearth \d+\.\d+\.\d+$/);
  });

  test('refuses a flag that it does not know', async () => {
    await expectRefusal(serve(join(folder, 'data'), '--colour', 'red'), /--colour/);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

/** One clear line, an exit code, nothing else. */
async function expectRefusal(command: Command, line: RegExp): Promise<void> {
  expect(await command.ended()).toBeGreaterThan(0);
  expect(command.lines, command.stderr).toHaveLength(1);
  expect(command.lines[0]).toMatch(line);
}

test.describe('a start that cannot be', () => {
  test('reports a port that is in use', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    await expectRefusal(
      serve(join(folder, 'data'), ...ownerFlags, '--port', String(port)),
      new RegExp(`[Pp]ort ${port}\\b.*taken`),
    );
    blocker.close();
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('reports a file in place of the folder', async () => {
    const file = join(folder, 'file');
    await writeFile(file, 'mine');
    await expectRefusal(serve(join(file, 'data'), ...ownerFlags), /file/);
    expect(await contents(folder)).toEqual({ file: Buffer.from('mine').toString('base64') });
  });

  test('reports a folder that is not writable', async () => {
    // No one, not even root, can make a folder in /proc; elsewhere permissions do it.
    const forbidden = process.platform === 'linux' ? '/proc/hearth' : join(folder, 'locked', 'data');
    if (process.platform !== 'linux') await mkdir(join(folder, 'locked'), { mode: 0o500 });
    await expectRefusal(serve(forbidden, ...ownerFlags), /hearth/i);
    expect(existsSync(forbidden)).toBe(false);
  });

  test('reports a folder that another process uses', async () => {
    const first = serve(join(folder, 'data'), ...ownerFlags);
    const url = await first.url();
    await expectRefusal(serve(join(folder, 'data'), ...ownerFlags), /in use|another|already/i);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    await first.end();
    await serve(join(folder, 'data'), ...ownerFlags).url();
  });

  test('reports a folder of a newer version', async () => {
    // A newer Hearth is this one with one migration more.
    const newer = join(folder, 'newer');
    await mkdir(newer);
    await cp(join(root, 'dist'), join(newer, 'dist'), { recursive: true });
    await cp(join(root, 'package.json'), join(newer, 'package.json'));
    await symlink(join(root, 'node_modules'), join(newer, 'node_modules'), 'junction');
    await writeFile(
      join(newer, 'dist/server/storage/migrations/9999-later.sql'),
      'CREATE TABLE later (id INTEGER PRIMARY KEY);\n',
    );
    const data = join(folder, 'data');
    const first = new Command([
      process.execPath,
      join(newer, 'dist/server/cli.js'),
      'serve',
      '--data-dir',
      data,
      '--port',
      '0',
      ...ownerFlags,
    ]);
    await first.url();
    await first.end();

    const before = await contents(data);
    await expectRefusal(serve(data, ...ownerFlags), /newer/);
    expect(await contents(data)).toEqual(before);
  });
});

/** A folder with a program named as Electron's is, made of a script. */
async function standIn(script: string): Promise<string> {
  const dist = join(folder, 'electron-dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'electron'), `#!${process.execPath}\n${script}\n`);
  await chmod(join(dist, 'electron'), 0o755);
  return dist;
}

const start = (env: NodeJS.ProcessEnv, words = wordsOf('start')): Command =>
  new Command([...words, '--data-dir', join(folder, 'data'), '--port', '0'], { ...env, TMPDIR: folder });

test.describe('npm start', () => {
  test.skip(process.platform !== 'linux', 'the stand-in programs are scripts with the name that Electron has on Linux');

  test('runs the desktop app where there is an Electron, with the flags behind --', async () => {
    const dist = await standIn('console.log(JSON.stringify(process.argv.slice(2)))');
    const command = start({ ELECTRON_OVERRIDE_DIST_PATH: dist }, ['npm', 'start', '--']);
    expect(await command.ended()).toBe(0);
    const args = JSON.parse(command.lines.find((line) => line.startsWith('[')) ?? '[]') as string[];
    expect(args.slice(args.indexOf(root))).toEqual([root, '--', '--data-dir', join(folder, 'data'), '--port', '0']);
    expect(command.stdout).not.toContain('listening');
  });

  test('passes SIGTERM on to the app and ends with it', async () => {
    const dist = await standIn(
      "process.on('SIGTERM', () => { console.log('closing'); process.exit(0); }); console.log('open'); setInterval(() => {}, 1000);",
    );
    const command = start({ ELECTRON_OVERRIDE_DIST_PATH: dist }, ['npm', 'start', '--']);
    await expect.poll(() => command.stdout).toContain('open');
    command.child.kill('SIGTERM');
    expect(await command.ended()).toBe(0);
    expect(command.stdout).toContain('closing');
  });

  test('stops in order at Ctrl+C, which reaches every program of the terminal', async () => {
    // Chromium takes one signal of a kind and restores the default: shell/browser/electron_browser_main_parts_posix.cc.
    const dist = await standIn(
      "for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => { console.log('closing'); setTimeout(() => { console.log('closed in order'); process.exit(0); }, 1500); }); console.log('open ' + process.env.ELECTRON_RUN_AS_NODE); setInterval(() => {}, 1000);",
    );
    const words = [...wordsOf('start'), '--data-dir', join(folder, 'data')];
    const env = { ELECTRON_OVERRIDE_DIST_PATH: dist, ELECTRON_RUN_AS_NODE: '1' };
    const command = new Command(words, env, true);
    await expect.poll(() => command.stdout).toContain('open undefined');
    process.kill(-(command.child.pid ?? 0), 'SIGINT');
    await expect.poll(() => command.stdout).toContain('closing');
    // npm passes on what it received as well, and an impatient person presses the keys again.
    command.child.kill('SIGINT');
    process.kill(-(command.child.pid ?? 0), 'SIGINT');
    expect(await command.ended()).toBe(0);
    expect(command.stdout).toContain('closed in order');
  });

  test('ends with the code of an app that was ended by a signal', async () => {
    const dist = await standIn(
      "process.once('SIGTERM', () => process.kill(process.pid, 'SIGKILL')); console.log('open'); setInterval(() => {}, 1000);",
    );
    const command = start({ ELECTRON_OVERRIDE_DIST_PATH: dist });
    await expect.poll(() => command.stdout).toContain('open');
    command.child.kill('SIGTERM');
    expect(await command.ended()).toBe(128 + 9);
  });

  for (const [reason, prepare] of [
    ['there is no Electron', async () => ({ ELECTRON_OVERRIDE_DIST_PATH: folder })],
    [
      'Electron cannot open a window',
      async () => ({ ELECTRON_OVERRIDE_DIST_PATH: await standIn('process.exit(133)') }),
    ],
    ['there is no screen', async () => ({ DISPLAY: '', WAYLAND_DISPLAY: '' })],
    [
      'Electron cannot be fetched',
      async () => ({ DISPLAY: ':987', ELECTRON_MIRROR: 'http://127.0.0.1:9/', XDG_CACHE_HOME: join(folder, 'cache') }),
    ],
  ] as const) {
    test(`runs the headless server, and says so in one line, when ${reason}`, async () => {
      const command = start(await prepare());
      const url = await command.url();
      expect((await fetch(`${url}/health`)).status).toBe(200);
      expect(command.stderr.match(/^No desktop window: .+$/gm)).toHaveLength(1);
      command.child.kill('SIGTERM');
      expect(await command.ended()).toBe(0);
      expect(
        (await readdir(folder)).filter(
          (name) => !['data', 'electron-dist'].includes(name) && !name.startsWith('node-compile-cache'),
        ),
      ).toEqual([]);
    });
  }

  test('starts the server after a minute of the download, which goes on', async () => {
    const mirror = createHttpServer(() => undefined);
    await once(mirror.listen(0, '127.0.0.1'), 'listening');
    // The minute is over at once.
    const clock = join(folder, 'clock.mjs');
    await writeFile(
      clock,
      `import timers from 'node:timers/promises';
import { syncBuiltinESMExports } from 'node:module';
const wait = timers.setTimeout;
timers.setTimeout = (ms, ...rest) => wait(ms === 60_000 ? 0 : ms, ...rest);
syncBuiltinESMExports();
`,
    );
    const command = start({
      DISPLAY: ':987',
      ELECTRON_MIRROR: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/`,
      NODE_OPTIONS: `--import ${pathToFileURL(clock).href}`,
      XDG_CACHE_HOME: join(folder, 'cache'),
    });
    const url = await command.url();
    expect(command.stderr).toContain('No desktop window: the download takes a while and goes on.');
    mirror.closeAllConnections();
    mirror.close();
    await expect.poll(() => command.stderr).toMatch(/^Electron could not be fetched .*the next start resumes\.$/m);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    await command.end();
  });

  test('fetches Electron through the proxy of the environment', async () => {
    const asked: string[] = [];
    const proxy = createHttpServer((request, response) => {
      asked.push(new URL(request.url ?? '').host);
      response.writeHead(503).end();
    });
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const command = start({
      DISPLAY: ':987',
      ELECTRON_MIRROR: 'http://electron.example:8080/',
      HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      NO_PROXY: '',
      XDG_CACHE_HOME: join(folder, 'cache'),
    });
    await command.url();
    expect(asked).toContain('electron.example:8080');
    await command.end();
    proxy.closeAllConnections();
    proxy.close();
  });
});
