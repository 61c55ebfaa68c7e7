/**
 * Makes backups, one at a time: by hand, or on its own once a day. A backup gets its name only after it was read through and
 * found whole, and older daily ones go only then. Failures are kept until the next success, over restarts too. What there is, is in
 * kept-backups.ts.
 */
import { dirname, join } from 'node:path';
import type { RunningBackup } from '../../contract/shapes/backups.ts';
import { storeServerSetting } from '../../domain/organization/rows.ts';
import { daySecs, hourSecs } from '../../durations.ts';
import { messageOf } from '../../errors.ts';
import { rename, rm, stat } from '../../file-access.ts';
import { FilesHangError, gateOf } from '../../file-gates.ts';
import { diskReserve } from '../../storage/disk.ts';
import { checkInWorker } from '../../storage/worker.ts';
import { uploadsRoot } from '../../uploads/files.ts';
import {
  backupName,
  BackupRefused,
  deleteBackup,
  markFolder,
  pruneBackups,
  readyFolder,
  removeLeftovers,
  unchecked,
  writeNote,
  type BackupKind,
  type KeptBackup,
} from './folder.ts';
import { failureSetting, KeptBackups, type BackupFailure, type Plan } from './kept-backups.ts';
import { logLacking } from './lacking-log.ts';
import { backupQueries } from './queries.ts';
import { rememberMarkedFolder } from './settings.ts';

/** A daily backup that failed is tried again after this long; one made by hand puts the next off by as much. */
const retrySecs = hourSecs;

export class BackupKeeper extends KeptBackups {
  readonly #stopping = new AbortController();
  #running: RunningBackup | null = null;
  #work: Promise<void> = Promise.resolve();
  /** Of the last one; undefined while there was none, or when a server that stops cut it off. */
  #outcome: KeptBackup | Error | undefined;
  #pruneProblem: string | null = null;

  /** Why the last backup could not delete older ones; null when it did. */
  get pruneProblem(): string | null {
    return this.#pruneProblem;
  }

  /** What is being made now. */
  get running(): RunningBackup | null {
    return this.#running;
  }

