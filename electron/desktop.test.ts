/**
 * The app as a whole without Electron: the data folder is moved, restored, recovered by the server's own program, which runs
 * here as it does there; dialogs are answered by the test.
 */
import { fork as forkChild, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FromShell, ToShell } from '../server/desktop-link.ts';
import { loaderArgs, modulePath, programArgs } from '../server/testing/program.ts';
import { Desktop, quitNoticeMs } from './desktop.ts';
import type { ServerChild } from './server-process.ts';
import type { ServiceTools } from './service-control.ts';
import { openSettings, type SettingsFile } from './settings-file.ts';
import type { Updater } from './updates/updates.ts';

const port = pathToFileURL(resolve(import.meta.dirname, 'testing/stand-in/parent-port.mjs')).href;
const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};
/** Of a wait that a hook may do, in which expect.poll cannot be called. */
const patience = { timeout: 30_000, interval: 50 };

/** The server's program, as utilityProcess would start it. */
function fork(args: string[]): ServerChild {
  const child = forkChild(modulePath('cli'), args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--import', port, ...loaderArgs],
  });
  return {
    onOutput: (listener) => {
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => listener(String(chunk)));
    },
    onMessage: (listener) => void child.on('message', (message) => listener(message as ToShell)),
    onExit: (listener) => void child.once('exit', listener),
    send: (message: FromShell) => void child.send(message),
    kill: () => void child.kill('SIGKILL'),
    waitForEnd: () => undefined,
  };
}

const noUpdater: Updater = { check: async () => null, download: async () => undefined, install: () => undefined };
const desktopFlags = ['--port', '0', '--owner-email', 'o@example.com', '--owner-password', 'correct horse battery'];
let home: string;
let settings: SettingsFile;
let answers: (string | boolean | null)[];
let asked: string[];
let told: string[];
let desktop: Desktop;
let isShared = false;
const blockers: number[] = [];
let serviceAnswer: ServiceTools['run'] = async () => ({ code: 0, output: '' });

interface Made {
  given?: string;
  /** Called with each process that is about to start. */
  forked?: (args: string[]) => void;
  /** Waits of this length are over at once. */
  over?: number;
  updater?: Updater;
}

function makeDesktop({ given, forked, over, updater = noUpdater }: Made = {}): Desktop {
  const answer = <T>(text: string): T => {
    asked.push(text);
    return answers.shift() as T;
  };
  return new Desktop({
    settings,
    givenDataDir: given ?? null,
    usualDataDir: join(home, 'data'),
    serverArgs: desktopFlags,
    fork: (args) => {
      forked?.(args);
      return fork(args);
    },
    after: (ms, fn) => {
      const timer = setTimeout(fn, ms === over ? 0 : ms);
      return () => clearTimeout(timer);
    },
    now: () => Date.UTC(2026, 10, 21, 12),
    dialogs: {
      pickFolder: async (title) => answer(title),
      pickFile: async (title) => answer(title),
      confirm: async ({ title }) => answer(title),
    },
    blocker: { start: () => blockers.push(1), stop: () => void blockers.pop() },
    loginItem: { isPossible: true, isOn: () => false, set: (isOn) => void told.push(`login ${isOn}`) },
    service: {
      whyNot: null,
      command: [process.execPath, ...programArgs],
      user: 'office',
      elevate: (words) => words,
      run: async (words) => serviceAnswer(words),
    },
    updater,
    builtInFeed: 'https://example.com/hearth',
    isShared: () => isShared,
    releaseWindows: (isReleased) => void told.push(`release ${isReleased}`),
    openFile: async () => '',
    showFile: () => undefined,
    hasSandbox: true,
    openFolder: (path) => void told.push(`open ${path}`),
    quit: () => void told.push('quit'),
    notify: (title) => void told.push(title),
    version,
    onState: () => undefined,
  });
}

const state = (): string => desktop.server.status().state;
const running = async (): Promise<void> => {
  await vi.waitFor(() => expect(desktop.server.facts()).not.toBeNull(), patience);
};
const start = async (): Promise<void> => {
  desktop.server.start();
  await running();
};

