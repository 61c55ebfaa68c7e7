/** The server's logs: JSON lines in <data folder>/logs, rotated by size, without secrets. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

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

/** How long a log that could not be written stays silent before it is tried again, in milliseconds. */
const retryMs = 10_000;

/**
 * A rotating file that survives a disk that is full or gone: lines are lost then, the server is not.
 */
class LogFile {
  readonly #open: () => RotatingFileStream;
  #stream: RotatingFileStream | undefined;
  #failedAtMs = -Infinity;

  constructor(name: string, path: string) {
    this.#open = () => createStream(name, { path, size: '10M', maxFiles: 5 });
  }

  write(line: string): void {
    if (this.#stream === undefined && performance.now() - this.#failedAtMs < retryMs) return;
    this.#stream ??= this.#opened();
    this.#stream.write(line);
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    if (stream === undefined || stream.destroyed) return;
    await new Promise<void>((resolve) => {
      stream.once('error', () => resolve());
      stream.end(() => resolve());
    });
  }

  #opened(): RotatingFileStream {
    const stream = this.#open();
    stream.on('error', () => {
      if (this.#stream === stream) this.#stream = undefined;
      this.#failedAtMs = performance.now();
      stream.destroy();
    });
    return stream;
  }
}

/** @param dataDir its logs/ folder is made when missing. */
export function openLogs(dataDir: string, level: 'silent' | 'info' | 'debug'): Logs {
  if (level === 'silent') {
    const silent = pino({ level: 'silent' });
    return { access: silent, server: silent, close: async () => undefined };
  }
  const path = join(dataDir, 'logs');
  mkdirSync(path, { recursive: true });
  const files = { access: new LogFile('access.log', path), server: new LogFile('server.log', path) };
  return {
    access: pino({ level, base: null, redact }, files.access),
    server: pino({ level, base: null, redact }, files.server),
    close: async () => {
      await Promise.all([files.access.close(), files.server.close()]);
    },
  };
}
