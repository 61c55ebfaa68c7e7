/** Location of a worker thread's file, from TypeScript source as from the build; and a thread that does one job and ends. */
import { existsSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { allGates, filesHangCode, gateBefore, gatedFolders } from './file-gates.ts';

/**
 * @param base `import.meta.url` of the module that starts it, which stands beside it. @param room the folder of both in server/.
 * @throws Error when there is none.
 */
export function workerFile(base: string, room: string, name: string): URL {
  const places = base.endsWith('.ts')
    ? [`./${name}-from-source.mjs`]
    : [`./${name}.js`, `../${name}.js`, `./${room}/${name}.js`];
  const file = places.map((place) => new URL(place, base)).find((url) => existsSync(fileURLToPath(url)));
  if (file === undefined)
    throw new Error(`The file of the worker ${name} is missing; looked for ${places.join(', ')}.`);
  return file;
}

interface ThreadOptions<Message> {
  /** Cuts the work off, wherever it is. */
  stop?: AbortSignal | undefined;
  /** @param post says something to the thread. */
  onMessage?: (message: Message, post: (said: unknown) => void) => void;
}

let running = 0;

/** How many threads of `runThread` run: each keeps the process from ending while its file operation hangs. */
export const runningThreads = (): number => running;

/**
 * Runs a thread that does one job, to its end. @param job what the thread finds as its `workerData`.
 * @returns what it said last, undefined when that was nothing. A thread that waits for a drive which hangs ends later. @throws Error when it failed
 */
export async function runThread<Message>(
  file: URL,
  job: unknown,
  { stop, onMessage }: ThreadOptions<Message>,
): Promise<{ last: Message | undefined; code: number }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: job, execArgv: [], argv: gatedFolders() });
    running += 1;
    const end = (): void => void worker.terminate();
    stop?.addEventListener('abort', end, { once: true });
    let last: Message | undefined;
    worker.on('message', (message: Message) => {
      last = message;
      onMessage?.(message, (said) => worker.postMessage(said, []));
      if (!isOfHangingFiles(message)) return;
      keepPlace(worker);
      resolve({ last, code: 0 });
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      running -= 1;
      // The signal may live as long as the server, and would keep every worker that ever was.
      stop?.removeEventListener('abort', end);
      resolve({ last, code });
    });
  });
}

const isOfHangingFiles = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'code' in message && message.code === filesHangCode;

/** What the thread waits for keeps one of the threads of the process, as what hangs here does. */
function keepPlace(worker: Worker): void {
  const ended = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  for (const gate of allGates()) gate.run(() => ended).catch(() => undefined);
}

/** Called in a thread that works with files of the data folder: it waits for a drive as long as the server does, and then fails. */
export function guardFilesOfThread(): void {
  const [first, ...rest] = process.argv.slice(2);
  if (first !== undefined) gateBefore([first, ...rest], 1);
}

/** What a thread that does one job says at its end; `error` is null when it is done. */
export interface WorkerAnswer {
  error: string | null;
  /** Of the system, such as ENOSPC. */
  code?: string | undefined;
}

/** Does one job in a thread of its own. @returns what it answered. @throws Error when it was not done, or was stopped; with the `code` of the system */
export async function answerOfWorker<A extends WorkerAnswer>(file: URL, job: unknown, stop?: AbortSignal): Promise<A> {
  stop?.throwIfAborted();
  const { last, code } = await runThread<A>(file, job, { stop });
  if (last?.error === null) return last;
  const error = new Error(last?.error ?? `The worker ${fileURLToPath(file)} ended with code ${code}.`);
  throw last?.code === undefined ? error : Object.assign(error, { code: last.code });
}

const lowPriority = 15;

/**
 * Called in a thread that no one waits for: everything else on the machine goes first then, and on a busy one it takes many times as
 * long. On Linux alone does a priority belong to a thread. One that was started behind others stays where it is: to come forward
 * needs a right that the server does not have.
 */
export function letOthersGoFirst(): void {
  if (process.platform === 'linux' && getPriority() < lowPriority) setPriority(lowPriority);
}
