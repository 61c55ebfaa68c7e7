/** The server's logs: JSON lines in <data folder>/logs, rotated by size, without secrets. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { secretFields, secretMark } from '../secrets.ts';
import { LogFile } from './log-file.ts';

export interface Logs {
  /** One line a request. */
  access: Logger;
  /** What happened in the server. */
  server: Logger;
  close(): Promise<void>;
}

/** Secrets never reach a log, wherever they stand in an object. */
const redact = { paths: [...secretFields].flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: secretMark };

/** How long lines of requests are gathered after some were written, in milliseconds: a busy server has thousands a second. */
const gatherMs = 100;

/** @param dataDir its logs/ folder is made when missing. @param nowMs UNIX milliseconds. */
export function openLogs(dataDir: string, level: 'silent' | 'info' | 'debug', nowMs: () => number): Logs {
  if (level === 'silent') {
    const silent = pino({ level: 'silent' });
    return { access: silent, server: silent, close: async () => undefined };
  }
  const path = join(dataDir, 'logs');
  try {
    mkdirSync(path, { recursive: true });
  } catch {
    // A file in its place, or a disk that refuses: lines wait (log-file.ts), and the server starts.
  }
  const files = {
    access: new LogFile('access.log', path, { nowMs, gatherMs }),
    server: new LogFile('server.log', path, { nowMs, gatherMs: 0 }),
  };
  return {
    // Its lines have these fields and no others (http/after-answer.ts): to look through each for secrets would cost more than to write it.
    access: pino({ level, base: null }, files.access),
    server: pino({ level, base: null, redact }, files.server),
    close: async () => {
      await Promise.all([files.access.close(), files.server.close()]);
    },
  };
}
