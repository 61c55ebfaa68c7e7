/**
 * The name in the local network ("hearth.local", by mDNS) and the entry in lists of services (DNS-SD). A bonus: some systems
 * and networks do not know such names, so it never stands alone, and its failure is none of the server's.
 */
import { Worker } from 'node:worker_threads';
import type { LocalNameState } from '../contract/shapes/network.ts';
import { phrase } from '../translation.ts';
import { workerFile } from '../worker-file.ts';

export interface Announcement {
  organization: string;
  port: number;
  /** The address behind the name, and the adapter that it is announced on. */
  address: string;
  adapter: string;
}

/** How long the goodbye may take, in milliseconds. */
const goodbyeLimitMs = 2000;

export class LocalName {
  readonly #onChange: () => void;
  #announced = '';
  #worker: Worker | null = null;
  #ended: Promise<void> = Promise.resolve();
  #name: string | null = null;
  #problem: string | null = null;

  /** @param onChange called when the name begins to be known, or cannot be announced. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** "hearth.local"; null while it is not announced. */
  get name(): string | null {
    return this.#name;
  }

  state(enabled: boolean, port: number): LocalNameState {
    return { enabled, url: this.#name === null ? null : `http://${this.#name}:${port}`, problem: this.#problem };
  }

  /** Announces, changes or withdraws (null) the name; tries again where it failed. Returns before others know it. */
  async follow(wanted: Announcement | null): Promise<void> {
    const key = wanted === null ? '' : JSON.stringify(wanted);
    if (key === this.#announced && this.#problem === null) return;
    this.#announced = key;
    await this.#withdraw();
    if (wanted !== null) this.#announce(wanted);
  }

  async close(): Promise<void> {
    await this.follow(null);
  }

  #announce(wanted: Announcement): void {
    const worker = new Worker(workerFile(import.meta.url, 'network', 'local-name-worker'), {
      workerData: wanted,
      execArgv: [],
    });
    this.#worker = worker;
    this.#ended = new Promise((resolve) => void worker.once('exit', () => resolve()));
    // It ends with the server, whatever it is doing.
    worker.unref();
    const settle = (name: string | null, problem: string | null): void => {
      if (this.#worker !== worker) return;
      this.#name = name;
      this.#problem = problem;
      this.#onChange();
    };
    worker.on('message', (name: string) => settle(name, null));
    worker.once('error', (error) => settle(null, phrase(`The name cannot be announced: ${error.message}`)));
    worker.once('exit', () => {
      if (this.#problem === null) settle(null, phrase('The name is no longer announced.'));
    });
  }

  async #withdraw(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#name = null;
    this.#problem = null;
    if (worker === null) return;
    const cutOff = setTimeout(() => void worker.terminate(), goodbyeLimitMs);
    worker.postMessage('end', []);
    await this.#ended;
    clearTimeout(cutOff);
  }
}
