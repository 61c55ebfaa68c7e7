/**
 * Watches over the server's process: starts it, hears from it where it listens and how it is, starts it again with growing
 * pauses when it dies, gives up when it says why it cannot start, and keeps its last lines for whoever has to find out why.
 * Knows nothing of Electron: how a process is made and how time passes are handed in.
 */
import type { DesktopStatus, FromShell, ToShell, ShellRequest } from '../server/desktop-link.ts';
import type { ServerStatus } from './bridge.ts';

/** A started server, however it was started. */
export interface ServerChild {
  onOutput(listener: (text: string) => void): void;
  onMessage(listener: (message: ToShell) => void): void;
  onExit(listener: (code: number | null) => void): void;
  send(message: FromShell): void;
  /** Ends it at once. */
  kill(): void;
}

/** Why a server cannot even be started. */
export type Obstacle = Pick<ServerStatus, 'reason' | 'message'>;

export interface ServerProcessOptions {
  fork: () => ServerChild;
  /** Looked at before each start; null: nothing stands in the way. */
  obstacle?: () => Obstacle | null;
  /** Calls back after `ms`; returns a function that calls it off. */
  after: (ms: number, fn: () => void) => () => void;
  onStatus: (status: ServerStatus) => void;
  onFacts?: (facts: DesktopStatus | null) => void;
  onListening?: (dataDir: string) => void;
}

export interface ServerProcess {
  start(): void;
  status(): ServerStatus;
  /** What the running server last said of itself. */
  facts(): DesktopStatus | null;
  /** Resolves when the process has ended; it is killed if that takes longer than `stopLimitMs`. */
  stop(): Promise<void>;
  /** @returns what was done, in a sentence. @throws Error with a sentence, also when no server runs */
  ask(request: ShellRequest): Promise<string>;
  slept(from: number, until: number): void;
}

const pausesMs = [1000, 2000, 5000, 10_000, 30_000];
/** After this long without a fall, the next one starts again with the shortest pause. */
const steadyMs = 60_000;
const keptLines = 50;
export const stopLimitMs = 5000;

const stoppedMessage = 'The server is not running.';
const nothingKnown = { url: null, reason: null, damagedFile: null, freePort: null, hasFallen: false };

export function createServerProcess(options: ServerProcessOptions): ServerProcess {
  let status: ServerStatus = { ...nothingKnown, state: 'stopped', message: stoppedMessage, lastLines: [] };
  let facts: DesktopStatus | null = null;
  let child: ServerChild | null = null;
  let falls = 0;
  let isRefused = false;
  const ended: (() => void)[] = [];
  let callOff: (() => void)[] = [];
  let partLine = '';
  let lastWish = 0;
  const requests = new Map<number, { done: (text: string) => void; failed: (error: Error) => void }>();

  const change = (next: Partial<ServerStatus>): void => {
    status = { ...status, ...next };
    options.onStatus(status);
  };
  const learn = (next: DesktopStatus | null): void => {
    facts = next;
    options.onFacts?.(next);
  };
  const later = (ms: number, fn: () => void): void => void callOff.push(options.after(ms, fn));
  const forgetTimers = (): void => {
    for (const off of callOff) off();
    callOff = [];
  };

  function start(): void {
    if (child !== null) return;
    forgetTimers();
    partLine = '';
    isRefused = false;
    const obstacle = options.obstacle?.() ?? null;
    if (obstacle !== null) return change({ ...nothingKnown, state: 'failed', ...obstacle });
    const started = options.fork();
    child = started;
    change({ ...nothingKnown, state: 'starting', hasFallen: falls > 0, message: 'The server is starting.' });
    started.onOutput((text) => {
      const lines = (partLine + text).split(/\r?\n/);
      partLine = lines.pop() ?? '';
      hear(lines);
    });
    started.onMessage((message) => {
      if (child === started) take(started, message);
    });
    started.onExit((code) => fallen(code));
  }

  function hear(lines: string[]): void {
    const said = lines.filter((line) => line !== '');
    if (said.length > 0) change({ lastLines: [...status.lastLines, ...said].slice(-keptLines) });
  }

  function take(from: ServerChild, message: ToShell): void {
    if (message.type === 'listening') {
      if (status.state !== 'starting') return;
      later(steadyMs, () => void (falls = 0));
      // A server that listens everywhere is here, too; "everywhere" is no address that a window could open.
      const url = message.url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//127.0.0.1');
      options.onListening?.(message.data_dir);
      change({ state: 'running', url, message: `The server is running at ${url}.` });
    }
    if (message.type === 'status') learn(message.status);
    if (message.type === 'answer') {
      const request = requests.get(message.id);
      requests.delete(message.id);
      if (message.error === null) request?.done(message.text);
      else request?.failed(new Error(message.error));
    }
    if (message.type === 'refused') {
      isRefused = true;
      change({
        reason: message.reason,
        damagedFile: message.damaged_file,
        freePort: message.free_port ?? null,
        message: message.message,
      });
      from.send({ type: 'stop' });
    }
  }

  function fallen(code: number | null): void {
    const { state } = status;
    hear([partLine]);
    child = null;
    forgetTimers();
    if (facts !== null) learn(null);
    for (const { failed } of requests.values()) failed(new Error('The server ended before it was done.'));
    requests.clear();
    if (state === 'stopping') change({ state: 'stopped', url: null, message: stoppedMessage });
    else if (isRefused) change({ state: 'failed', url: null });
    // A server that never came up would most likely fail the same way again: that needs a person, not a retry.
    else if (state === 'starting' && falls === 0) {
      const why = status.lastLines.at(-1) ?? `The server ended with code ${code ?? 'unknown'} and said nothing.`;
      change({ state: 'failed', url: null, reason: 'other', message: why });
    } else startLater();
    for (const done of ended.splice(0)) done();
  }

  function startLater(): void {
    const pause = pausesMs[Math.min(falls, pausesMs.length - 1)] ?? 0;
    falls += 1;
    const message = `The server stopped unexpectedly and starts again in ${pause / 1000} s.`;
    change({ state: 'restarting', url: null, hasFallen: true, message });
    later(pause, start);
  }

  function stop(): Promise<void> {
    falls = 0;
    const running = child;
    if (running === null) {
      forgetTimers();
      if (status.state !== 'stopped') change({ ...nothingKnown, state: 'stopped', message: stoppedMessage });
      return Promise.resolve();
    }
    return new Promise((done) => {
      ended.push(done);
      if (status.state === 'stopping') return;
      forgetTimers();
      change({ state: 'stopping', url: null, message: 'Everything is being written to disk.' });
      later(stopLimitMs, () => running.kill());
      running.send({ type: 'stop' });
    });
  }

  function ask(request: ShellRequest): Promise<string> {
    const running = child;
    if (running === null || status.state !== 'running') return Promise.reject(new Error(stoppedMessage));
    lastWish += 1;
    const id = lastWish;
    return new Promise((done, failed) => {
      requests.set(id, { done, failed });
      running.send({ type: 'request', id, request });
    });
  }

  return {
    start,
    stop,
    ask,
    status: () => status,
    facts: () => facts,
    slept: (from, until) => child?.send({ type: 'slept', from, until }),
  };
}
