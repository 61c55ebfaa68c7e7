/**
 * The desktop app as a person meets it, with the stand-in in Electron's place (electron/testing/stand-in): main, preload and
 * pages run together, windows are real pages, and the system around them can be read and worked.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, expect, test as base, type Browser, type Page } from '@playwright/test';
import { browserArgs, findBrowser } from './browser.ts';

export { expect };

const root = resolve(import.meta.dirname, '..');
const startLimitMs = 50_000;
/** A failed test may leave a dialog that waits for an answer: its app is ended then. */
const quitLimitMs = 30_000;

interface MenuItem {
  label: string;
  role: string | null;
  isEnabled: boolean;
  items: MenuItem[];
}

/** What the app asked of the system. */
export interface Recorded {
  isSandboxed: boolean;
  tray: { image: string; tooltip: string; items: MenuItem[] } | null;
  menu: MenuItem[];
  notifications: { title: string; body: string }[];
  openedOutside: string[];
  openedPaths: string[];
  shownPaths: string[];
  schemes: string[];
  clipboard: string;
  dialogs: { kind: string; text: string; buttons: string[] }[];
  blockers: string[];
  processes: { pid: number; args: string[]; isAlive: boolean }[];
  downloads: string[];
  isShutdownPrevented: boolean;
  windows: {
    isVisible: boolean;
    isMinimized: boolean;
    isFullScreen: boolean;
    url: string;
    preferences: Record<string, unknown>;
  }[];
}

/** A running app. */
export class Desktop {
  readonly child: ChildProcess;
  readonly #port: number;
  /** The stand-in, which the launcher runs in a process group of its own. */
  readonly #pid: number;
  readonly #browser: Browser;
  output = '';

  private constructor(child: ChildProcess, { port, pid }: { port: number; pid: number }, browser: Browser) {
    this.child = child;
    this.#port = port;
    this.#pid = pid;
    this.#browser = browser;
  }

  /**
   * @param home folder of this person: settings and data lie in it. @param args what follows `npm start --`.
   * @param appFlags flags of the app itself, see `spawn`
   */
  static async start(
    home: string,
    args: string[] = ['--port', '0'],
    env: NodeJS.ProcessEnv = {},
    appFlags: string[] = [],
  ): Promise<Desktop> {
    const file = join(home, 'stand-in.json');
    await rm(file, { force: true });
    const child = Desktop.spawn(home, args, env, appFlags);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const waitFor = async <T>(what: string, find: () => T | undefined): Promise<T> => {
      const deadline = Date.now() + startLimitMs;
      for (;;) {
        const found = find();
        if (found !== undefined) return found;
        if (child.exitCode !== null || output.includes('No desktop window') || Date.now() > deadline)
          throw new Error(`${what} did not come:\n${output}`);
        await new Promise((done) => setTimeout(done, 20));
      }
    };
    const read = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
    const { port, pid, profile } = JSON.parse(await waitFor('the app', () => read(file))) as {
      port: number;
      pid: number;
      profile: string;
    };
    const debugging = await waitFor(
      'the window',
      () => /^\d+(?=\n)/.exec(read(join(profile, 'DevToolsActivePort')) ?? '')?.[0],
    );
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugging}`);
    const app = new Desktop(child, { port, pid }, browser);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (app.output += chunk.toString()));
    return app;
  }

  /**
   * Starts the program and does not wait for it: for a second start.
   * @param appFlags flags of the app itself, which the system or an installer passes: the program is started without `npm start` then
   */
  static spawn(home: string, args: string[], env: NodeJS.ProcessEnv = {}, appFlags: string[] = []): ChildProcess {
    const [program = '', ...words] =
      appFlags.length === 0
        ? [process.execPath, join(root, 'electron/launch.mjs'), ...args]
        : [join(root, 'electron/testing/stand-in/electron'), root, ...appFlags, '--', ...args];
    return spawn(program, words, {
      cwd: root,
      // In a process group of its own, as the launcher starts it.
      detached: appFlags.length > 0,
      env: {
        ...process.env,
        ELECTRON_OVERRIDE_DIST_PATH: join(root, 'electron/testing/stand-in'),
        HEARTH_TEST_CHROMIUM: findBrowser(),
        HEARTH_TEST_CHROMIUM_ARGS: browserArgs.join(' '),
        STAND_IN_FILE: join(home, 'stand-in.json'),
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_DATA_HOME: join(home, 'share'),
        PATH: `${join(root, 'electron/testing/stand-in/bin')}:${process.env['PATH'] ?? ''}`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** The page in the window. */
  get page(): Page {
    const page = this.#browser.contexts()[0]?.pages().at(-1);
    if (page === undefined) throw new Error('there is no window');
    return page;
  }

  async order<T = unknown>(order: Record<string, unknown>): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}`, { method: 'POST', body: JSON.stringify(order) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text) as T;
  }

  async recorded(): Promise<Recorded> {
    return this.order<Recorded>({ order: 'recorded' });
  }

  /** What the tray says, line by line. */
  async tray(): Promise<string[]> {
    return ((await this.recorded()).tray?.items ?? []).map(({ label }) => label).filter((label) => label !== '');
  }

  /** Clicks an item of the tray or of the menu, once it is there and enabled: the app makes both again with each change of its server. */
  async click(where: 'tray' | 'menu', label: string): Promise<void> {
    await expect(() => this.order({ order: 'click', where, label })).toPass({ timeout: 30_000 });
  }

  /** Answers the dialog that is open, or the next one: a path, the number of a button, null to cancel. */
  async answer(...answers: (string | number | null)[]): Promise<void> {
    for (const answer of answers) await this.order({ order: 'answer', answer });
  }

  /** Lets the page in the window die, and waits for the next one. */
  async crash(): Promise<void> {
    const next = this.page.context().waitForEvent('page');
    await this.order({ order: 'crash' });
    await next;
  }

  /** The server's process. */
  async serverPid(): Promise<number> {
    const alive = (await this.recorded()).processes.filter(({ isAlive, args }) => isAlive && args[0] === 'serve');
    const pid = alive.at(-1)?.pid;
    if (pid === undefined) throw new Error('no server runs');
    return pid;
  }

  /** Ends the app and all processes that it started, which are in its process group. */
  #kill(): void {
    try {
      process.kill(-this.#pid, 'SIGKILL');
    } catch {
      this.child.kill('SIGKILL');
    }
  }

  /** Quits as a signal does, and waits; an app that does not end is killed. @returns the exit code. */
  async quit(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      const limit = setTimeout(() => this.#kill(), quitLimitMs);
      await exited;
      clearTimeout(limit);
    }
    await this.#browser.close().catch(() => undefined);
    return this.child.exitCode;
  }
}

