/**
 * Desktop apps that this process talks to: the one that started it (Electron's utilityProcess), and those that connect to a service
 * (control-socket.ts). A server without any says nothing, and is asked nothing.
 */
import type { FromShell, ToShell } from '../desktop-link.ts';
import { cliLanguage } from './language.ts';

/** One desktop app. */
export interface ShellPeer {
  /** Tag of the language of its person. */
  language: string;
  send(message: ToShell): void;
}

interface ParentPort {
  on(event: 'message', listener: (message: { data: FromShell }) => void): void;
  postMessage(message: ToShell): void;
}

const port = (process as NodeJS.Process & { parentPort?: ParentPort }).parentPort;
/** A process that is not asked to stop ends all the same. */
const lastWordsMs = 2000;
const listeners: ((message: FromShell, from: ShellPeer) => void)[] = [];

/** The app that started this process; undefined when none did. */
export const parent: ShellPeer | undefined = port && {
  language: cliLanguage,
  send: (message) => port.postMessage(message),
};
if (parent !== undefined) port?.on('message', ({ data }) => receive(data, parent));

/** Whether the desktop app started this process. */
export const hasShell = parent !== undefined;

/** Came before anything listened, while the program was loaded: an app that quits at once still stops what it has begun. */
const unheard: [FromShell, ShellPeer][] = [];

/** Hands a message of an app to everything that listens, or keeps it for the first that does. */
export function receive(message: FromShell, from: ShellPeer): void {
  if (listeners.length === 0) unheard.push([message, from]);
  for (const listener of listeners) listener(message, from);
}

export function tellShell(message: ToShell): void {
  parent?.send(message);
}

export function onShell(listener: (message: FromShell, from: ShellPeer) => void): void {
  listeners.push(listener);
  // Later than what begins to listen in the same moment.
  for (const [message, from] of unheard.splice(0)) setImmediate(() => receive(message, from));
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
