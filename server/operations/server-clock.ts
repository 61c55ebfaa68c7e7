/**
 * The server's clock: the computer's clock, checked against clocks that no one can set. A clock that jumps (an empty battery, a
 * wrong time server, a typing error) would make the server delete, expire and send things at the wrong time. So a jump that sleep
 * or a power-off cannot explain is not followed at once, deleting waits after every large jump, and administrators get an alert.
 */
import { readdirSync, statSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts';
import { readTextNow, rename, retryWhileHeldNow, writeFile } from '../file-access.ts';
import type { ClockProblem, ClockSource, StartOptions, Timekeeper } from '../options.ts';
import { clockName } from '../storage/file-names.ts';

const stateSchema = z.object({
  /** The server's time when this was stored, UNIX milliseconds. */
  timeMs: z.int(),
  /** The computer's uptime at that moment, and which start of the computer that was. */
  uptimeMs: z.number(),
  bootId: z.string(),
  /** For how long the server has run on this time, in milliseconds. */
  provenMs: z.number(),
  /** For how long deleting still waits, in milliseconds of running. */
  waitMs: z.number(),
  /** The last jump that matters; `isFollowed` is false while the server goes on with its own time. */
  jump: z.object({ gapMs: z.number(), isFollowed: z.boolean(), forMs: z.number() }).nullable(),
});
type State = z.infer<typeof stateSchema>;

/** Two clocks that differ by less agree. */
const toleranceMs = 2 * secondMs;
/** A clock that is behind by less is met by running at half speed, without an alert. */
const slewMs = hourMs;
/** A running computer may have been paused for so long without its uptime showing it, as virtual machines are. */
const longestPauseMs = 4 * dayMs;
/** A computer may have been switched off for so long. */
const longestOffMs = 60 * dayMs;
/** A clock that goes on saying the same is believed after this time of running. */
const believeAfterMs = dayMs;
const checkEveryMs = 5 * secondMs;

/** @returns for how long deleting waits after a jump, in milliseconds. */
function waitAfter(gapMs: number): number {
  if (gapMs > longestOffMs) return 7 * dayMs;
  if (gapMs > dayMs) return dayMs;
  return gapMs > minuteMs ? 10 * minuteMs : 0;
}

export class ServerClock implements Timekeeper {
  readonly #source: ClockSource;
  readonly #file: string;
  #state: State;
  /** Added to the computer's clock, in milliseconds. */
  #offsetMs = 0;
  #jumpedAtMs = 0;
  /** The last jump that was followed although the computer was on. */
  #followed: { gapMs: number; atElapsedMs: number } | undefined;
  #last: { wallMs: number; elapsedMs: number; uptimeMs: number };

  /**
   * @param isTrusted follow the computer's clock whatever it says.
   * @param fallback reads when the folder was last written, for folders of earlier versions.
   */
  constructor(dataDir: string, source: ClockSource, isTrusted = false, fallback: () => number | undefined = noTime) {
    this.#source = source;
    this.#file = join(dataDir, clockName);
    this.#last = { wallMs: source.wallMs(), elapsedMs: source.elapsedMs(), uptimeMs: source.uptimeMs() };
    const stored = readState(this.#file, fallback);
    const { wallMs, uptimeMs } = this.#last;
    this.#state = stored ?? { ...stateOf(wallMs), provenMs: 0 };
    if (stored === undefined) return;
    const isSameBoot = source.bootId !== '' && stored.bootId === source.bootId && uptimeMs >= stored.uptimeMs;
    const gapMs = wallMs - stored.timeMs - (isSameBoot ? uptimeMs - stored.uptimeMs : 0);
    if (isTrusted) this.#follow(gapMs);
    else this.#judge(gapMs, isSameBoot ? longestPauseMs : longestOffMs);
  }

  /** UNIX milliseconds. */
  readonly now = (): number => {
    const wallMs = this.#source.wallMs();
    const elapsedMs = this.#source.elapsedMs();
    const sinceMs = elapsedMs - this.#last.elapsedMs;
    if (sinceMs >= checkEveryMs || Math.abs(wallMs - this.#last.wallMs - sinceMs) >= toleranceMs)
      this.#check(wallMs, elapsedMs);
    return Math.round(wallMs + this.#offsetMs);
  };

  get isSettled(): boolean {
    this.now();
    return this.#state.waitMs <= 0 && (this.#state.jump?.isFollowed ?? true);
  }

  get problem(): ClockProblem | null {
    const timeMs = this.now();
    const { jump, waitMs } = this.#state;
    if (jump === null) return null;
    const { gapMs, isFollowed, forMs } = jump;
    return { gapMs, isFollowed, timeMs, leftMs: isFollowed ? waitMs : Math.max(0, believeAfterMs - forMs) };
  }

  get jumpedAtMs(): number {
    return this.#jumpedAtMs;
  }

  get computerMs(): number {
    return this.#source.wallMs();
  }

  get beforeJumpMs(): number {
    const nowMs = this.now();
    const jump = this.#followed;
    return jump !== undefined && this.elapsedMs - jump.atElapsedMs < believeAfterMs ? nowMs - jump.gapMs : nowMs;
  }

  get elapsedMs(): number {
    return this.#source.elapsedMs();
  }

  /** Stores the time, so that the next start can compare. */
  async keep(): Promise<void> {
    const state = { ...this.#state, timeMs: this.now(), uptimeMs: this.#last.uptimeMs, bootId: this.#source.bootId };
    const unfinished = `${this.#file}.unfinished`;
    await writeFile(unfinished, JSON.stringify(state), { mode: 0o600 });
    await rename(unfinished, this.#file);
  }

  #check(wallMs: number, elapsedMs: number): void {
    const uptimeMs = this.#source.uptimeMs();
    const ranMs = Math.max(0, elapsedMs - this.#last.elapsedMs);
    // The uptime counts sleep too, but not all systems have one.
    const passedMs = Math.max(elapsedMs - this.#last.elapsedMs, uptimeMs - this.#last.uptimeMs);
    const stepMs = wallMs - this.#last.wallMs - passedMs;
    this.#last = { wallMs, elapsedMs, uptimeMs };
    this.#run(ranMs);
    if (Math.abs(stepMs) >= toleranceMs) this.#judge(stepMs - this.#offsetMs, longestPauseMs);
    else this.#settle(ranMs);
  }

  #run(ms: number): void {
    const { jump } = this.#state;
    this.#state.provenMs += ms;
    this.#state.waitMs = Math.max(0, this.#state.waitMs - ms);
    if (jump !== null) jump.forMs += ms;
  }

  /** Goes on towards the computer's clock where the two differ. */
  #settle(ranMs: number): void {
    const { jump, waitMs } = this.#state;
    if (jump === null) this.#offsetMs = Math.max(0, this.#offsetMs - ranMs / 2);
    else if (jump.isFollowed) {
      if (waitMs <= 0) this.#state.jump = null;
    } else if (jump.forMs >= believeAfterMs && !this.#isSurelyPast(this.#last.wallMs)) this.#follow(-this.#offsetMs);
  }

  /** @param gapMs how far the computer's clock is ahead of the server's time. @param longestMs how much of it a pause explains. */
  #judge(gapMs: number, longestMs: number): void {
    const { wallMs } = this.#last;
    if (Math.abs(gapMs) < toleranceMs) {
      this.#offsetMs = 0;
      if (this.#state.jump?.isFollowed === false) this.#state.jump = null;
    } else if (gapMs < 0 && gapMs >= -slewMs && this.#state.jump?.isFollowed !== false) this.#offsetMs = -gapMs;
    else if (this.#isPlausible(gapMs, longestMs) && !this.#isSurelyPast(wallMs)) {
      if (longestMs === longestPauseMs) this.#followed = { gapMs, atElapsedMs: this.#last.elapsedMs };
      this.#follow(gapMs);
    } else this.#hold(gapMs);
  }

  #isPlausible(gapMs: number, longestMs: number): boolean {
    if (gapMs < 0) return this.#state.provenMs < believeAfterMs;
    return gapMs <= longestMs || this.#isSurelyPast(this.#last.wallMs - gapMs);
  }

  #isSurelyPast(ms: number): boolean {
    return ms < this.#source.earliestMs;
  }

  #follow(gapMs: number): void {
    this.#offsetMs = 0;
    this.#jumpedAtMs = this.#last.wallMs;
    const waitMs = waitAfter(Math.abs(gapMs));
    this.#state.waitMs = Math.max(this.#state.waitMs, waitMs);
    // Then it can be followed back just as soon.
    if (Math.abs(gapMs) > slewMs) this.#state.provenMs = 0;
    if (waitMs >= dayMs) {
      this.#state.jump = { gapMs, isFollowed: true, forMs: 0 };
    } else if (this.#state.jump?.isFollowed === false) this.#state.jump = null;
  }

  #hold(gapMs: number): void {
    const { jump } = this.#state;
    const isSame = jump?.isFollowed === false && Math.abs(jump.gapMs - gapMs) < hourMs;
    this.#offsetMs = -gapMs;
    this.#state.jump = { gapMs, isFollowed: false, forMs: isSame ? jump.forMs : 0 };
  }
}

/**
 * Gives a server its guarded clock.
 * @returns the options with `clock` replaced; a given `clock` counts as a computer whose clocks all agree.
 */
export function withServerClock<T extends StartOptions>(given: T): T & Required<Pick<T, 'clock' | 'timekeeper'>> {
  const { clock, dataDir } = given;
  const source = given.clockSource ?? (clock === undefined ? systemSource() : sourceOf(clock));
  const isOwn = given.clockSource === undefined && clock === undefined;
  const timekeeper = new ServerClock(dataDir, source, given.trustClock, isOwn ? () => lastWritten(dataDir) : noTime);
  return { ...given, clock: timekeeper.now, timekeeper };
}

const noTime = (): undefined => undefined;

function sourceOf(clock: () => number): ClockSource {
  return { wallMs: clock, elapsedMs: clock, uptimeMs: clock, bootId: 'given', earliestMs: -Infinity };
}

function systemSource(): ClockSource {
  const elapsedMs = (): number => performance.now();
  return {
    wallMs: Date.now,
    elapsedMs,
    // Apple's is counted from the clock itself.
    uptimeMs: process.platform === 'darwin' ? elapsedMs : () => uptime() * 1000,
    bootId: bootId(),
    // No time before this program was installed.
    earliestMs: statSync(fileURLToPath(import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? -Infinity,
  };
}

/** Names this start of the computer; '' where the system does not tell. */
function bootId(): string {
  try {
    return readTextNow('/proc/sys/kernel/random/boot_id').trim();
  } catch {
    return '';
  }
}

/** When the journal of a folder was last written, UNIX milliseconds; undefined for a new folder. */
function lastWritten(dataDir: string): number | undefined {
  try {
    const folder = join(dataDir, 'journal');
    const times = retryWhileHeldNow(() => readdirSync(folder)).map((name) => statSync(join(folder, name)).mtimeMs);
    return times.length === 0 ? undefined : Math.round(Math.max(...times));
  } catch {
    return undefined;
  }
}

function stateOf(timeMs: number): State;
function stateOf(timeMs: number | undefined): State | undefined;
function stateOf(timeMs: number | undefined): State | undefined {
  if (timeMs === undefined) return undefined;
  return { timeMs, uptimeMs: 0, bootId: '', provenMs: believeAfterMs, waitMs: 0, jump: null };
}

/** What was stored: undefined for a new folder. A file that cannot be read may have said that deleting waits: then it waits. */
function readState(file: string, fallback: () => number | undefined): State | undefined {
  try {
    return stateSchema.parse(JSON.parse(readTextNow(file)));
  } catch (error) {
    const state = stateOf(fallback());
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || state === undefined) return state;
    return { ...state, waitMs: dayMs };
  }
}
