/**
 * A real Hearth as another program sees it: a process with a data folder and a port. Used by every test here that needs to
 * stop, kill or restart the server.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { callApi } from './api-call.ts';

const root = resolve(import.meta.dirname, '..');
/** The built server itself: `npm run` and its check of the build are tested in launch.spec.ts. */
const program = join(root, 'dist/server/cli.js');
const startTimeoutMs = 50_000;
/** Names the folder of this run in which its demo is built: of a run of its own, as one may begin while another is under way. */
export const demoShelfName = 'HEARTH_TEST_DEMO_SHELF';
/** Of a test that failed half-way some may still run when its worker ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export const owner = { email: 'owner@example.com', password: 'correct horse battery' };

/** Everyone's in the demo, and who owns it. */
export const demo = { owner: 'amara@alder-wren.example', guest: 'sofia@alder-wren.example', password: 'hearth-demo' };

export interface StartSettings {
  dataDir: string;
  /** "demo" brings an organization of its own, see `demo`. */
  command?: 'serve' | 'demo';
  /** The same port again after a restart, so that clients find the server where it was. */
  port?: number;
  /** null leaves it to the settings. */
  host?: string | null;
  args?: string[];
  /** false starts in first-run state, with a setup link. */
  withOwner?: boolean;
  env?: Record<string, string>;
  /** Runs the server inside another command, e.g. ["ip", "netns", "exec", "office"]. */
  wrapper?: string[];
}

export class HearthProcess {
  readonly child: ChildProcess;
  output = '';
  url = '';

  private constructor(child: ChildProcess) {
    this.child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  /** Starts the process and does not wait for anything: for tests that kill it while it starts. */
  static spawn(settings: StartSettings): HearthProcess {
    const { dataDir, port = 0, host = '127.0.0.1', args = [], env = {}, wrapper = [] } = settings;
    const { command: verb = 'serve', withOwner = verb === 'serve' } = settings;
    const ownerFlags = ['--owner-email', owner.email, '--owner-password', owner.password, '--org', 'Test office'];
    const serve = [
      program,
      verb,
      '--data-dir',
      dataDir,
      '--port',
      String(port),
      ...(host === null ? [] : ['--host', host]),
      // The same times in every run.
      ...(verb === 'demo' && !args.includes('--date') ? ['--date', '2026-10-30'] : []),
      ...(withOwner ? ownerFlags : []),
      ...args,
    ];
    const [command = process.execPath, ...rest] = [...wrapper, process.execPath, ...serve];
    return new HearthProcess(
      spawn(command, rest, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  }

  /**
   * Starts a server and waits until it says where it listens. A demo in a new folder gets a copy of one that was built before.
   * @throws Error with its output when it does not.
   */
  static async start(settings: StartSettings): Promise<HearthProcess> {
    if (settings.command === 'demo' && (await isNew(settings.dataDir))) await copyDemo(settings.dataDir);
    return HearthProcess.startThere(settings);
  }

  /** As `start`, with what is in the folder. @param limitMs how long it may take */
  static async startThere(settings: StartSettings, limitMs = startTimeoutMs): Promise<HearthProcess> {
    const deadline = Date.now() + limitMs;
    let hearth = HearthProcess.spawn(settings);
    while (hearth.url === '') {
      const found = /listening on (http:\/\/\S+)\n/.exec(hearth.output)?.[1];
      // While no one listened at a port, the system may have given it to a connection for a moment.
      const isTaken = settings.port !== undefined && hearth.hasEnded && /\btaken\b/.test(hearth.output);
      if (found !== undefined) hearth.url = found;
      else if (Date.now() > deadline || (hearth.hasEnded && !isTaken)) {
        hearth.child.kill('SIGKILL');
        throw new Error(`the server did not start:\n${hearth.output}`);
      } else await new Promise((done) => setTimeout(done, 10));
      if (isTaken) hearth = HearthProcess.spawn(settings);
    }
    return hearth;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Ends it as the system would, and waits. @returns the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.hasEnded) {
      const exited = once(this.child, 'exit');
      this.child.kill(signal);
      await exited;
    }
    return this.child.exitCode;
  }

  /** Ends it at once, without any chance to save. */
  async kill(): Promise<void> {
    await this.stop('SIGKILL');
  }
}

const isNew = async (folder: string): Promise<boolean> => !existsSync(folder) || (await readdir(folder)).length === 0;

/**
 * The demo is built once a run, which takes as long as five starts on what is built: before the tests where some of them need it
 * (global-setup.ts), for they have a minute each; otherwise by the test that asks first.
 */
export async function copyDemo(dataDir: string): Promise<void> {
  await cp(await makeDemo(), dataDir, { recursive: true });
}

/** Builds the demo of this run, if no one has. @returns its folder */
export async function makeDemo(): Promise<string> {
  const shelf = process.env[demoShelfName];
  if (shelf === undefined) throw new Error('a demo needs the global setup of these tests');
  const built = join(shelf, 'built');
  if (existsSync(built)) return built;
  const folder = await mkdtemp(join(shelf, 'new-'));
  const hearth = await HearthProcess.startThere({ dataDir: folder, command: 'demo' }, Infinity);
  await indexed(hearth.url);
  await hearth.stop();
  // Another worker may have been quicker; what it built is the same. None waits for another, which may have been ended.
  await rename(folder, built).catch(() => rm(folder, { recursive: true }));
  return built;
}

/** When the server has made the index of its messages, which each start on a copy would do again: it takes as long as to build them. */
async function indexed(url: string): Promise<void> {
  const authorization = `Basic ${btoa(`${demo.owner}:${await ownerKey(url, demo.owner, demo.password)}`)}`;
  const isUnderWay = async (): Promise<boolean> =>
    (await callApi(url, authorization, 'GET', '/console/overview'))['search_rebuild'] !== null;
  while (await isUnderWay()) await new Promise((done) => setTimeout(done, 100));
}

/** The owner's API key, by password, as any client gets it. */
export async function ownerKey(url: string, username = owner.email, password = owner.password): Promise<string> {
  const { api_key: key } = await callApi(url, '', 'POST', '/fetch_api_key', { username, password });
  return String(key);
}
