/** The servers that a bench measures in one run, each a process of its own: Hearth as it is built, bare node:http, bare Koa. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOrganization, type Size } from './organization.ts';
import { Wire, requestText } from './wire.ts';

export const root = resolve(import.meta.dirname, '../../..');
const command = join(root, 'dist/server/cli.js');
/** Ticks of a second in /proc. */
const ticks = 100;

export interface Target {
  name: string;
  port: number;
  pid: number;
  /** Values of the Authorization header: the owner's, then everyone's. */
  authorizations: string[];
  /** Bytes alive after a collection. @throws Error where it was not started `withProbe`. */
  aliveBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** Flags of node by which a server reports what is alive in its memory, and the variable that they need. */
const probe = ['--import', new URL('./heap-probe.mjs', import.meta.url).href];
const probePipe = 4;
const probeEnv = { ...process.env, HEARTH_HEAP_PIPE: String(probePipe) };

/** Runs `work` with a folder that goes afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `work` against a bare node:http, a bare Koa and Hearth in turns; of what was measured of each the middle figures count. */
export async function onEach<T extends Figures<T>>(
  size: Size,
  work: (target: Target) => Promise<T>,
): Promise<{ node: T; koa: T; hearth: T }> {
  return withFolder(async (folder) => {
    const built = await buildOrganization(join(folder, 'built'), size);
    const measured: Record<'node' | 'koa' | 'hearth', T[]> = { node: [], koa: [], hearth: [] };
    for (let round = 0; round < rounds; round += 1) {
      // Without what was sent in the round before.
      const fresh = join(folder, String(round));
      await cp(built.dataDir, fresh, { recursive: true });
      measured.node.push(await during(startFloor('node', size.people), work));
      measured.koa.push(await during(startFloor('koa', size.people), work));
      measured.hearth.push(await during(startHearth(fresh, built.authorizations), work));
    }
    return { node: middle(measured.node), koa: middle(measured.koa), hearth: middle(measured.hearth) };
  });
}

/** What a bench measures of a server. */
export type Figures<T> = { [Name in keyof T]: number };

/** The middle of each figure. */
export function middle<T extends Figures<T>>(measured: readonly T[]): T {
  const names = Object.keys(measured[0] ?? {}) as (keyof T)[];
  const figures = names.map((name) => [
    name,
    percentile(
      measured.map((one): number => one[name]),
      0.5,
    ),
  ]);
  return Object.fromEntries(figures) as T;
}

/** Measures a server, and ends it. */
export async function during<T>(starting: Promise<Target>, measure: (target: Target) => Promise<T>): Promise<T> {
  const running = await starting;
  try {
    return await measure(running);
  } finally {
    await running.stop();
  }
}

/** Starts what Hearth is compared with. @param withProbe lets `aliveBytes` be asked. */
export async function startFloor(kind: 'node' | 'koa', people = 1, withProbe = false): Promise<Target> {
  const child = fork(fileURLToPath(new URL('./floor.mjs', import.meta.url)), [kind], {
    env: withProbe ? probeEnv : process.env,
    cwd: root,
    execArgv: withProbe ? probe : [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
  });
  const port = await new Promise<number>((done) => child.once('message', (message) => done(Number(message))));
  return targetOf(
    `bare ${kind}`,
    port,
    child,
    Array.from({ length: people }, () => 'Basic YTpi'),
  );
}

export interface HearthOptions {
  /** Flags of node, such as --cpu-prof. */
  flags?: string[];
  /** Lets `aliveBytes` be asked. */
  withProbe?: boolean;
  /** What node runs: the built server unless said. */
  program?: readonly string[];
}

/** Starts the server on a folder and waits until it answers. */
export async function startHearth(
  dataDir: string,
  authorizations: string[],
  { flags = [], withProbe = false, program = [command] }: HearthOptions = {},
): Promise<Target> {
  const own = [...flags, ...(withProbe ? probe : []), ...program];
  const child = spawn(process.execPath, [...own, 'serve', '--data-dir', dataDir, '--port', '0'], {
    cwd: root,
    env: withProbe ? probeEnv : process.env,
    stdio: ['ignore', 'pipe', 'inherit', 'ignore', 'pipe'],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('unreachable: it was started with a pipe');
  const port = await new Promise<number>((done, fail) => {
    stdout.on('data', (chunk: Buffer) => {
      const said = /http:\/\/[^\s:]+:(\d+)/.exec(chunk.toString('utf8'))?.[1];
      if (said !== undefined) done(Number(said));
    });
    child.once('exit', (code) => fail(new Error(`Hearth ended with code ${code}`)));
  });
  return targetOf('Hearth', port, child, authorizations);
}

function targetOf(name: string, port: number, child: ChildProcess, authorizations: string[]): Target {
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const alive = child.stdio[probePipe];
  return {
    name,
    port,
    pid: child.pid ?? 0,
    authorizations,
    async aliveBytes() {
      if (alive == null) throw new Error('started without a probe');
      child.kill('SIGUSR2');
      const [said] = (await once(alive, 'data')) as [Buffer];
      return Number(said.toString('utf8'));
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Processor time of a process, in milliseconds; NaN where the system does not tell. */
export function cpuMs({ pid }: Pick<Target, 'pid'>): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const whole = ((Number(fields[11]) + Number(fields[12])) / ticks) * 1000;
    // Only whole ticks, but of all threads there were: what threads that are there say is finer, where none has ended.
    return Math.max(whole, threadsMs(pid));
  } catch {
    return NaN;
  }
}

/** What the threads of a process have taken that are there now, in milliseconds; 0 where the system does not tell. */
function threadsMs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  let sum = 0;
  for (const thread of readdirSync(folder)) {
    try {
      sum += Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      // It has ended since it was listed.
    }
  }
  return sum;
}

/** Resident memory of a process, in MiB; NaN where the system does not tell. */
export function rssMiB({ pid }: Pick<Target, 'pid'>): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return NaN;
  }
}

/** A client with a queue of its own for messages, which always polls. */
export class Listener {
  readonly #wire: Wire;
  readonly #authorization: string;
  readonly #onMessage: (content: string) => void;
  #queue = { queue_id: '', last_event_id: -1 };
  #isOver = false;

  private constructor(wire: Wire, authorization: string, onMessage: (content: string) => void) {
    this.#wire = wire;
    this.#authorization = authorization;
    this.#onMessage = onMessage;
  }

  /** Registers, and waits for events from then on. @param form of the registration: for messages alone unless said. */
  static async start(
    port: number,
    authorization: string,
    onMessage: (content: string) => void,
    form: Record<string, string> = { event_types: '["message"]', fetch_event_types: '[]' },
  ): Promise<Listener> {
    const listener = new Listener(await Wire.open(port), authorization, onMessage);
    const { status, body } = await listener.#wire.ask(requestText('POST', '/api/v1/register', authorization, form));
    if (status !== 200) throw new Error(`register: ${status} ${body}`);
    const { queue_id, last_event_id } = JSON.parse(body) as { queue_id: string; last_event_id: number };
    listener.#queue = { queue_id, last_event_id };
    void listener.#listen().catch((error: unknown) => {
      if (!listener.#isOver) process.stderr.write(`a poll failed: ${String(error)}\n`);
    });
    return listener;
  }

  stop(): void {
    this.#isOver = true;
    this.#wire.close();
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      const { queue_id, last_event_id } = this.#queue;
      const request = requestText('GET', '/api/v1/events', this.#authorization, { queue_id, last_event_id });
      const { status, body } = await this.#wire.ask(request);
      if (status !== 200) throw new Error(`${status} ${body}`);
      // Parsing whole events would cost more than the server that is measured.
      for (const [, content = ''] of body.matchAll(/"content":"(?:<p>)?(bench \d+)/g)) this.#onMessage(content);
      const ids = [...body.matchAll(/"id":(\d+)\}/g)];
      this.#queue.last_event_id = Number(ids.at(-1)?.[1] ?? last_event_id);
    }
  }
}

/** What a share of the values does not exceed. @param part from 0 to 1. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

export const isLong = process.argv.includes('--long');
/** How often a bench measures each server, in turns with the others. */
export const rounds = isLong ? 3 : 1;
/** So long after a start its work is done, and what it left is collected. Milliseconds. */
export const restMs = 5000;
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
