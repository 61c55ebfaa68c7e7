/**
 * What a person does with the data folder as a whole: choose another one, move it, restore a backup beside it, recover it. Each
 * asks first, checks before it replaces anything, and leaves what was there. A move that was cut short is tidied up at the next
 * start. Dialogs, processes and the server are handed in.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TaskReport } from '../server/desktop-link.ts';
import type { DesktopState, Notice } from './bridge.ts';
import type { Move } from './settings-file.ts';
import { TaskRefused } from './task.ts';

export interface Question {
  title: string;
  detail: string;
  confirm: string;
}

/** What is asked of the person at the machine. */
export interface Dialogs {
  /** @returns null when they thought better of it. */
  pickFolder(title: string, near: string): Promise<string | null>;
  pickFile(title: string, near: string, extension: string): Promise<string | null>;
  confirm(question: Question): Promise<boolean>;
}

type Task = NonNullable<DesktopState['task']>;

export interface DataFolderOptions {
  dialogs: Dialogs;
  current: () => string;
  /** From now on the data is there, and no move is under way. */
  switchTo: (folder: string) => void;
  /** The move that has begun; remembered when the app ends. */
  move: { get(): Move | null; set(move: Move | null): void };
  /** Runs a command of the server's program, until it is done or told to end. @throws TaskRefused */
  run: (command: string[], onProgress: (progress: number) => void, signal: AbortSignal) => Promise<TaskReport>;
  server: { stop(): Promise<void>; start(): void };
  onTask: (task: Task | null) => void;
  onNotice: (notice: Notice) => void;
  /** UNIX milliseconds. */
  now: () => number;
}

export interface DataFolder {
  choose(): Promise<void>;
  move(): Promise<void>;
  restore(): Promise<void>;
  recover(): Promise<void>;
  /** To be called at the start: takes away what is left of a move that was cut short, and says so. */
  tidy(): Promise<void>;
  /** The app ends: the task that runs is stopped, and nothing is begun any more. Resolves when no task runs. */
  end(): Promise<void>;
}

/** Whether a folder holds data of Hearth. */
export function holdsData(folder: string): boolean {
  return namesIn(folder).some((name) => name === 'journal' || /^snapshot-\d+\./.test(name));
}

