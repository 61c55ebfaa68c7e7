/**
 * The built server for tests that only talk to it: on a real data folder and a port of its own, but in one process with the
 * other servers of the worker (hosting.mjs). A user who kills it, reads its output or gives it flags starts a HearthProcess.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { copyDemo, owner } from './hearth-process.ts';

interface Answer {
  id: number;
  error?: string;
  url?: string;
  port?: number;
  /** Of the one-time page that makes an organization; null where there is one. */
  setupPath?: string | null;
}

/** What a server is started with, beside its port. */
interface Started extends Record<string, string | boolean | null> {
  dataDir: string;
  isTraining: boolean;
  /** null leaves it to the settings. */
  host: string | null;
}

interface Waiting {
  done: (answer: Answer) => void;
  failed: (error: Error) => void;
}

let host: ChildProcess | undefined;
let lastId = 0;
/** Of servers that have ended: the next one takes one of them, so that a browser that is kept has its pages already. */
const freePorts: number[] = [];
const waiting = new Map<number, Waiting>();

function ask(what: Record<string, string | number | boolean | null>): Promise<Answer> {
  host ??= startHost();
  const process = host;
  lastId += 1;
  const id = lastId;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed });
    process.send({ id, ...what });
  });
}

function startHost(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'hosting.mjs'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  started.on('message', (answer: Answer) => {
    const { done, failed } = waiting.get(answer.id) ?? {};
    waiting.delete(answer.id);
    if (answer.error === undefined) done?.(answer);
    else failed?.(new Error(answer.error));
  });
  started.once('exit', (code) => {
    host = undefined;
    for (const { failed } of waiting.values()) failed(new Error(`the process of the servers ended with ${code}`));
    waiting.clear();
  });
  process.once('exit', () => started.kill('SIGKILL'));
  return started;
}

export class HostedServer {
  readonly url: string;
  readonly port: number;
  /** The one-time link that makes an organization; null where there was one. */
  readonly setupLink: string | null;
  readonly #started: Started;

  private constructor(url: string, port: number, setupLink: string | null, started: Started) {
    this.url = url;
    this.port = port;
    this.setupLink = setupLink;
    this.#started = started;
  }

  /** Starts a server on a folder; a new one gets the tests' organization and owner. @throws Error when it cannot. */
  static async start(dataDir: string): Promise<HostedServer> {
    const server = await HostedServer.startThere({ dataDir });
    if (server.setupLink !== null) await setUp(server.url, server.setupLink);
    return server;
  }

  /** Starts a server in first-run state. @param listenAt a host; null leaves it to the settings. */
  static async startFresh(dataDir: string, listenAt: string | null): Promise<HostedServer> {
    return HostedServer.startThere({ dataDir, host: listenAt });
  }

  /** Starts the demo in a new folder, as a copy of the one of this run. */
  static async startDemo(dataDir: string): Promise<HostedServer> {
    await copyDemo(dataDir);
    return HostedServer.startThere({ dataDir, isTraining: true });
  }

  private static async startThere(what: Partial<Started> & { dataDir: string }): Promise<HostedServer> {
    const started: Started = { isTraining: false, host: '127.0.0.1', ...what };
    const startAt = (at: number): Promise<Answer> => ask({ ...started, port: at });
    // While no one listened there, the system may have given it to a connection.
    const { url = '', port = 0, setupPath = null } = await startAt(freePorts.pop() ?? 0).catch(() => startAt(0));
    return new HostedServer(url, port, setupPath === null ? null : `${url}${setupPath}`, started);
  }

  /** Ends it as a signal would. */
  async stop(): Promise<void> {
    await ask({ stop: this.port });
    freePorts.push(this.port);
  }

  /** After `stop`: the server where it was, on what is on the disk. */
  async startAgain(): Promise<void> {
    freePorts.splice(freePorts.indexOf(this.port), 1);
    // While no one listened there, the system may have given it to a connection for a moment.
    const start = async (): Promise<unknown> =>
      ask({ ...this.#started, port: this.port }).catch(async (error: unknown) => {
        if (!/\btaken\b/.test(String(error))) throw error;
        return start();
      });
    await start();
  }
}

async function setUp(url: string, setupLink: string): Promise<void> {
  const body = new URLSearchParams({
    token: setupLink.split('token=').at(-1) ?? '',
    organization_name: 'Test office',
    full_name: 'Owner',
    ...owner,
  });
  const answer = await fetch(`${url}/api/v1/console/setup`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`no organization: ${await answer.text()}`);
}
