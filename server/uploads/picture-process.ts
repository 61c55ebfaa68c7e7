/**
 * Hands picture jobs to the picture process and limits them in time. The process starts with the first job. When it ends unexpectedly,
 * its jobs run once more, one at a time: the job that ends it again is rejected, all others succeed. The server is not affected.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Metadata } from 'sharp';
import { workerFile } from '../worker-file.ts';
import type { PictureAnswer, PictureJob, PictureRequest, PictureResult, PictureStep } from './picture-jobs.ts';

/** The picture process, however it was started. */
export interface PictureRunner {
  send(request: PictureRequest): void;
  onAnswer(listener: (answer: PictureAnswer) => void): void;
  /** Called once: it ended, failed, or could not be started. */
  onEnd(listener: () => void): void;
  /** Whether this process waits for an answer: only then must the runner keep it from ending. */
  setBusy(isBusy: boolean): void;
  kill(): void;
}

/** A job may take this long. The largest picture that is read takes some seconds on a slow machine. */
const limitMs = 60_000;
/** Jobs that the process has at once: the library has four threads. */
const mostAtOnce = 4;

interface Pending {
  job: PictureJob;
  isSecondTry: boolean;
  done: (result: PictureResult) => void;
  failed: (error: Error) => void;
}

export class PictureProcess {
  readonly #start: () => PictureRunner;
  readonly #limitMs: number;
  #runner: PictureRunner | null = null;
  #lastId = 0;
  readonly #running = new Map<number, Pending & { timer: NodeJS.Timeout }>();
  /** Jobs whose process ended come first. */
  #waiting: Pending[] = [];

  constructor(start: () => PictureRunner, limit = limitMs) {
    this.#start = start;
    this.#limitMs = limit;
  }

  /** @throws Error for a picture that cannot be read, that takes too long or too much memory, or that crashes the library */
  run(job: PictureJob): Promise<PictureResult> {
    return new Promise((done, failed) => {
      this.#waiting.push({ job, isSecondTry: false, done, failed });
      this.#next();
    });
  }

  #next(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#hasRoomFor(next); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#begin(next);
    }
  }

  /** A job on its second try runs alone, so that it cannot take others with it. */
  #hasRoomFor({ isSecondTry }: Pending): boolean {
    const isAlone = [...this.#running.values()].some((each) => each.isSecondTry);
    return isSecondTry ? this.#running.size === 0 : !isAlone && this.#running.size < mostAtOnce;
  }

  #begin(pending: Pending): void {
    try {
      this.#runner ??= this.#started();
    } catch (error) {
      // Such as a process without free file descriptors; the next job tries again.
      pending.failed(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#lastId += 1;
    const id = this.#lastId;
    const timer = setTimeout(() => this.#late(id), this.#limitMs).unref();
    this.#running.set(id, { ...pending, timer });
    this.#runner.setBusy(true);
    this.#runner.send({ id, job: pending.job });
  }

  #started(): PictureRunner {
    const runner = this.#start();
    runner.onAnswer((answer) => this.#settle(answer));
    runner.onEnd(() => {
      if (this.#runner === runner) this.#ended('The picture could not be processed.');
    });
    return runner;
  }

  #settle(answer: PictureAnswer): void {
    const pending = this.#running.get(answer.id);
    if (pending === undefined) return;
    clearTimeout(pending.timer);
    this.#running.delete(answer.id);
    if (this.#running.size === 0) this.#runner?.setBusy(false);
    if ('error' in answer) pending.failed(new Error(answer.error));
    else pending.done(answer.result);
    this.#next();
  }

  #late(id: number): void {
    this.#running.get(id)?.failed(new Error('The picture takes too long to process.'));
    this.#running.delete(id);
    this.#runner?.kill();
    this.#ended('The picture takes too long to process.');
  }

  #ended(reason: string): void {
    this.#runner = null;
    const again: Pending[] = [];
    for (const { timer, ...pending } of this.#running.values()) {
      clearTimeout(timer);
      if (pending.isSecondTry) pending.failed(new Error(reason));
      else again.push({ ...pending, isSecondTry: true });
    }
    this.#running.clear();
    this.#waiting = [...again, ...this.#waiting];
    this.#next();
  }
}

/** A child process. It ends with the server, and keeps the server running only while it has a job. */
function forkRunner(file: URL): PictureRunner {
  const child = fork(fileURLToPath(file), [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const setBusy = (isBusy: boolean): void => {
    if (isBusy) child.channel?.ref();
    else child.channel?.unref();
  };
  child.unref();
  setBusy(false);
  return {
    setBusy,
    send: (request) => void child.send(request, () => undefined),
    onAnswer: (listener) => void child.on('message', (answer) => listener(answer as PictureAnswer)),
    onEnd(listener) {
      child.once('error', listener);
      child.once('exit', listener);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** A worker thread with the WebAssembly build of the library: what goes wrong in there is an exception and ends the thread alone. */
function threadRunner(file: URL): PictureRunner {
  const thread = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } });
  thread.unref();
  return {
    setBusy: (isBusy) => (isBusy ? thread.ref() : thread.unref()),
    send: (request) => thread.postMessage(request, []),
    onAnswer: (listener) => void thread.on('message', listener),
    onEnd(listener) {
      thread.once('error', listener);
      thread.once('exit', listener);
    },
    kill: () => void thread.terminate(),
  };
}

/** A packaged Electron app cannot run plain Node: `runAsNode` is switched off in its fuses. */
const isInElectron = process.versions['electron'] !== undefined;

const shared = new PictureProcess(() => {
  const file = workerFile(import.meta.url, 'uploads', 'picture-worker');
  return isInElectron ? threadRunner(file) : forkRunner(file);
});

/** @throws Error as `PictureProcess.run` */
export async function drawPicture(
  input: PictureJob['input'],
  steps: PictureStep[],
  options: PictureJob['options'] = {},
): Promise<Buffer> {
  const result = await shared.run({ input, options, steps });
  if (!('bytes' in result)) throw new Error('The picture process answered another question.');
  const { buffer, byteOffset, byteLength } = result.bytes;
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** What the head of a file says, without its pixels. @throws Error when it is no picture of a known format. */
export async function readMetadata(source: string, options: PictureJob['options'] = {}): Promise<Metadata> {
  const result = await shared.run({ input: source, options, steps: null });
  if (!('metadata' in result)) throw new Error('The picture process answered another question.');
  return result.metadata;
}
