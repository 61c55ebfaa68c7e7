/**
 * Watches over the server's process: starts it, hears from it where it listens and how it is, starts it again with growing
 * pauses when it dies, gives up when it says why it cannot start, and keeps its last lines for the status page.
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
  /** Blocks until it has ended, or until `limitMs` are over. */
  waitForEnd(limitMs: number): void;
}

/** Why a server cannot even be started. */
export type Obstacle = Pick<ServerStatus, 'reason' | 'message'>;

export interface ServerProcessOptions {
  fork: () => ServerChild;
  /** Checked before each start; null: there is no obstacle. */
  obstacle?: () => Obstacle | null;
  /** Calls back after `ms`; returns a function that calls it off. */
  after: (ms: number, fn: () => void) => () => void;
  onStatus: (status: ServerStatus) => void;
  onFacts?: (facts: DesktopStatus | null) => void;
  onListening?: (dataDir: string) => void;
  /** What the ended process left in its log folder, in lines. */
  lastWords?: () => string[];
}

const pausesMs = [1000, 2000, 5000, 10_000, 30_000];
/** After this long without a fall, the next one starts again with the shortest pause. */
const steadyMs = 60_000;
const keptLines = 50;
export const stopLimitMs = 5000;
/** Windows ends a process that has not answered the end of the session after five seconds. */
const sessionEndLimitMs = 3000;

const stoppedMessage = 'The server is not running.';
const nothingKnown = { url: null, reason: null, damagedFile: null, freePort: null, hasFallen: false };

/** What the window asked of the server, until it answers. */
interface Waiting {
  done: (text: string) => void;
  failed: (error: Error) => void;
}

export class ServerProcess {
  readonly #options: ServerProcessOptions;
  #status: ServerStatus = { ...nothingKnown, state: 'stopped', message: stoppedMessage, lastLines: [] };
  #facts: DesktopStatus | null = null;
  #child: ServerChild | null = null;
  #falls = 0;
  #isRefused = false;
  /** Told when the process has ended. */
  readonly #ended: (() => void)[] = [];
  #callOff: (() => void)[] = [];
  #partLine = '';
  #lastRequest = 0;
  readonly #requests = new Map<number, Waiting>();

  constructor(options: ServerProcessOptions) {
    this.#options = options;
  }

  status(): ServerStatus {
    return this.#status;
  }

  /** What the running server last said of itself. */
  facts(): DesktopStatus | null {
    return this.#facts;
  }

