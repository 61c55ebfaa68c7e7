/**
 * The server in an Electron utility process: plain Node, apart from the window, so that neither can freeze or crash the other.
 */
import { utilityProcess } from 'electron';
import type { ServerChild } from './server-process.ts';

/** @param entry path of dist/server/cli.js. @param args what follows it on the command line. */
export function forkServer(entry: string, args: string[]): ServerChild {
  const child = utilityProcess.fork(entry, args, { stdio: ['ignore', 'pipe', 'pipe'], serviceName: 'Hearth server' });
  return {
    onOutput: (listener) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          process.stdout.write(chunk);
          listener(chunk.toString('utf8'));
        });
      }
    },
    onExit: (listener) => void child.once('exit', listener),
    // Terminates on Windows, where there are no signals; an orderly SIGTERM elsewhere. What was acknowledged is on disk either way.
    stop: () => void child.kill(),
    kill: () => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
