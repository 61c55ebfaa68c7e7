/**
 * The link to a server that runs as a service of this computer, over its control socket: the app hears how it is and asks it for things,
 * as of a server that it started itself. Losing the connection is losing the server, until it is connected again.
 */
import { readFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ControlFile, FromShell, ToShell } from '../server/desktop-link.ts';
import { onLine } from '../server/socket-lines.ts';
import type { ServerChild } from './server-process.ts';
import { systemLanguage } from './texts.ts';

/** Between two tries to reach a service that is starting, in milliseconds. */
const againMs = 500;
/** How long a service may take to start, in milliseconds: it may have to replay its journal. */
const limitMs = 60_000;

/** @returns null while no service runs on that folder, or when its owner is another account. */
export function readControlFile(dataDir: string): ControlFile | null {
  try {
    const { path, token, pid } = JSON.parse(
      readFileSync(join(dataDir, 'control.json'), 'utf8'),
    ) as Partial<ControlFile>;
    return typeof path === 'string' && typeof token === 'string' && typeof pid === 'number'
      ? { path, token, pid }
      : null;
  } catch {
    return null;
  }
}

/**
 * Connects to the service on a data folder, and waits for it while it starts.
 * @param version of the app, when the service runs the server of the same installation: one that still runs an older version is asked
 *   once to restart, with the new one.
 * @returns what a server process is to the app. `exit` comes with code null when the connection is lost or none is made in a minute;
 *   `kill` and the end of the app only disconnect.
 */
export function connectToService(
  dataDir: string,
  after: (ms: number, fn: () => void) => () => void,
  version: string | null = null,
): ServerChild & { restart(): void } {
  const isOlder = onceOfOther(version);
  const output: ((text: string) => void)[] = [];
  const messages: ((message: ToShell) => void)[] = [];
  const exits: ((code: number | null) => void)[] = [];
  let socket: Socket | null = null;
  let isOver = false;
  let waitedMs = 0;
  let callOff = (): void => undefined;

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    callOff();
    socket?.destroy();
    for (const listener of exits) listener(null);
  };
  const tryAgain = (): void => {
    if (isOver) return;
    if (waitedMs >= limitMs) {
      for (const listener of output) listener('The service does not respond. See its log in the logs folder.\n');
      return end();
    }
    waitedMs += againMs;
    callOff = after(againMs, open);
  };
  const open = (): void => {
    const file = readControlFile(dataDir);
    if (file === null) return tryAgain();
    let isConnected = false;
    const opened = openSocket(file, (message) => {
      if (isOlder(message)) {
        // To the app it is still starting.
        isConnected = false;
        send({ type: 'restart' });
      } else if (isConnected) for (const listener of messages) listener(message);
    });
    opened.once('connect', () => {
      isConnected = true;
      socket = opened;
    });
    opened.once('close', () => (isConnected ? end() : tryAgain()));
  };
  const send = (message: FromShell): void => {
    if (socket?.writable === true) socket.write(`${JSON.stringify(message)}\n`);
  };
  // Listeners are added after this returns.
  callOff = after(0, open);
  return {
    onOutput: (listener) => void output.push(listener),
    onMessage: (listener) => void messages.push(listener),
    onExit: (listener) => void exits.push(listener),
    send,
    kill: end,
    // The service goes on without the app.
    waitForEnd: () => undefined,
    restart: () => send({ type: 'restart' }),
  };
}

/** Connects and sends the secret. */
function openSocket({ path, token }: ControlFile, onMessage: (message: ToShell) => void): Socket {
  const socket = createConnection(path);
  socket.once('connect', () => socket.write(`${JSON.stringify({ token, language: systemLanguage().language })}\n`));
  onLine(socket, (line) => {
    const message = parsed(line);
    if (message !== null) onMessage(message);
  });
  return socket;
}

/** @returns null for what a service that ended has not sent whole */
function parsed(line: string): ToShell | null {
  try {
    return JSON.parse(line) as ToShell;
  } catch {
    return null;
  }
}

/** @returns a function that is true for the first server that listens with another version than `version`. */
function onceOfOther(version: string | null): (message: ToShell) => boolean {
  let isFirst = version !== null;
  return (message) => {
    const isOther = isFirst && message.type === 'listening' && message.version !== version;
    if (isOther) isFirst = false;
    return isOther;
  };
}
