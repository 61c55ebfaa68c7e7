/**
 * The port to the desktop app, which is there when the app started this process (Electron's utilityProcess). Everywhere else
 * nothing is said, and nobody asks.
 */
import type { FromShell, ToShell } from '../desktop-link.ts';

interface ParentPort {
  on(event: 'message', listener: (message: { data: FromShell }) => void): void;
  postMessage(message: ToShell): void;
}

const port = (process as NodeJS.Process & { parentPort?: ParentPort }).parentPort;
/** A process that is not told to stop ends all the same. */
const lastWordsMs = 2000;

/** Whether the desktop app started this process. */
export const hasShell = port !== undefined;

export function tellShell(message: ToShell): void {
  port?.postMessage(message);
}

export function onShell(listener: (message: FromShell) => void): void {
  port?.on('message', ({ data }) => listener(data));
}

/** Says the last thing and resolves when the app has heard it: a process that ends at once would take it along. */
export async function lastWords(message: ToShell): Promise<void> {
  if (port === undefined) return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, lastWordsMs);
    onShell(({ type }) => {
      if (type === 'stop') resolve();
    });
    tellShell(message);
  });
}
