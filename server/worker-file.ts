/** Where the file of a worker thread is, from TypeScript source as from the build; and a thread that does one job and ends. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

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

/** What a thread that does one job says at its end; `error` is null when it is done. */
export interface WorkerAnswer {
  error: string | null;
}

/**
 * Does one job in a thread of its own. @param job what the thread finds as its `workerData`. @returns what it answered.
 * @throws Error when it was not done, or was stopped.
 */
export async function answerOfWorker<A extends WorkerAnswer>(file: URL, job: unknown, stop?: AbortSignal): Promise<A> {
  stop?.throwIfAborted();
  return new Promise<A>((resolve, reject) => {
    const worker = new Worker(file, { workerData: job, execArgv: [] });
    const end = (): void => void worker.terminate();
    stop?.addEventListener('abort', end, { once: true });
    let answer: A | undefined;
    worker.on('message', (message: A) => {
      answer = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      stop?.removeEventListener('abort', end);
      if (answer?.error === null) resolve(answer);
      else reject(new Error(answer?.error ?? `The worker ${fileURLToPath(file)} ended with code ${code}.`));
    });
  });
}
