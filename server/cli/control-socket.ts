/**
 * The control socket of a service: a desktop app on this computer connects to it and speaks as it does with a server that it
 * started itself (desktop-link.ts), one JSON text a line. A file in the data folder, which is for its owner alone, names the
 * socket and a secret that each connection sends first. Connections, the length of a line and the time to send it are bounded.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlFile, FromShell } from '../desktop-link.ts';
import { retryWhileHeldNow, rm, writeFile } from '../file-access.ts';
import { sameSecret } from '../secrets.ts';
import { onLine } from '../socket-lines.ts';
import { controlFileName, controlSocketName } from '../storage/file-names.ts';
import { languageOf } from '../texts.ts';
import { cliLanguage } from './language.ts';
import { receive, type ShellPeer } from './parent-port.ts';

const maxConnections = 8;
const maxLineLength = 65_536;
const greetingLimitMs = 5000;
/** The shortest limit of any system on the path of a socket, in bytes (macOS: 104 with the end mark). */
const maxPathBytes = 100;

const randomToken = (): string => randomBytes(24).toString('base64url');

/** @param onPeer called for each app that connects; returns a function that is called when it is gone. */
export async function openControlSocket(dataDir: string, onPeer: (peer: ShellPeer) => () => void): Promise<void> {
  const token = randomToken();
  const path = socketPath(dataDir);
  const file = join(dataDir, controlFileName);
  const isFile = process.platform !== 'win32';
  if (isFile) await rm(path, { force: true });
  const server = createServer((socket) => accept(socket, token, onPeer));
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.unref();
  if (isFile) chmodSync(path, 0o600);
  const content: ControlFile = { path, token, pid: process.pid };
  await writeFile(file, JSON.stringify(content), { mode: 0o600 });
  process.once('exit', () => {
    retryWhileHeldNow(() => rmSync(file, { force: true }));
    if (isFile) retryWhileHeldNow(() => rmSync(path, { force: true }));
  });
}

function socketPath(dataDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\hearth-${randomToken()}`;
  const beside = join(dataDir, controlSocketName);
  return Buffer.byteLength(beside) <= maxPathBytes ? beside : join(tmpdir(), `hearth-${randomToken()}.sock`);
}

function accept(socket: Socket, token: string, onPeer: (peer: ShellPeer) => () => void): void {
  socket.setEncoding('utf8');
  const timer = setTimeout(() => socket.destroy(), greetingLimitMs);
  let unfinished = 0;
  socket.on('data', (chunk: string) => {
    unfinished = chunk.includes('\n') ? 0 : unfinished + chunk.length;
    if (unfinished > maxLineLength) socket.destroy();
  });
  const peer: ShellPeer = {
    language: cliLanguage,
    send: (message) => {
      if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
    },
  };
  let isKnown = false;
  socket.once('close', () => clearTimeout(timer));
  onLine(socket, (line) => {
    const message = parse(line);
    if (message === undefined) return socket.destroy();
    if (isKnown) return receive(message as FromShell, peer);
    const { token: sent, language } = message as { token?: unknown; language?: unknown };
    if (typeof sent !== 'string' || !sameSecret(sent, token)) return socket.destroy();
    isKnown = true;
    // An older app names none.
    if (typeof language === 'string') peer.language = languageOf(language);
    clearTimeout(timer);
    socket.once('close', onPeer(peer));
  });
}

function parse(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
