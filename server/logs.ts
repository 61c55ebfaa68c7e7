/** The server's logs: JSON lines in <data folder>/logs, rotated by size, without secrets. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { createStream } from 'rotating-file-stream';

export interface Logs {
  /** One line a request. */
  access: Logger;
  /** What happened in the server. */
  server: Logger;
  close(): Promise<void>;
}

/** Keys whose values never reach a log, wherever they stand in an object. */
const secretKeys = ['password', 'api_key', 'apiKey', 'token', 'authorization', 'cookie', 'smtp_password'];
const redact = { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[secret]' };

/** @param dataDir its logs/ folder is made when missing. */
export function openLogs(dataDir: string, level: 'silent' | 'info' | 'debug'): Logs {
  if (level === 'silent') {
    const silent = pino({ level: 'silent' });
    return { access: silent, server: silent, close: async () => undefined };
  }
  const path = join(dataDir, 'logs');
  mkdirSync(path, { recursive: true });
  const options = { path, size: '10M' as const, maxFiles: 5 };
  const streams = { access: createStream('access.log', options), server: createStream('server.log', options) };
  return {
    access: pino({ level, base: null, redact }, streams.access),
    server: pino({ level, base: null, redact }, streams.server),
    close: async () => {
      await Promise.all(
        Object.values(streams).map(
          async (stream) =>
            new Promise<void>((resolve) => {
              stream.end(() => resolve());
            }),
        ),
      );
    },
  };
}