function makeHome(): void {
  home = mkdtempSync(join(tmpdir(), 'hearth-desktop-'));
  settings = openSettings(join(home, 'settings.json'), (error) => {
    throw error;
  });
  desktop = makeDesktop();
}

async function removeHome(): Promise<void> {
  await desktop.server.stop();
  rmSync(home, { recursive: true, force: true });
}

beforeEach(() => {
  [answers, asked, told] = [[], [], []];
});

describe('the data folder', () => {
  beforeEach(makeHome);
  afterEach(removeHome);

  it('reinstalls the service for a moved folder, or serves the folder itself when that is refused', async () => {
    const commands: string[][] = [];
    let code = 0;
    serviceAnswer = async ([, ...words]) => {
      commands.push(words.slice(words.indexOf('service') + 1));
      return { code, output: '' };
    };
    // One that was installed for the first folder, and does not run.
    const first = join(home, 'first');
    const use = async (folder: string): Promise<void> => {
      mkdirSync(folder);
      settings.change({ service: true });
      answers = [folder, true];
      await desktop.data.choose();
      await expect.poll(() => desktop.state().service.isBusy).toBe(false);
    };
    await use(first);
    expect(commands).toEqual([['install', '--data-dir', first, '--user', 'office', ...desktopFlags]]);
    expect([settings.get().service, desktop.state().dataDir]).toEqual([true, first]);

    await desktop.server.stop();
    code = 1;
    await use(join(home, 'second'));
    await running();
    expect(settings.get().service).toBe(false);
    expect(desktop.state().notice).toMatchObject({
      kind: 'failed',
      text: expect.stringMatching(/still uses the old data folder.*Switch it on again/),
    });
  });

  it('passes an absolute data folder to the service', async () => {
    let words: readonly string[] = [];
    serviceAnswer = async (command) => {
      words = command;
      return { code: 1, output: '' };
    };
    desktop = makeDesktop({ given: relative(process.cwd(), join(home, 'here')) });
    await desktop.service.set(true);
    expect(words[words.indexOf('--data-dir') + 1]).toBe(join(home, 'here'));
  });

  it('reads the status line among other output, and ignores output without one', async () => {
    const line = JSON.stringify({ isInstalled: true, settings: { dataDir: join(home, 'data'), entry: 'elsewhere' } });
    serviceAnswer = async () => ({ code: 0, output: `(node:1) Warning: something\n${line}` });
    await desktop.service.refresh();
    expect([settings.get().service, desktop.service.isOurs()]).toEqual([true, false]);
    serviceAnswer = async () => ({ code: 0, output: 'nonsense {' });
    await desktop.service.refresh();
    expect(settings.get().service).toBe(true);
  });

  it('is moved to a folder of its own and used there, and the old folder stays', async () => {
    await start();
    const drive = join(home, 'drive');
    mkdirSync(drive);
    writeFileSync(join(drive, 'mine'), 'x');
    answers = [drive, true];
    await desktop.data.move();
    expect(asked).toEqual(['Move the data to', `Move the data to ${join(drive, 'Hearth')}?`]);
    expect(desktop.state()).toMatchObject({ dataDir: join(drive, 'Hearth'), task: null });
    expect(desktop.state().notice).toMatchObject({ kind: 'done', folder: join(home, 'data') });
    expect(settings.get().dataDir).toBe(join(drive, 'Hearth'));
    await expect.poll(() => desktop.server.facts()?.organization).toBe('Hearth');
    expect(existsSync(join(home, 'data/MOVED.txt'))).toBe(true);

    // A backup of the new place comes back beside it, and the new place stays.
    const backup = join(home, 'one.hearth-backup');
    await desktop.backUp();
    expect(desktop.state().notice).toMatchObject({ kind: 'done' });
    const made = readdirSync(join(drive, 'Hearth/backups')).find((name) => name.endsWith('.hearth-backup')) ?? '';
    renameSync(join(drive, 'Hearth/backups', made), backup);
    answers = [backup, true];
    await desktop.data.restore();
    expect(desktop.state().dataDir).toBe(join(drive, 'Hearth restored 2026-11-21'));
    await expect.poll(() => state()).toBe('running');
    expect(existsSync(join(drive, 'Hearth/journal'))).toBe(true);
  });

  it('stays in use when the app quits during a move, and the partial copy is removed', async () => {
    const [from, to] = [join(home, 'data'), join(home, 'drive')];
    mkdirSync(join(from, 'journal'), { recursive: true });
    mkdirSync(join(from, 'uploads'));
    writeFileSync(join(from, 'uploads/picture'), 'as it is');
    let ended: Promise<void> | undefined;
    desktop = makeDesktop({ forked: () => setImmediate(() => void (ended = desktop.end())), over: quitNoticeMs });
    answers = [to, true];
    await desktop.data.move();
    await ended;
    expect(desktop.isOver()).toBe(true);
    expect(told).toEqual(['Hearth is closing']);
    expect(desktop.state().dataDir).toBe(from);
    expect(existsSync(to)).toBe(false);
    expect(settings.get()).toMatchObject({ dataDir: null, move: { from, to } });

    // As if the machine itself had gone out in the middle.
    mkdirSync(to);
    const files = [{ path: 'uploads/picture', bytes: 8 }];
    writeFileSync(join(to, 'unfinished-copy.json'), JSON.stringify({ from, is_new: true, files }));
    mkdirSync(join(to, 'uploads'));
    writeFileSync(join(to, 'uploads/picture'), 'as');
    desktop = makeDesktop();
    answers = [to];
    await desktop.data.choose();
    expect(desktop.state()).toMatchObject({
      dataDir: from,
      notice: { text: expect.stringContaining('unfinished copy') },
    });
    answers = [to, false];
    await desktop.data.move();
    expect(asked.at(-1)).toBe(`Move the data to ${to}?`);
    await desktop.data.tidy();
    const removed = `The unfinished copy in ${to} has been removed. Everything is still in ${from}.`;
    expect(desktop.state().notice).toMatchObject({ kind: 'failed', text: expect.stringContaining(removed) });
    expect(settings.get().move).toBeNull();
    expect([existsSync(to), existsSync(join(from, 'uploads/picture'))]).toEqual([false, true]);
  });

  it('of the command line takes precedence over the settings', () => {
    settings.change({ dataDir: '/one' });
    expect(makeDesktop().state()).toMatchObject({ dataDir: '/one', isDataDirGiven: false });
    expect(makeDesktop({ given: '/two' }).state()).toMatchObject({ dataDir: '/two', isDataDirGiven: true });
  });

  it('uses the update address of the build until the person changes or empties it', async () => {
    desktop = makeDesktop();
    expect(desktop.state()).toMatchObject({
      choices: { updateFeed: 'https://example.com/hearth' },
      update: { kind: 'idle' },
    });
    await desktop.changeChoices({ updateFeed: '' });
    expect(desktop.state()).toMatchObject({ choices: { updateFeed: '' }, update: { kind: 'off' } });
  });

  it('asks the person before it uses another update address', async () => {
    const feed = 'https://elsewhere.example/hearth';
    answers = [false, true];
    await desktop.changeChoices({ updateFeed: feed });
    expect(settings.get().updateFeed).toBeNull();
    await desktop.changeChoices({ updateFeed: feed });
    expect(settings.get().updateFeed).toBe(feed);
    expect(asked).toEqual(['Get updates from another address?', 'Get updates from another address?']);
  });

  it('asks where the data is when the settings are lost, and starts no empty organization', async () => {
    const file = join(home, 'settings.json');
    writeFileSync(file, '{"dataDir":"/srv/te');
    for (const open of [1, 2]) {
      settings = openSettings(file, () => undefined);
      desktop = makeDesktop();
      desktop.server.start();
      expect([open, desktop.state().server]).toMatchObject([open, { state: 'failed', reason: 'unknown-folder' }]);
      expect(desktop.state().statusPageModel.choices.map(({ choice }) => choice)).not.toContain('usual_folder');
    }
    expect(existsSync(join(home, 'data'))).toBe(false);
    mkdirSync(join(home, 'data/journal'), { recursive: true });
    expect(desktop.state().statusPageModel.choices.map(({ choice }) => choice)).toContain('usual_folder');
    await desktop.choose('usual_folder');
    expect(settings.get().isDataDirUnknown).toBe(false);
    expect(openSettings(file, () => undefined).get().isDataDirUnknown).toBe(false);
  });

  it('offers to move data out of a folder that it shares with a profile: backup first, the rest stays', async () => {
    isShared = true;
    mkdirSync(join(home, 'data'));
    writeFileSync(join(home, 'data/Cookies'), 'session');
    answers = [true];
    desktop.server.start();
    const moved = join(home, 'data Data');
    await expect.poll(() => desktop.state().dataDir).toBe(moved);
    isShared = false;
    await running();
    expect(asked).toEqual(['Move the data to a folder of its own?']);
    expect(readdirSync(join(moved, 'backups')).some((name) => name.endsWith('.hearth-backup'))).toBe(true);
    expect([existsSync(join(home, 'data/Cookies')), existsSync(join(moved, 'Cookies'))]).toEqual([true, false]);
  });
});

