/**
 * One rotating log file that survives a disk that is full, slow or gone, and programs that hold the file: lines wait in memory, to a
 * bound, and the server goes on. Files are numbered, not dated: a clock that jumps changes nothing.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import { retryWhileHeld, retryWhileHeldNow } from '../file-access.ts';

/** How long after a failure the file is tried again, in milliseconds: soon at first, each time after twice as long. */
const retry = { firstMs: 250, mostMs: 10_000 };
/** Characters of lines that wait to be written; those that come then are left out. */
const maxWaiting = 4 * 1024 * 1024;
const keptFiles = 5;

export interface LogFileOptions {
  /** UNIX milliseconds. */
  nowMs: () => number;
  /** How long lines are gathered after some were written, in milliseconds: a busy server has thousands a second. */
  gatherMs: number;
}

export class LogFile {
  readonly #open: () => RotatingFileStream;
  readonly #options: LogFileOptions;
  #stream: RotatingFileStream | undefined;
  #waiting: string[] = [];
  #waitingLength = 0;
  /** What was handed to the stream and is not on its way to the disk yet. */
  #underWay: string | undefined;
  #leftOut = 0;
  #retryMs = retry.firstMs;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param name of the file, as "access.log". @param path of its folder. */
  constructor(name: string, path: string, options: LogFileOptions) {
    this.#options = options;
    numberDated(path, name);
    this.#open = () => createStream((count) => numberedName(name, count), { path, size: '10M', rotate: keptFiles });
  }

  write(line: string): void {
    if (this.#isClosed) return;
    if (this.#waitingLength + line.length > maxWaiting) {
      this.#leftOut += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length;
    if (this.#timer === undefined && this.#underWay === undefined) this.#flush();
  }

  /** Writes what waits, and waits for a program that holds the file. Lines that come later are dropped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await retryWhileHeld(() => this.#end()).catch(() => undefined);
    clearTimeout(this.#timer);
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Otherwise there is nothing to be written.
    if (this.#stream === undefined && this.#waiting.length === 0) return;
    const stream = this.#opened();
    const text = this.#taken();
    this.#underWay = `${this.#underWay ?? ''}${text}`;
    await new Promise<void>((resolve, reject) => {
      stream.once('error', reject);
      stream.end(text, (error?: Error | null) => (error ? reject(error) : resolve()));
    });
  }

  #flush(): void {
    const stream = this.#opened();
    const text = this.#taken();
    this.#underWay = text;
    stream.write(text, (error) => {
      // What comes after the end is under way with it.
      if (error || this.#isClosed || this.#stream !== stream) return;
      this.#underWay = undefined;
      this.#retryMs = retry.firstMs;
      if (this.#options.gatherMs === 0) this.#goOn();
      else this.#after(this.#options.gatherMs);
    });
  }

  #goOn(): void {
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#flush();
  }

  #after(ms: number): void {
    this.#timer = setTimeout(() => this.#goOn(), ms).unref();
  }

  /** What waits, and in its place room. */
  #taken(): string {
    if (this.#leftOut > 0) {
      const note = { level: 40, time: this.#options.nowMs(), left_out: this.#leftOut, msg: 'lines were left out' };
      this.#waiting.push(`${JSON.stringify(note)}\n`);
    }
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#waitingLength = 0;
    this.#leftOut = 0;
    return text;
  }

  #opened(): RotatingFileStream {
    if (this.#stream !== undefined) return this.#stream;
    const stream = this.#open();
    this.#stream = stream;
    let isOpen = false;
    stream.on('open', () => (isOpen = true));
    // A file that is full is renamed after the lines were written to it: they are not written again when the rename fails.
    stream.on('rotation', () => {
      if (isOpen) this.#underWay = undefined;
    });
    stream.on('error', () => {
      if (this.#stream === stream) this.#failed();
      stream.destroy();
    });
    return stream;
  }

  #failed(): void {
    this.#stream = undefined;
    const text = this.#underWay;
    this.#underWay = undefined;
    if (text !== undefined) {
      this.#waiting.unshift(text);
      this.#waitingLength += text.length;
    }
    clearTimeout(this.#timer);
    // The one who closes tries again, if at all.
    if (this.#isClosed) return;
    this.#after(this.#retryMs);
    this.#retryMs = Math.min(retry.mostMs, this.#retryMs * 2);
  }
}

/** "access.2.log": the second newest that is full. */
function numberedName(name: string, count: number | Date | null): string {
  return typeof count === 'number' && count > 0 ? `${basename(name, '.log')}.${count}.log` : name;
}

/** Earlier versions dated full files: those become numbered ones. Whatever cannot be renamed stays. */
function numberDated(path: string, name: string): void {
  try {
    const dated = retryWhileHeldNow(() => readdirSync(path)).filter(
      (one) => /^\d{8}-\d{4}-\d{2}-/.test(one) && one.endsWith(`-${name}`),
    );
    for (const [index, one] of dated.toSorted().toReversed().entries()) {
      const target = join(path, numberedName(name, index + 1));
      if (index < keptFiles && !existsSync(target)) retryWhileHeldNow(() => renameSync(join(path, one), target));
      else retryWhileHeldNow(() => rmSync(join(path, one)));
    }
    retryWhileHeldNow(() => rmSync(join(path, `${name}.txt`), { force: true }));
  } catch {
    // They cost room on the disk, nothing else.
  }
}
