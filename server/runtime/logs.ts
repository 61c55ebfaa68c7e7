/** The server's logs: JSON lines in <data folder>/logs, rotated by size, without secrets. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import { secretFields, secretMark } from '../secrets.ts';

export interface Logs {
  /** One line a request. */
  access: Logger;
  /** What happened in the server. */
  server: Logger;
  close(): Promise<void>;
}

/** Secrets never reach a log, wherever they stand in an object. */
const redact = { paths: [...secretFields].flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: secretMark };

/** How long a log that could not be written stays silent before it is tried again, in milliseconds. */
const retryMs = 10_000;

/** How long lines of requests are gathered after some were written, in milliseconds: a busy server has thousands a second. */
const gatherMs = 100;

/** Characters of lines that wait to be written; those that come then are left out. */
const maxWaiting = 4 * 1024 * 1024;

/**
 * A rotating file that survives a disk that is full, slow or gone: lines are lost then, the server is not. What comes while
 * something is being written, and for a while after it, waits, and is written in one go.
 */
class LogFile {
  readonly #open: () => RotatingFileStream;
  #stream: RotatingFileStream | undefined;
  #failedAtMs = -Infinity;
  #waiting: string[] = [];
  #waitingLength = 0;
  #isWriting = false;
  #leftOut = 0;
  readonly #nowMs: () => number;
  readonly #gatherMs: number;

  constructor(name: string, path: string, { nowMs, gatherMs: pause }: { nowMs: () => number; gatherMs: number }) {
    this.#nowMs = nowMs;
    this.#gatherMs = pause;
    this.#open = () => createStream(name, { path, size: '10M', maxFiles: 5 });
  }

  write(line: string): void {
    if (this.#stream === undefined && performance.now() - this.#failedAtMs < retryMs) return;
    this.#stream ??= this.#opened();
    if (this.#waitingLength + line.length > maxWaiting) {
      this.#leftOut += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length;
    if (!this.#isWriting) this.#flush(this.#stream);
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    if (stream === undefined || stream.destroyed) return;
    await new Promise<void>((resolve) => {
      stream.once('error', () => resolve());
      stream.end(this.#taken(), () => resolve());
    });
  }

  #flush(stream: RotatingFileStream): void {
    this.#isWriting = true;
    const goOn = (): void => {
      this.#isWriting = false;
      if (this.#waiting.length > 0 && this.#stream === stream) this.#flush(stream);
    };
    stream.write(this.#taken(), () => {
      if (this.#gatherMs === 0) goOn();
      else setTimeout(goOn, this.#gatherMs).unref();
    });
  }

  /** What waits, and in its place room. */
  #taken(): string {
    if (this.#leftOut > 0)
      this.#waiting.push(
        `${JSON.stringify({ level: 40, time: this.#nowMs(), left_out: this.#leftOut, msg: 'lines were left out' })}\n`,
      );
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#waitingLength = 0;
    this.#leftOut = 0;
    return text;
  }

  #opened(): RotatingFileStream {
    const stream = this.#open();
    stream.on('error', () => {
      if (this.#stream === stream) this.#stream = undefined;
      this.#taken();
      this.#failedAtMs = performance.now();
      stream.destroy();
    });
    return stream;
  }
}

/** @param dataDir its logs/ folder is made when missing. @param nowMs UNIX milliseconds. */
export function openLogs(dataDir: string, level: 'silent' | 'info' | 'debug', nowMs: () => number): Logs {
  if (level === 'silent') {
    const silent = pino({ level: 'silent' });
    return { access: silent, server: silent, close: async () => undefined };
  }
  const path = join(dataDir, 'logs');
  mkdirSync(path, { recursive: true });
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
