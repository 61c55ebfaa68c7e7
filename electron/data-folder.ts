/**
 * Actions on the whole data folder: choose another one, move it, restore a backup beside it, recover it. Each
 * asks first, checks before it replaces anything, and leaves what was there. A move that was cut short is tidied up at the next
 * start. Dialogs, processes and the server are handed in.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TaskReport } from '../server/desktop-link.ts';
import type { DesktopState, Notice } from './bridge.ts';
import { messageOf } from './error-message.ts';
import type { Move } from './settings-file.ts';
import { TaskRefused } from './task.ts';
import { t } from './texts.ts';

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

/** Whether a folder holds data of Hearth. */
export function holdsData(folder: string): boolean {
  return namesIn(folder).some((name) => name === 'journal' || /^snapshot-\d+\./.test(name));
}

export class DataFolder {
  readonly #options: DataFolderOptions;
  readonly #ending = new AbortController();
  #isBusy = false;
  #running: Promise<TaskReport> | null = null;

  constructor(options: DataFolderOptions) {
    this.#options = options;
  }

  choose(): Promise<void> {
    return this.#alone(async () => {
      const { dialogs, current } = this.#options;
      const picked = await dialogs.pickFolder(t('Choose the data folder'), current());
      if (picked === null) return;
      const folder = holdsData(picked) ? picked : ownFolderIn(picked);
      if (isCutShort(folder))
        throw new Error(
          t('{{folder}} is an unfinished copy: moving the data there was interrupted. Choose another folder.', {
            folder,
          }),
        );
      if (folder === current()) return this.#startOn(folder);
      const kept = t('What is in {{folder}} stays there.', { folder: current() });
      const isWanted = await dialogs.confirm(
        holdsData(folder)
          ? {
              title: t('Use the data in {{folder}}?', { folder }),
              detail: `${t('Hearth opens it from now on.')} ${kept}`,
              confirm: t('Use it'),
            }
          : {
              title: t('Start fresh in {{folder}}?', { folder }),
              detail: `${t('There is no data yet: you set up a new organization there.')} ${kept}`,
              confirm: t('Start fresh'),
            },
      );
      if (isWanted) await this.#startOn(folder);
    });
  }

  move(): Promise<void> {
    return this.#alone(async () => {
      const { dialogs, current } = this.#options;
      const from = current();
      const picked = await dialogs.pickFolder(t('Move the data to'), from);
      if (picked === null) return;
      const to = ownFolderIn(picked);
      const isWanted = await dialogs.confirm({
        title: t('Move the data to {{folder}}?', { folder: to }),
        detail: t(
          'Everything is copied and verified before it is used. Messages cannot be sent in the meantime. {{folder}} is kept as it is now.',
          { folder: from },
        ),
        confirm: t('Move'),
      });
      if (isWanted) await this.#move({ from, to });
    });
  }

  /** The folder also holds files of other programs. @param backUp makes a backup, which is complete when it resolves */
  separate(backUp: () => Promise<string>): Promise<void> {
    return this.#alone(async () => {
      const from = this.#options.current();
      const to = freeFolder(`${from} Data`);
      const isWanted = await this.#options.dialogs.confirm({
        title: t('Move the data to a folder of its own?'),
        detail: t(
          '{{from}} also holds files of other programs, such as cookies of this app. A backup is made first. Then the data is copied to {{to}} and verified before it is used. Messages cannot be sent in the meantime, and other files stay where they are.',
          { from, to },
        ),
        confirm: t('Back up and move'),
      });
      if (!isWanted) return;
      await backUp();
      await this.#move({ from, to });
    });
  }

  async #move({ from, to }: Move): Promise<void> {
    const { server, switchTo, onTask, onNotice } = this.#options;
    onTask({ kind: 'move', progress: null });
    try {
      await server.stop();
      this.#options.move.set({ from, to });
      const { summary } = await this.#runShown('move', ['move', '--data-dir', from, '--to', to]);
      switchTo(to);
      onNotice({
        kind: 'done',
        text: `${summary} ${t('The old folder is kept as a copy. Delete it when you no longer need it.')}`,
        folder: from,
      });
    } catch (error) {
      // A program that died could not tidy up after itself.
      if (error instanceof TaskRefused && error.reason === 'other')
        await this.#run(discarding({ from, to }), () => undefined).catch(() => undefined);
      throw error;
    } finally {
      // A move that quitting stopped is reported by the next start.
      if (!this.#ending.signal.aborted) this.#options.move.set(null);
      this.#startServer();
    }
  }

  restore(): Promise<void> {
    return this.#alone(async () => {
      const { dialogs, current, now, onNotice } = this.#options;
      const present = current();
      const file = await dialogs.pickFile(t('Choose the backup to restore'), join(present, 'backups'), 'hearth-backup');
      if (file === null) return;
      const to = freeFolder(`${present} restored ${new Date(now()).toISOString().slice(0, 10)}`);
      const isWanted = await dialogs.confirm({
        title: t('Restore this backup?'),
        detail: t(
          '{{file}} is checked and restored into the new folder {{to}}, which Hearth then uses: messages written after the backup are not in it. Passwords and chat apps keep working; everyone signs in to the console again. {{present}} stays as it is.',
          { file, to, present },
        ),
        confirm: t('Restore'),
      });
      if (!isWanted) return;
      const { summary } = await this.#runShown('restore', ['restore', '--data-dir', to, '--from', file]);
      await this.#startOn(to);
      onNotice({
        kind: 'done',
        text: `${summary} ${t('The data from before is still in {{folder}}.', { folder: present })}`,
        folder: present,
      });
    });
  }

  recover(): Promise<void> {
    return this.#alone(async () => {
      const { dialogs, current, server, onNotice } = this.#options;
      const folder = current();
      const isWanted = await dialogs.confirm({
        title: t('Recover the data?'),
        detail: t(
          '{{folder}} returns to its last good state. Damaged files are set aside in that folder, never deleted.',
          { folder },
        ),
        confirm: t('Recover'),
      });
      if (!isWanted) return;
      await server.stop();
      try {
        const { summary } = await this.#runShown('recover', ['recover', '--data-dir', folder]);
        onNotice({ kind: 'done', text: summary, folder });
      } finally {
        this.#startServer();
      }
    });
  }

  /** To be called at the start: takes away what is left of a move that was cut short, and says so. */
  tidy(): Promise<void> {
    return this.#alone(async () => {
      const { move, onNotice } = this.#options;
      const begun = move.get();
      // A drive that is not there now may be at the next start; and without the old folder the copy may be all there is.
      if (begun === null || !existsSync(dirname(begun.to)) || !holdsData(begun.from)) return;
      const what = t('The data was not moved: Hearth was ended before that was done.');
      const rest = await this.#run(discarding(begun), () => undefined).then(
        ({ summary }) => summary,
        (error: Error) => error.message,
      );
      if (this.#ending.signal.aborted) return;
      move.set(null);
      onNotice({ kind: 'failed', text: `${what} ${rest}`, folder: null });
    });
  }

  /** The app ends: the task that runs is stopped, and no task starts after that. Resolves when no task runs. */
  async end(): Promise<void> {
    this.#ending.abort(new Error('Hearth is quitting.'));
    await this.#running?.catch(() => undefined);
  }

  /** One at a time; what goes wrong is said. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { onNotice, onTask } = this.#options;
    try {
      await work();
    } catch (error) {
      onNotice({ kind: 'failed', text: messageOf(error), folder: null });
    } finally {
      this.#isBusy = false;
      onTask(null);
    }
  }

  async #run(command: string[], onProgress: (progress: number) => void): Promise<TaskReport> {
    this.#ending.signal.throwIfAborted();
    this.#running = this.#options.run(command, onProgress, this.#ending.signal);
    return this.#running;
  }

  async #runShown(kind: Task['kind'], command: string[]): Promise<TaskReport> {
    const { onTask } = this.#options;
    onTask({ kind, progress: null });
    return this.#run(command, (progress) => onTask({ kind, progress }));
  }

  #startServer(): void {
    if (!this.#ending.signal.aborted) this.#options.server.start();
  }

  async #startOn(folder: string): Promise<void> {
    await this.#options.server.stop();
    this.#options.switchTo(folder);
    this.#startServer();
  }
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
