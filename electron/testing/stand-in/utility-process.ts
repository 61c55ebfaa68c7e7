/** The stand-in for Electron's utilityProcess: a Node process with the port that such processes have. */
import { fork as forkChild, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ForkOptions } from 'electron';
import { app } from './app.ts';
import { recorded } from './recorded.ts';

const port = fileURLToPath(new URL('./parent-port.mjs', import.meta.url));

class StandInProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    super();
    this.#child = child;
    child.on('message', (message) => this.emit('message', message));
    child.once('exit', (code) => this.emit('exit', code));
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  get stdout(): ChildProcess['stdout'] {
    return this.#child.stdout;
  }

  get stderr(): ChildProcess['stderr'] {
    return this.#child.stderr;
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork(modulePath: string, args: string[] = [], _options: ForkOptions = {}): StandInProcess {
    const child = forkChild(modulePath, args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
      // Nothing of the stand-in's own loaders.
      execArgv: ['--import', port],
    });
    const entry = { pid: child.pid ?? 0, args, isAlive: true };
    recorded.processes.push(entry);
    child.once('exit', () => (entry.isAlive = false));
    // Chromium ends its utility processes with itself.
    app.endings.push(() => void child.kill('SIGKILL'));
    return new StandInProcess(child);
  },
};