  /**
   * Begins a backup and returns at once.
   * @param spared name of a backup that is needed, and so not deleted for its age.
   * @returns false when one is being made already.
   */
  start(kind: BackupKind, spared = ''): boolean {
    if (this.#running !== null || this.#stopping.signal.aborted) return false;
    const running: RunningBackup = {
      kind,
      started_at: this.#nowSecs(),
      phase: 'starting',
      done_bytes: 0,
      total_bytes: 0,
    };
    this.#running = running;
    this.#work = this.#make(running, spared).finally(() => {
      this.#running = null;
      this.tools.onChange();
    });
    this.tools.onChange();
    return true;
  }

  /** As `start`, and waits for it, and for one that is being made already. @throws Error why there is none */
  async make(kind: BackupKind, spared = ''): Promise<KeptBackup> {
    await this.#work;
    if (!this.start(kind, spared))
      throw new BackupRefused('busy', 'Another backup is being made. Please try again in a moment.');
    await this.#work;
    if (this.#outcome instanceof Error) throw this.#outcome;
    if (this.#outcome === undefined) throw new BackupRefused('busy', 'The server is stopping.');
    return this.#outcome;
  }

  /**
   * Reads a backup through once more, and notes what was found.
   * @returns undefined when there is none of that name. @throws StartRefusedError when it is no longer whole
   */
  async check(name: string): Promise<KeptBackup | undefined> {
    const found = await this.find(name);
    if (found === undefined) return undefined;
    const checked = await checkInWorker(found.path, { stop: this.#stopping.signal });
    await writeNote(dirname(found.path), name, checked, this.#nowSecs());
    return (await this.find(name))?.backup;
  }

  /** Begins the daily backup when the last one is a day old. A failed one is tried again after an hour. */
  async startIfDue(): Promise<boolean> {
    const plan = await this.plan();
    const dueAt = await this.dueAt(plan);
    return dueAt !== null && this.#nowSecs() >= dueAt && this.start('daily');
  }

  /** When the next daily backup is due, in UNIX seconds; null when there are none. */
  async dueAt(plan: Plan): Promise<number | null> {
    const { settings, createdAt, failure } = plan;
    if (!settings.backup_daily || createdAt === null) return null;
    const backups = await this.list(plan).catch(() => []);
    const newestOf = (kind: BackupKind): number =>
      backups.find((each) => each.is_own && each.kind === kind && each.made_at <= this.#nowSecs())?.made_at ?? 0;
    const last = newestOf('daily');
    const byHand = newestOf('manual');
    const due = Math.max(last === 0 ? createdAt : last + daySecs, byHand === 0 ? 0 : byHand + retrySecs);
    return failure?.kind === 'daily' && failure.at <= this.#nowSecs() ? Math.max(due, failure.at + retrySecs) : due;
  }

  /** Waits for what is being made. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** Begins nothing any more. @returns when nothing is being made; what is being written ends as storage closes. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#work;
  }

  async #make(running: RunningBackup, spared: string): Promise<void> {
    const { log, storage } = this.tools;
    try {
      const plan = await this.plan();
      this.#outcome = undefined;
      this.#outcome = await this.#write(plan, running, spared);
      log.info({ kind: running.kind, bytes: running.total_bytes }, 'backup made');
      this.failure = undefined;
      if (plan.failure !== null) await storage.transaction((tx) => storeServerSetting({ tx }, failureSetting, null));
    } catch (error) {
      // A server that stops cuts its backup off; that is no failure, and the next start makes it.
      if (!this.#stopping.signal.aborted) await this.#fail(running, error);
    }
  }

  async #write(plan: Plan, running: RunningBackup, spared: string): Promise<KeptBackup | undefined> {
    const { dataDir, storage, nowMs } = this.tools;
    if (gateOf(uploadsRoot(dataDir))?.isHanging === true) throw new FilesHangError(uploadsRoot(dataDir));
    const folder = await readyFolder(dataDir, plan.settings.backup_dir, plan.isFolderMarked);
    await removeLeftovers(folder, plan.server);
    const { room, needed } = await this.room(plan);
    if (room.free < needed + diskReserve) {
      const [wanted, free] = [megabytes(needed + diskReserve), megabytes(room.free)];
      throw new BackupRefused(
        'no_room',
        `There is too little room on the disk: ${wanted} are needed, ${free} are free.`,
      );
    }
    const taken = new Set((await this.list(plan)).map(({ name }) => name));
    const name = backupName(plan.server, running.kind, nowMs(), taken);
    const path = join(folder, name + unchecked);
    running.phase = 'writing';
    const onProgress = (done: number, total: number): void =>
      void Object.assign(running, { done_bytes: done, total_bytes: total });
    const isInBackground = running.kind === 'daily';
    const { lacking = [] } = await storage.backup(path, { onProgress, ...backupQueries, isInBackground });
    logLacking(this.tools.log, lacking, 'the backup lacks files that were uploaded');
    running.phase = 'checking';
    try {
      const checked = await checkInWorker(path, { stop: this.#stopping.signal, onProgress, isInBackground });
      await writeNote(folder, name, checked, this.#nowSecs());
      await rename(path, join(folder, name));
    } catch (error) {
      await rm(path, { force: true });
      await deleteBackup(folder, name);
      throw error;
    }
    if (plan.settings.backup_dir !== '') await this.#mark(folder);
    running.total_bytes = (await stat(join(folder, name))).size;
    if (running.kind !== 'manual') await this.#tidy(plan, folder, running.kind, spared);
    return (await this.list(plan)).find((backup) => backup.name === name);
  }

  async #mark(folder: string): Promise<void> {
    await markFolder(folder);
    await this.tools.storage.transaction((tx) => rememberMarkedFolder({ tx }, folder));
  }

  /** Deletes the oldest of a kind: daily ones, and those made before a restore, each up to the number of the settings. */
  async #prune(plan: Plan, folder: string, kind: BackupKind, spared: string): Promise<void> {
    if (!this.tools.isClockSettled()) return;
    const { backup_keep: keep } = plan.settings;
    // Daily ones in folders of before stay: people change drives to have some of each.
    const former = kind === 'safety' ? await this.formerFolders(plan) : [];
    const folders = [{ folder, backups: await this.list(plan) }, ...former];
    await pruneBackups(folders, { kind, keep, nowSecs: this.#nowSecs(), spared });
  }

  /** The backup is made: old ones that cannot be deleted are another problem. */
  async #tidy(plan: Plan, folder: string, kind: BackupKind, spared: string): Promise<void> {
    try {
      await this.#prune(plan, folder, kind, spared);
      this.#pruneProblem = null;
    } catch (error) {
      this.#pruneProblem = messageOf(error);
      this.tools.log.warn({ err: error }, 'old backups could not be deleted');
    }
  }

  async #fail({ kind }: RunningBackup, error: unknown): Promise<void> {
    const { log, storage } = this.tools;
    const message = messageOf(error);
    const code = error instanceof BackupRefused ? error.code : 'failed';
    const failure: BackupFailure = { at: this.#nowSecs(), kind, code, message };
    this.failure = failure;
    this.#outcome = error instanceof Error ? error : new Error(message);
    log.error({ err: error, kind }, 'no backup was made');
    await storage
      .transaction((tx) => storeServerSetting({ tx }, failureSetting, failure))
      .catch((cause: unknown) => log.warn({ err: cause }, 'the failed backup was not noted'));
  }

  #nowSecs(): number {
    return Math.floor(this.tools.nowMs() / 1000);
  }
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`;