  start(): void {
    if (this.#child !== null) return;
    this.#forgetTimers();
    this.#partLine = '';
    this.#isRefused = false;
    const obstacle = this.#options.obstacle?.() ?? null;
    if (obstacle !== null) return this.#change({ ...nothingKnown, state: 'failed', ...obstacle });
    const started = this.#options.fork();
    this.#child = started;
    const hasFallen = this.#falls > 0;
    this.#change({ ...nothingKnown, state: 'starting', hasFallen, message: 'The server is starting.' });
    started.onOutput((text) => {
      const lines = (this.#partLine + text).split(/\r?\n/);
      this.#partLine = lines.pop() ?? '';
      this.#keepLines(lines);
    });
    started.onMessage((message) => {
      if (this.#child === started) this.#take(started, message);
    });
    started.onExit((code) => this.#fallen(code));
  }

  /** Resolves when the process has ended; it is killed if that takes longer than `stopLimitMs`. */
  stop(): Promise<void> {
    this.#falls = 0;
    const running = this.#child;
    if (running === null) {
      this.#forgetTimers();
      if (this.#status.state !== 'stopped')
        this.#change({ ...nothingKnown, state: 'stopped', message: stoppedMessage });
      return Promise.resolve();
    }
    return new Promise((done) => {
      this.#ended.push(done);
      if (this.#status.state === 'stopping') return;
      this.#forgetTimers();
      this.#change({ state: 'stopping', url: null, message: 'Saving all data to disk.' });
      this.#later(stopLimitMs, () => running.kill());
      running.send({ type: 'stop' });
    });
  }

  /** Lets go of a server that goes on without the app. Resolves when the link to it is closed. */
  leave(): Promise<void> {
    const running = this.#child;
    if (running === null) return this.stop();
    return new Promise((done) => {
      this.#ended.push(done);
      this.#forgetTimers();
      this.#change({ state: 'stopping', url: null, message: 'The service keeps running.' });
      running.kill();
    });
  }

  /** Ends the process in order; the service manager starts it again. */
  restart(): void {
    this.#child?.send({ type: 'restart' });
  }

  /** The system ends this process as soon as the caller returns: stops the server before that. */
  stopNow(): void {
    const running = this.#child;
    if (running === null) return;
    this.#forgetTimers();
    this.#change({ state: 'stopping', url: null, message: 'Saving all data to disk.' });
    running.send({ type: 'stop' });
    running.waitForEnd(sessionEndLimitMs);
  }

  /** @returns what was done, in a sentence. @throws Error with a sentence, also when no server runs */
  ask(request: ShellRequest): Promise<string> {
    const running = this.#child;
    if (running === null || this.#status.state !== 'running') return Promise.reject(new Error(stoppedMessage));
    this.#lastRequest += 1;
    const id = this.#lastRequest;
    return new Promise((done, failed) => {
      this.#requests.set(id, { done, failed });
      running.send({ type: 'request', id, request });
    });
  }

  slept(from: number, until: number): void {
    this.#child?.send({ type: 'slept', from, until });
  }

  #take(from: ServerChild, message: ToShell): void {
    switch (message.type) {
      case 'listening':
        return this.#listens(message);
      case 'status':
        return this.#learn(message.status);
      case 'answer':
        return this.#settle(message);
      case 'refused':
        this.#isRefused = true;
        this.#change({
          reason: message.reason,
          damagedFile: message.damaged_file,
          freePort: message.free_port ?? null,
          message: message.message,
        });
        return from.send({ type: 'stop' });
    }
  }

  #listens({ url: listened, data_dir }: Extract<ToShell, { type: 'listening' }>): void {
    if (this.#status.state !== 'starting') return;
    this.#later(steadyMs, () => void (this.#falls = 0));
    // A server that listens everywhere is here, too; "everywhere" is no address that a window could open.
    const url = listened.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//127.0.0.1');
    this.#options.onListening?.(data_dir);
    this.#change({ state: 'running', url, message: `The server is running at ${url}.` });
  }

  #settle({ id, text, error }: Extract<ToShell, { type: 'answer' }>): void {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    if (error === null) request?.done(text);
    else request?.failed(new Error(error));
  }

  #fallen(code: number | null): void {
    const { state } = this.#status;
    this.#keepLines([this.#partLine]);
    if (state !== 'stopping') this.#keepLastWords();
    this.#child = null;
    this.#forgetTimers();
    if (this.#facts !== null) this.#learn(null);
    for (const { failed } of this.#requests.values()) failed(new Error('The server ended before it was done.'));
    this.#requests.clear();
    if (state === 'stopping') this.#change({ state: 'stopped', url: null, message: stoppedMessage });
    else if (this.#isRefused) this.#change({ state: 'failed', url: null });
    // A server that never came up would most likely fail the same way again: that needs a person, not a retry.
    else if (state === 'starting' && this.#falls === 0) {
      const why = this.#status.lastLines.at(-1) ?? `The server ended with code ${code ?? 'unknown'} without a message.`;
      this.#change({ state: 'failed', url: null, reason: 'other', message: why });
    } else this.#startLater();
    for (const done of this.#ended.splice(0)) done();
  }

  #startLater(): void {
    const pause = pausesMs[Math.min(this.#falls, pausesMs.length - 1)] ?? 0;
    this.#falls += 1;
    const message = `The server stopped unexpectedly and starts again in ${pause / 1000} s.`;
    this.#change({ state: 'restarting', url: null, hasFallen: true, message });
    this.#later(pause, () => this.start());
  }

  #change(next: Partial<ServerStatus>): void {
    this.#status = { ...this.#status, ...next };
    this.#options.onStatus(this.#status);
  }

  #learn(next: DesktopStatus | null): void {
    this.#facts = next;
    this.#options.onFacts?.(next);
  }

  #keepLines(lines: string[]): void {
    const said = lines.filter((line) => line !== '');
    if (said.length > 0) this.#change({ lastLines: [...this.#status.lastLines, ...said].slice(-keptLines) });
  }

  /** Unless they were read from its output. */
  #keepLastWords(): void {
    const words = this.#options.lastWords?.() ?? [];
    const { lastLines } = this.#status;
    if (words[0] !== undefined && !lastLines.includes(words[0])) this.#keepLines(words);
  }

  #later(ms: number, fn: () => void): void {
    this.#callOff.push(this.#options.after(ms, fn));
  }

  #forgetTimers(): void {
    for (const off of this.#callOff) off();
    this.#callOff = [];
  }
}
