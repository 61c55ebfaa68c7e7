/**
 * The server's program in an Electron utility process: plain Node, apart from the window, so that neither can freeze or crash the other.
 */
import { utilityProcess } from 'electron';
import type { FromShell, ToShell } from '../server/desktop-link.ts';
import { waitFor } from './blocking-wait.ts';
import type { ServerChild } from './server-process.ts';
import { systemLanguage } from './texts.ts';

/** @param entry path of dist/server/cli.js. @param args what follows it on the command line. */
export function forkServer(entry: string, args: string[]): ServerChild {
  const child = utilityProcess.fork(entry, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: 'Hearth server',
    // Threads for files and names: some may hang on a dead drive (server/file-gates.ts). A process cannot change it later.
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: process.env['UV_THREADPOOL_SIZE'] ?? '12',
      HEARTH_LANGUAGE: systemLanguage().language,
    },
  });
  return {
    onOutput: (listener) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          process.stdout.write(chunk);
          listener(chunk.toString('utf8'));
        });
      }
    },
    onMessage: (listener) => void child.on('message', (message: ToShell) => listener(message)),
    onExit: (listener) => void child.once('exit', listener),
    // By message: on Windows ending a process is always abrupt.
    send: (message: FromShell) => child.postMessage(message, []),
    kill: () => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
    waitForEnd: (limitMs) => {
      const { pid } = child;
      if (pid !== undefined) waitFor(() => !isAlive(pid), limitMs);
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
