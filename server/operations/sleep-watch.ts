/**
 * Notices that this computer slept: a clock that is looked at every few seconds has then jumped. Remembered for a day, over
 * restarts of the server too, so that a user who wonders why no one could connect at night is reported. In a file beside the data and
 * not in it: another computer that gets a backup has not slept.
 */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { dayMs, minuteMs } from '../durations.ts';
import { readFile, readTextNow, rename, writeFile } from '../file-access.ts';
import { sleepsName } from '../storage/file-names.ts';

const sleepsSchema = z.array(
  z.object({
    /** UNIX milliseconds. */
    from: z.int(),
    until: z.int(),
  }),
);

export type Sleep = z.infer<typeof sleepsSchema>[number];

export interface SleepTools {
  /** UNIX milliseconds. */
  nowMs: () => number;
  dataDir: string;
  log: Pick<Logger, 'warn'>;
}

/** How often the clock is to be looked at, in milliseconds. */
export const watchEveryMs = 15_000;
/** A busy machine is late too, but not so late. */
const shortestMs = minuteMs;
const rememberedMs = dayMs;
const maxRemembered = 20;

export class SleepWatch {
  readonly #tools: SleepTools;
  #lookedMs: number;
  readonly #file: string;
  #sleeps: Sleep[];
  /** The file is there and could not be read: it is read before it is replaced. */
  #isUnread: boolean;
  #keeping: Promise<void> = Promise.resolve();

  constructor(tools: SleepTools) {
    this.#tools = tools;
    this.#lookedMs = tools.nowMs();
    this.#file = join(tools.dataDir, sleepsName);
    const stored = readSleeps(this.#file, tools.log);
    this.#sleeps = stored ?? [];
    this.#isUnread = stored === undefined;
  }

  /** Looks at the clock; to be called every `watchEveryMs`. */
  look(): void {
    const now = this.#tools.nowMs();
    const from = this.#lookedMs;
    this.#lookedMs = now;
    if (now - from > watchEveryMs + shortestMs) this.wasAsleep(from, now);
  }

  /** Also told by the desktop app, which the system notifies; the same sleep counts once. UNIX milliseconds. */
  wasAsleep(from: number, until: number): void {
    if (until - from < shortestMs) return;
    const same = this.#sleeps.find((sleep) => sleep.from < until && from < sleep.until);
    if (same === undefined) {
      this.#tools.log.warn(
        { from: new Date(from).toISOString(), until: new Date(until).toISOString() },
        'the computer was asleep',
      );
      this.#sleeps = [...this.#sleeps, { from, until }].slice(-maxRemembered);
    } else Object.assign(same, { from: Math.min(from, same.from), until: Math.max(until, same.until) });
    this.#keep();
  }

  /** Those that ended within the last day, the newest first. */
  recent(): readonly Sleep[] {
    const nowMs = this.#tools.nowMs();
    const since = nowMs - rememberedMs;
    this.#sleeps = this.#sleeps.filter(({ until }) => until > since && until <= nowMs);
    return this.#sleeps.toReversed();
  }

  /** One write at a time. */
  #keep(): void {
    this.#keeping = this.#keeping.then(() => this.#write());
  }

  /** Whole or not at all. A disk that takes no writes is reported elsewhere, and then this is in memory only. */
  async #write(): Promise<void> {
    const unfinished = `${this.#file}.unfinished`;
    try {
      await this.#readMissed();
      await writeFile(unfinished, JSON.stringify(this.recent().toReversed()), { mode: 0o600 });
      await rename(unfinished, this.#file);
    } catch (error) {
      this.#tools.log.warn({ error: String(error) }, 'a sleep of this computer could not be kept');
    }
  }

  /** @throws the error of a disk that still does not give the file */
  async #readMissed(): Promise<void> {
    if (!this.#isUnread) return;
    const missed = sleepsOf(await readFile(this.#file, 'utf8'), this.#tools.log);
    this.#isUnread = false;
    this.#sleeps = [...missed, ...this.#sleeps].slice(-maxRemembered);
  }

  /** Resolves when what is known is on disk, or was refused by it. */
  settled(): Promise<void> {
    return this.#keeping;
  }
}

/** @returns undefined when the file is there and the disk does not give it now */
function readSleeps(file: string, log: SleepTools['log']): Sleep[] | undefined {
  try {
    return sleepsOf(readTextNow(file), log);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    log.warn({ error: String(error) }, unreadable);
    return undefined;
  }
}

const unreadable = 'earlier sleeps of this computer could not be read';

/** A text that is no such list is none. */
function sleepsOf(text: string, log: SleepTools['log']): Sleep[] {
  try {
    return sleepsSchema.parse(JSON.parse(text)).slice(-maxRemembered);
  } catch (error) {
    log.warn({ error: String(error) }, unreadable);
    return [];
  }
}