export function createDataFolder(options: DataFolderOptions): DataFolder {
  const { dialogs, current } = options;
  const ending = new AbortController();
  let isBusy = false;
  let running: Promise<TaskReport> | null = null;

  /** One at a time; what goes wrong is said. */
  async function alone(work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      await work();
    } catch (error) {
      options.onNotice({ kind: 'failed', text: error instanceof Error ? error.message : String(error), folder: null });
    } finally {
      isBusy = false;
      options.onTask(null);
    }
  }

  async function run(command: string[], onProgress: (progress: number) => void): Promise<TaskReport> {
    ending.signal.throwIfAborted();
    running = options.run(command, onProgress, ending.signal);
    return running;
  }

  async function runShown(kind: Task['kind'], command: string[]): Promise<TaskReport> {
    options.onTask({ kind, progress: null });
    return run(command, (progress) => options.onTask({ kind, progress }));
  }

  const server: DataFolderOptions['server'] = {
    stop: options.server.stop,
    start() {
      if (!ending.signal.aborted) options.server.start();
    },
  };

  async function startOn(folder: string): Promise<void> {
    await server.stop();
    options.switchTo(folder);
    server.start();
  }

  return {
    choose: () =>
      alone(async () => {
        const picked = await dialogs.pickFolder('Choose the data folder', current());
        if (picked === null) return;
        const folder = holdsData(picked) ? picked : ownFolderIn(picked);
        if (isCutShort(folder))
          throw new Error(
            `${folder} is an unfinished copy: moving the data there was interrupted. Choose another folder.`,
          );
        if (folder === current()) return startOn(folder);
        const isWanted = await dialogs.confirm({
          title: holdsData(folder) ? `Use the data in ${folder}?` : `Start fresh in ${folder}?`,
          detail: `${holdsData(folder) ? 'Hearth opens it from now on.' : 'There is no data yet: you set up a new organization there.'} What is in ${current()} stays there.`,
          confirm: holdsData(folder) ? 'Use it' : 'Start fresh',
        });
        if (isWanted) await startOn(folder);
      }),
    move: () =>
      alone(async () => {
        const from = current();
        const picked = await dialogs.pickFolder('Move the data to', from);
        if (picked === null) return;
        const to = ownFolderIn(picked);
        const isWanted = await dialogs.confirm({
          title: `Move the data to ${to}?`,
          detail: `Everything is copied and verified before it is used. Nobody can write in the meantime. ${from} is kept as it is now.`,
          confirm: 'Move',
        });
        if (!isWanted) return;
        options.onTask({ kind: 'move', progress: null });
        try {
          await server.stop();
          options.move.set({ from, to });
          const { summary } = await runShown('move', ['move', '--data-dir', from, '--to', to]);
          options.switchTo(to);
          options.onNotice({
            kind: 'done',
            text: `${summary} The old folder is still there, as a copy from today; delete it when you no longer need it.`,
            folder: from,
          });
        } catch (error) {
          // A program that died could not tidy up after itself.
          if (error instanceof TaskRefused && error.reason === 'other')
            await run(discarding({ from, to }), () => undefined).catch(() => undefined);
          throw error;
        } finally {
          // Of one that the end of the app has stopped the next start tells.
          if (!ending.signal.aborted) options.move.set(null);
          server.start();
        }
      }),
    restore: () =>
      alone(async () => {
        const present = current();
        const file = await dialogs.pickFile('Choose the backup to restore', join(present, 'backups'), 'hearth-backup');
        if (file === null) return;
        const to = freeFolder(`${present} restored ${new Date(options.now()).toISOString().slice(0, 10)}`);
        const isWanted = await dialogs.confirm({
          title: 'Restore this backup?',
          detail: `${file} is checked and restored into the new folder ${to}, which Hearth then uses: messages written after the backup are not in it. Passwords and chat apps keep working; everybody signs in to the console again. ${present} stays as it is.`,
          confirm: 'Restore',
        });
        if (!isWanted) return;
        const { summary } = await runShown('restore', ['restore', '--data-dir', to, '--from', file]);
        await startOn(to);
        options.onNotice({
          kind: 'done',
          text: `${summary} The data from before is still in ${present}.`,
          folder: present,
        });
      }),
    recover: () =>
      alone(async () => {
        const folder = current();
        const isWanted = await dialogs.confirm({
          title: 'Recover the data?',
          detail: `${folder} returns to its last good state. Damaged files are set aside in that folder, never deleted.`,
          confirm: 'Recover',
        });
        if (!isWanted) return;
        await server.stop();
        try {
          const { summary } = await runShown('recover', ['recover', '--data-dir', folder]);
          options.onNotice({ kind: 'done', text: summary, folder });
        } finally {
          server.start();
        }
      }),
    tidy: () =>
      alone(async () => {
        const begun = options.move.get();
        // A drive that is not there now may be at the next start; and without the old folder the copy may be all there is.
        if (begun === null || !existsSync(dirname(begun.to)) || !holdsData(begun.from)) return;
        const what = 'The data was not moved: Hearth was ended before that was done.';
        const rest = await run(discarding(begun), () => undefined).then(
          ({ summary }) => summary,
          (error: Error) => error.message,
        );
        if (ending.signal.aborted) return;
        options.move.set(null);
        options.onNotice({ kind: 'failed', text: `${what} ${rest}`, folder: null });
      }),
    async end() {
      ending.abort(new Error('Hearth is quitting.'));
      await running?.catch(() => undefined);
    },
  };
}

/** The command that takes away what is left of a move: whatever lies at the new place was never used. */
const discarding = ({ from, to }: Move): string[] => ['move', '--discard', '--unused', '--data-dir', from, '--to', to];

/** Whether a folder holds a copy that is not whole (server/storage/unfinished-copy.ts). */
const isCutShort = (folder: string): boolean => namesIn(folder).includes('unfinished-copy.json');

/** An empty or missing folder itself; in any other one of our own. One with a copy that was cut short is begun again. */
function ownFolderIn(folder: string): string {
  const own = join(folder, 'Hearth');
  if (namesIn(folder).length === 0 || isCutShort(folder)) return folder;
  return isCutShort(own) ? own : freeFolder(own);
}

function freeFolder(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? wanted : `${wanted} ${number}`;
    if (!existsSync(folder)) return folder;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
