/**
 * Updates: checked at the set address only, downloaded on request, installed after a backup.
 * The library that does it is handed in.
 */
import type { UpdateState } from '../bridge.ts';
import { messageOf } from '../error-message.ts';
import { t } from '../texts.ts';

export interface Updater {
  /** @returns the newer version that is offered there, or null. */
  check(feed: string): Promise<string | null>;
  /** @param onProgress from 0 to 1. */
  download(onProgress: (progress: number) => void): Promise<void>;
  /** Ends the app and starts the new one. @param onFailed called when it could not be installed */
  install(onFailed: (error: Error) => void): void;
}

export interface UpdatesOptions {
  updater: Updater;
  /** Empty: nowhere. */
  feed: () => string;
  /** @throws Error with a sentence when there is none afterwards */
  backUp: () => Promise<unknown>;
  /** Stops the server in order before the installer starts. */
  stop: () => Promise<void>;
  /** The app goes on: the server runs again. */
  goOn: () => void;
  after: (ms: number, fn: () => void) => () => void;
  onState: (state: UpdateState) => void;
}

export interface Updates {
  state(): UpdateState;
  /** Does nothing while no feed is set, or while something is under way. */
  check(): Promise<void>;
  download(): Promise<void>;
  install(): Promise<void>;
  /** The feed was changed: what was known of the old one is forgotten. */
  forget(): void;
}

/** An app that is alive this long after it asked to be replaced is not replaced, in milliseconds. */
const installLimitMs = 15_000;

export const checkEveryMs = 24 * 3_600_000;

/** Rejects when the app still runs after a while, or the installer reports why it cannot run. */
function installed(updater: Updater, after: UpdatesOptions['after']): Promise<never> {
  return new Promise((_done, failed) => {
    let callOff = (): void => undefined;
    updater.install((error) => {
      callOff();
      failed(error);
    });
    // From here on: the password dialog of a Linux package blocks this process for as long as a person takes (LinuxUpdater, spawnSync).
    callOff = after(installLimitMs, () => failed(new Error(t('The installer did not start, or was cancelled.'))));
  });
}

export function createUpdates({ updater, feed, backUp, stop, goOn, after, onState }: UpdatesOptions): Updates {
  const fresh = (): UpdateState => ({
    kind: feed() === '' ? 'off' : 'idle',
    version: null,
    progress: null,
    message: null,
  });
  let state = fresh();

  function set(next: Partial<UpdateState>): void {
    state = { ...state, progress: null, message: null, ...next };
    onState(state);
  }

  /** One step, whose failure is a state and not an exception. */
  async function step(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      set({ kind: 'failed', message: messageOf(error).split('\n')[0] ?? '' });
    }
  }

  return {
    state: () => state,
    forget: () => set(fresh()),
    async check() {
      const from = feed();
      if (from === '' || ['checking', 'downloading', 'ready'].includes(state.kind)) return;
      set({ kind: 'checking', version: null });
      await step(async () => {
        const version = await updater.check(from);
        if (feed() !== from) set(fresh());
        else set(version === null ? { kind: 'none' } : { kind: 'available', version });
      });
    },
    async download() {
      if (state.kind !== 'available') return;
      set({ kind: 'downloading', progress: 0 });
      await step(async () => {
        await updater.download((progress) => set({ kind: 'downloading', progress }));
        set({ kind: 'ready' });
      });
    },
    async install() {
      if (state.kind !== 'ready') return;
      try {
        await backUp();
        await stop();
        await installed(updater, after);
      } catch (error) {
        // Still ready: the next try may find a disk with room.
        set({ kind: 'ready', message: messageOf(error) });
        goOn();
      }
    },
  };
}
