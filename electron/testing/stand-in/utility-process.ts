/** The stand-in for Electron's utilityProcess: a Node process with the port that such processes have. */
import { fork as forkChild, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ForkOptions } from 'electron';
import { app } from './app.ts';
import { cloned } from './ipc-main.ts';
import { recorded } from './recorded.ts';

const systemGlib = ['x86_64', 'aarch64']
  .map((arch) => `/usr/lib/${arch}-linux-gnu/libgobject-2.0.so.0`)
  .find(existsSync);
const port = fileURLToPath(new URL('./parent-port.mjs', import.meta.url));

class StandInProcess extends EventEmitter {
  readonly #child: ChildProcess;
  #isOver = false;

  constructor(child: ChildProcess) {
    super();
    this.#child = child;
    child.on('message', (message) => this.emit('message', message));
    // All listeners of the output are dropped at the exit, before the streams end, and the streams are gone (lib/browser/api/utility-process).
    child.once('exit', (code) => {
      try {
        this.emit('exit', code);
      } finally {
        this.#isOver = true;
        child.stdout?.removeAllListeners().resume();
        child.stderr?.removeAllListeners().resume();
      }
    });
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  get stdout(): ChildProcess['stdout'] {
    return this.#isOver ? null : this.#child.stdout;
  }

  get stderr(): ChildProcess['stderr'] {
    return this.#isOver ? null : this.#child.stderr;
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(cloned(message) as object);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork(modulePath: string, args: string[] = [], _options: ForkOptions = {}): StandInProcess {
    // shell/browser/api/electron_api_utility_process.cc, Create.
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready.');
    const child = forkChild(modulePath, args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
      // Nothing of the stand-in's own loaders.
      // An unhandled rejection only warns in there (shell/services/node/node_service.cc).
      execArgv: ['--import', port, '--unhandled-rejections=warn-with-error-code'],
      // The executable of Electron is linked to the system's GLib, which is in all its processes.
      env: { ...process.env, ...(systemGlib === undefined ? {} : { LD_PRELOAD: systemGlib }) },
    });
    const entry = { pid: child.pid ?? 0, args, isAlive: true };
    recorded.processes.push(entry);
    child.once('exit', () => (entry.isAlive = false));
    // Chromium ends its utility processes with itself.
    app.endings.push(() => void child.kill('SIGKILL'));
    return new StandInProcess(child);
  },
};