/** For the report of `npm run desktop:proof`, which says where its pictures go: how the window looked at the end of a test. */
export async function takePicture(page: Page | undefined, title: string): Promise<void> {
  const folder = process.env['HEARTH_PROOF_FOLDER'];
  if (folder === undefined) return;
  const name = title.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80);
  await page?.screenshot({ path: join(folder, `${name}.png`) });
}

interface Fixtures {
  home: string;
  /** Starts the app; it is quit after the test. */
  start: (args?: string[], env?: NodeJS.ProcessEnv, appFlags?: string[]) => Promise<Desktop>;
}

export const test = base.extend<Fixtures>({
  home: async ({ browserName: _none }, use) => {
    const home = await mkdtemp(join(tmpdir(), 'hearth-desktop-'));
    await use(home);
    await rm(home, { recursive: true, force: true });
  },
  start: async ({ home }, use, testInfo) => {
    const started: Desktop[] = [];
    await use(async (args, env, appFlags) => {
      const app = await Desktop.start(home, args, env, appFlags);
      started.push(app);
      return app;
    });
    for (const app of started) {
      if (app.child.exitCode === null) await takePicture(app.page, testInfo.title);
      await app.quit();
    }
  },
});

/** How an app starts: see `Desktop.start`. */
export type StartWords = [args?: string[], env?: NodeJS.ProcessEnv, appFlags?: string[]];

/**
 * One app for the tests of a block, in their order: a start takes longer than most of them. A test that ends it is the last, or starts
 * it again. After a failure the tests that are left get a new one, so none counts on what another did.
 * @param prepare what is done in it before the first test @param words of its start, which may need its home
 */
export function shareApp(
  prepare: (app: Desktop) => Promise<void> = async () => undefined,
  words: (home: string) => StartWords | Promise<StartWords> = () => [],
): { app: Desktop; home: string } {
  const shared = {} as { app: Desktop; home: string };
  test.beforeAll(async () => {
    shared.home = await mkdtemp(join(tmpdir(), 'hearth-desktop-'));
    shared.app = await Desktop.start(shared.home, ...(await words(shared.home)));
    await prepare(shared.app);
  });
  test.afterEach(async ({ browserName: _none }, testInfo) => {
    if (shared.app.child.exitCode === null) await takePicture(shared.app.page, testInfo.title);
  });
  test.afterAll(async () => {
    await (shared.app as Desktop | undefined)?.quit();
    await rm(shared.home, { recursive: true, force: true });
  });
  return shared;
}

/** Goes through the first run, to the screen that says where the team connects. */
export async function setUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up my team' }).click();
  await page.getByLabel('Organization name').fill('Corner Office');
  await page.getByLabel('Your name').fill('Olga Owner');
  await page.getByLabel('Email', { exact: true }).fill('olga@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByLabel('Only this computer').check();
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your team connects here' }).waitFor();
}

/** Chooses an entry of the menu that loads a page, and waits until it is loaded: the one before may look the same. */
async function openByMenu(app: Desktop, entry: string): Promise<void> {
  const loaded = app.page.waitForEvent('load');
  await app.click('menu', entry);
  await loaded;
}

export async function openConsole(app: Desktop): Promise<void> {
  await openByMenu(app, 'Console');
  await expect(app.page.getByRole('link', { name: 'This computer' })).toBeVisible();
}

export async function openChat(app: Desktop): Promise<void> {
  await openByMenu(app, 'Chat');
  await expect(app.page).toHaveTitle(/Inbox/);
}
