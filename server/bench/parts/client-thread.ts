/** A client on a thread of its own, and the processor time of the server's thread alone: what a client does with answers counts for nothing. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Processor time of this thread, in milliseconds; of the whole process where the system does not tell it. */
export function threadCpuMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', async ({ number, url, init }) => {
    const response = await fetch(url, init);
    const bytes = await response.arrayBuffer();
    const failure = response.status === 200 ? null : Buffer.from(bytes).toString();
    parentPort.postMessage({ number, failure });
  });`;

interface Request {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export class ClientThread {
  readonly #worker = new Worker(program, { eval: true });
  readonly #waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  #number = 0;

  constructor() {
    this.#worker.on('message', ({ number, failure }: { number: number; failure: string | null }) => {
      const waiting = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (failure === null) waiting?.resolve();
      else waiting?.reject(new Error(failure));
    });
  }

  /** Reads the whole answer, and throws it away. @throws Error with the answer where it is no success */
  ask(url: string, init: Request): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#number += 1;
      this.#waiting.set(this.#number, { resolve, reject });
      this.#worker.postMessage({ number: this.#number, url, init }, []);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
