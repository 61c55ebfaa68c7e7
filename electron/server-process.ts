/**
 * Watches over the server's process: starts it, learns its address from what it prints, starts it again with growing
 * pauses when it dies, gives up when it cannot start, and keeps its last lines for whoever has to find out why.
 * Knows nothing of Electron: how a process is made and how time passes are handed in.
 */
import type { ServerStatus } from './bridge.ts';

/** A started server, however it was started. */
export interface ServerChild {
  onOutput(listener: (text: string) => void): void;
  onExit(listener: (code: number | null) => void): void;
  /** Asks it to stop in an orderly way. */
  stop(): void;
  /** Ends it at once. */
  kill(): void;
}

export interface ServerProcessOptions {
  fork: () => ServerChild;
  /** Calls back after `ms`; returns a function that calls it off. */
  after: (ms: number, fn: () => void) => () => void;
  onStatus: (status: ServerStatus) => void;
}

export interface ServerProcess {
  start(): void;
  status(): ServerStatus;
  /** Resolves when the process has ended; it is killed if that takes longer than `stopLimitMs`. */
  stop(): Promise<void>;
}

const pausesMs = [500, 1000, 2000, 5000, 10_000, 30_000];
/** After this long without a fall, the next one starts again with the shortest pause. */
const steadyMs = 60_000;
const keptLines = 50;
const stopLimitMs = 5000;

export function createServerProcess({ fork, after, onStatus }: ServerProcessOptions): ServerProcess {
  let status: ServerStatus = {
    state: 'stopped',
    url: null,
    setupPath: null,
    message: 'The server is not running.',
    lastLines: [],
  };
  let child: ServerChild | null = null;
  let falls = 0;
  let stopping = false;
  const ended: (() => void)[] = [];
  let callOff: (() => void)[] = [];
  let partLine = '';

  const change = (next: Partial<ServerStatus>): void => {
    status = { ...status, ...next };
    onStatus(status);
  };
  const later = (ms: number, fn: () => void): void => void callOff.push(after(ms, fn));
  const forgetTimers = (): void => {
    for (const off of callOff) off();
    callOff = [];
  };

  function start(): void {
    if (child !== null) return;
    forgetTimers();
    stopping = false;
    partLine = '';
    const started = fork();
    child = started;
    change({ state: 'starting', url: null, setupPath: null, message: 'The server is starting.' });
    started.onOutput((text) => {
      const lines = (partLine + text).split(/\r?\n/);
      partLine = lines.pop() ?? '';
      for (const line of lines) if (line !== '') hear(line);
    });
    started.onExit((code) => fallen(code));
  }

  function hear(line: string): void {
    const lastLines = [...status.lastLines, line].slice(-keptLines);
    const setupPath = /\/console\/setup#token=\S+/.exec(line)?.[0] ?? status.setupPath;
    // A server that listens everywhere is here, too; "everywhere" is no address that a window could open.
    const url = /listening on (https?:\/\/[^\s/]+)/
      .exec(line)?.[1]
      ?.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//127.0.0.1');
    if (url === undefined || status.state === 'running') return change({ lastLines, setupPath });
    later(steadyMs, () => void (falls = 0));
    change({ state: 'running', url, setupPath, lastLines, message: `The server is running at ${url}.` });
  }

  function fallen(code: number | null): void {
    const ran = status.state === 'running';
    if (partLine !== '') hear(partLine);
    child = null;
    forgetTimers();
    for (const done of ended.splice(0)) done();
    if (stopping) return change({ state: 'stopped', url: null, message: 'The server is not running.' });
    const why = status.lastLines.at(-1) ?? `It ended with code ${code ?? 'unknown'} and said nothing.`;
    // A server that never came up says why, and would say the same again: that needs a person, not a retry.
    if (!ran && falls === 0) return change({ state: 'failed', url: null, message: why });
    const pause = pausesMs[Math.min(falls, pausesMs.length - 1)] ?? 0;
    falls += 1;
    change({
      state: 'restarting',
      url: null,
      message: `The server stopped unexpectedly and starts again in ${pause / 1000} s.`,
    });
    later(pause, start);
  }

  function stop(): Promise<void> {
    stopping = true;
    forgetTimers();
    const running = child;
    if (running === null) {
      change({ state: 'stopped', url: null, message: 'The server is not running.' });
      return Promise.resolve();
    }
    return new Promise((done) => {
      ended.push(done);
      later(stopLimitMs, () => running.kill());
      running.stop();
    });
  }

  return { start, stop, status: () => status };
}