// A start of the server's own process is what costs here; each test leaves the same folder in use.
describe('one app, test after test:', () => {
  beforeAll(async () => {
    makeHome();
    await start();
  });
  afterAll(removeHome);

  it('keeps and reports its data folder when a move or a restore fails', async () => {
    const file = join(home, 'no.hearth-backup');
    writeFileSync(file, 'not a backup');
    answers = [file, true];
    await desktop.data.restore();
    expect(desktop.state().notice).toMatchObject({ kind: 'failed' });
    expect(state()).toBe('running');
    const occupied = join(home, 'data', 'inside');
    answers = [occupied, true];
    await desktop.data.move();
    expect(desktop.state().notice?.text).toContain('lie in each other');
    expect(desktop.state().dataDir).toBe(join(home, 'data'));
    await expect.poll(() => state()).toBe('running');
    answers = [null];
    await desktop.data.move();
    expect(state()).toBe('running');
  });

  it('uses a chosen data folder, and starts fresh in an empty one', async () => {
    answers = [join(home, 'other'), true];
    await desktop.data.choose();
    expect(asked.at(-1)).toBe(`Start fresh in ${join(home, 'other')}?`);
    await expect.poll(() => desktop.server.facts()).not.toBeNull();
    answers = [join(home, 'data'), true];
    await desktop.choose('choose_folder');
    expect(asked.at(-1)).toBe(`Use the data in ${join(home, 'data')}?`);
    expect(desktop.state().dataDir).toBe(join(home, 'data'));
  });

  it('passes requests to the server and keeps the choices', async () => {
    await running();
    await desktop.saveLogBundle(join(home, 'logs.tar.gz'));
    expect(existsSync(join(home, 'logs.tar.gz'))).toBe(true);
    expect(desktop.state().notice?.kind).toBe('done');
    await desktop.changeChoices({ openAtLogin: true, keepAwake: false });
    expect(told).toContain('login true');
    expect(settings.get()).toMatchObject({ openAtLogin: true, keepAwake: false });
    await desktop.server.stop();
    await desktop.backUp();
    expect(desktop.state().notice).toMatchObject({ kind: 'failed', text: expect.stringContaining('not running') });
    await desktop.share(true);
    expect(desktop.state().notice).toMatchObject({ kind: 'failed', text: 'The server is not running.' });
  });

  it('hands the server to an installed service, leaves it running at quit, and takes it back at removal', async () => {
    await start();
    const commands: string[][] = [];
    let service: ChildProcess | undefined;
    let said = '';
    // Also after a failure: the tests after this one start their own server again.
    onTestFinished(async () => {
      service?.kill('SIGKILL');
      settings.change({ service: false });
      await desktop.server.stop();
    });
    serviceAnswer = async ([, ...words]) => {
      commands.push(words.slice(words.indexOf('service') + 1));
      const [action] = commands.at(-1) ?? [];
      if (action === 'install') {
        const args = ['serve', '--service', '--data-dir', desktop.state().dataDir, '--port', '0'];
        service = spawn(process.execPath, [...programArgs, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
        service.stderr?.on('data', (text: Buffer) => (said += text.toString()));
      }
      if (action === 'remove' && service !== undefined) {
        const ended = once(service, 'exit');
        service.kill('SIGTERM');
        await ended;
      }
      return { code: 0, output: '' };
    };
    await desktop.service.set(true);
    await expect.poll(() => state()).toBe('running');
    expect(commands).toEqual([['install', '--data-dir', desktop.state().dataDir, '--user', 'office', ...desktopFlags]]);
    expect(desktop.state().service).toEqual({ isOn: true, isBusy: false, whyNot: null });
    expect(desktop.state().notice?.text).toContain('before anyone signs in');
    const { url } = desktop.server.status();
    await desktop.end();
    expect([desktop.isOver(), service?.exitCode]).toEqual([true, null]);
    const health = async (): Promise<unknown> =>
      fetch(`${url}/health`).then(
        ({ status }) => status,
        ({ cause }: Error) => String(cause),
      );
    // A connection that was kept from before may close just as it is used again.
    await expect
      .poll(async () => ({ health: await health(), code: service?.exitCode, signal: service?.signalCode, said }))
      .toEqual({ health: 200, code: null, signal: null, said: '' });

    // A new start of the app finds the service.
    desktop = makeDesktop();
    await start();
    expect(desktop.server.status().url).toBe(url);
    expect(desktop.quitQuestion()).toBeNull();
    await desktop.service.set(false);
    await expect.poll(() => state()).toBe('running');
    expect(service?.exitCode).toBe(0);
    expect(desktop.state().service.isOn).toBe(false);
  });

  it('changes nothing when the system refuses the service, and uses an installed one', async () => {
    await start();
    serviceAnswer = async () => ({ code: 126, output: 'hearth: Request dismissed' });
    await desktop.service.set(true);
    expect(desktop.state().notice).toMatchObject({ kind: 'failed', text: 'Nothing was changed. Request dismissed' });
    await expect.poll(() => state()).toBe('running');
    expect(desktop.state().service.isOn).toBe(false);
    const report = (isInstalled: boolean, dataDir: string) => async () => ({
      code: 0,
      output: JSON.stringify({ isInstalled, isRunning: isInstalled, settings: isInstalled ? { dataDir } : null }),
    });
    serviceAnswer = report(true, join(home, 'of-another'));
    await desktop.service.refresh();
    expect(desktop.service.isServing()).toBe(false);
    serviceAnswer = report(true, desktop.state().dataDir);
    await desktop.service.refresh();
    expect(desktop.service.isServing()).toBe(true);
    serviceAnswer = report(false, '');
    await desktop.service.refresh();
    expect(desktop.service.isServing()).toBe(false);
  });

  it('releases windows before an installer runs, and keeps them after it failed', async () => {
    let fail: (error: Error) => void = () => undefined;
    const updater: Updater = {
      check: async () => '99.0.0',
      download: async () => undefined,
      install: (onFailed) => {
        told.push(`install, server ${state()}`);
        fail = onFailed;
      },
    };
    await desktop.server.stop();
    desktop = makeDesktop({ updater });
    await start();
    await desktop.updates.check();
    await desktop.updates.download();
    const installing = desktop.updates.install();
    await expect.poll(() => told).toEqual(['release true', 'install, server stopped']);
    fail(new Error('cancelled'));
    await installing;
    expect(told.at(-1)).toBe('release false');
    await running();
  });

  it('restarts its server on request', async () => {
    await start();
    const { url } = desktop.server.status();
    await desktop.restart();
    await expect.poll(() => state()).toBe('running');
    expect(desktop.server.status().url).not.toBe(url);
  });

  it('starts fresh in place of a missing data folder only on request', async () => {
    await desktop.server.stop();
    renameSync(join(home, 'data'), join(home, 'unplugged'));
    desktop = makeDesktop();
    desktop.server.start();
    expect(desktop.state().server).toMatchObject({ state: 'failed', reason: 'missing' });
    expect(existsSync(join(home, 'data'))).toBe(false);
    await desktop.choose('start_empty');
    await expect.poll(() => state()).toBe('running');
  });
});
