/**
 * Putting a backup in the place of what is here, while the server runs: a file is received to disk and read through first, so
 * that a user who asks sees what is in it; then what is here is backed up, the file is unpacked and opened beside it, and takes
 * its place only when all of it agrees. If anything goes wrong, nothing has changed.
 */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReceivedBackup, RestoreProgress } from '../../contract/shapes/backups.ts';
import { ownerWithoutPassword } from '../../domain/accounts/owner-password.ts';
import { ownOrigin, systemActing } from '../../domain/acting.ts';
import { setCause, type Cause } from '../../domain/audit/cause.ts';
import { audit } from '../../domain/audit/record.ts';
import { auditHistory, carryOnHistory, type AuditHistory } from '../../domain/audit/rows.ts';
import { dayMs } from '../../durations.ts';
import { ApiError, badRequest, coded } from '../../errors.ts';
import { mkdir, readdir, rm, stat, utimes } from '../../file-access.ts';
import { diskReserve } from '../../storage/disk.ts';
import { StartRefusedError } from '../../storage/errors.ts';
import { describeLacking } from '../../storage/lacking.ts';
import { checkInWorker, restoreInWorker } from '../../storage/worker.ts';
import type { OpenedServices, Reopenable } from '../data-change.ts';
import { BackupRefused, countsOf, type DiskRoom, type KeptBackup } from './folder.ts';
import type { BackupKeeper } from './keeper.ts';
import { logLacking } from './lacking-log.ts';
import { keepMachine, machineFacts } from './machine.ts';
import { backupQueries, outsideRules } from './queries.ts';
import { noRoom, writeReceived } from './received-file.ts';
import { revokeSessionsAndLinks } from './revoke.ts';

export interface RestorerTools {
  dataDir: string;
  newId: () => string;
  diskRoom: () => Promise<DiskRoom>;
  /** UNIX milliseconds. */
  nowMs: () => number;
}

export interface RestoreRequest {
  /** Of the request that asks, which is not waited for. */
  requestId: string;
  /** Whether what is here is backed up first. */
  safetyCopy: boolean;
  /** Who asks, for the audit log. */
  cause: Cause;
  /** What the backup is called; '' for a file that was handed in. */
  name: string;
  /** Address of the user who asks, who stays signed in if the backup has them; null for no one. */
  asker: string | null;
}

const namePattern = /^received-\w+\.unfinished$/;
/** A received file that no one took is deleted after this long, in milliseconds. */
const keptMs = dayMs;

/** What a restore works with. */
type RestorerServices = OpenedServices & Reopenable & { backups: BackupKeeper; demo: object | null };

export class Restorer {
  readonly #tools: RestorerTools;
  #progress: RestoreProgress | null = null;
  #received: ReceivedBackup | null = null;
  #isBusy = false;

  constructor(tools: RestorerTools) {
    this.#tools = tools;
  }

  get progress(): RestoreProgress | null {
    return this.#progress;
  }

  /**
   * Writes a file to disk as it comes, and reads it through. One at a time; one that was received before is given up.
   * @param bytes how long the file says it is; undefined when it does not.
   * @throws ApiError NO_ROOM, BACKUP_FOREIGN, BACKUP_DAMAGED, BACKUP_TOO_NEW, BACKUP_TOO_OLD, RESTORE_BUSY; nothing is kept then
   */
  async receive(body: Readable, bytes: number | undefined): Promise<ReceivedBackup> {
    return this.#alone(async () => {
      await this.discard();
      const id = this.#tools.newId();
      const path = this.path(id);
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      // Beside it, it is unpacked before it takes the place of what is there.
      const most = Math.floor(((await this.#tools.diskRoom()).free - diskReserve) / 2);
      try {
        this.#progress = { phase: 'receiving', done_bytes: 0, total_bytes: bytes ?? 0 };
        await writeReceived(body, path, {
          bytes,
          most,
          what: 'the backup',
          onProgress: (done) => {
            if (this.#progress !== null) this.#progress.done_bytes = done;
          },
        });
        // It is deleted by its age, and the computer's clock, by which the system dates files, may be wrong.
        const nowSecs = this.#tools.nowMs() / 1000;
        await utimes(path, nowSecs, nowSecs);
        this.#received = { id, ...(await this.#check(path)) };
        return this.#received;
      } catch (error) {
        body.resume();
        await rm(path, { force: true });
        throw asApiError(error, path);
      }
    });
  }

  /** Where a received backup lies. @throws ApiError RESTORE_NOT_FOUND */
  access(id: string): string {
    if (this.#received?.id !== id)
      throw coded('RESTORE_NOT_FOUND', 'This backup is no longer here. Please choose the file again.', 404);
    return this.path(id);
  }

  /** Deletes what was received. */
  async discard(): Promise<void> {
    this.#received = null;
    for (const name of await this.#files()) await rm(join(this.#folder, name), { force: true });
  }

  /** Deletes what was received and not taken within a day, also before a restart. @param nowMs UNIX milliseconds */
  async tidy(nowMs: number): Promise<void> {
    if (this.#isBusy) return;
    for (const name of await this.#files()) {
      const changed = (await stat(join(this.#folder, name)).catch(() => undefined))?.mtimeMs ?? nowMs;
      if (nowMs - changed > keptMs) await rm(join(this.#folder, name), { force: true });
    }
  }

  /**
   * Replaces everything here by what is in a backup. Afterwards `services` are over.
   * @param path a file that was received, or a backup of the list.
   * @returns the safety copy of what was here, when one was to be made.
   * @throws ApiError as `receive`; nothing has changed then
   */
  async restore(
    services: RestorerServices,
    path: string,
    request: RestoreRequest & { safetyCopy: true },
  ): Promise<KeptBackup>;
  async restore(services: RestorerServices, path: string, request: RestoreRequest): Promise<KeptBackup | null>;
  async restore(services: RestorerServices, path: string, request: RestoreRequest): Promise<KeptBackup | null> {
    return this.#alone(async () => {
      try {
        this.#progress = { phase: 'safety_copy', done_bytes: 0, total_bytes: 0 };
        const copy = request.safetyCopy ? await services.backups.make('safety', request.name) : null;
        await this.#replace(services, path, request);
        await this.discard();
        return copy;
      } catch (error) {
        services.log.error({ err: error }, 'nothing was restored');
        throw asApiError(error, path);
      }
    });
  }

  path(id: string): string {
    return join(this.#folder, `received-${id}.unfinished`);
  }

  async #replace(
    services: RestorerServices,
    path: string,
    { requestId, asker, cause, name }: RestoreRequest,
  ): Promise<void> {
    const { size } = await stat(path);
    const { free } = await this.#tools.diskRoom();
    if (free < size + diskReserve) throw noRoom(size, free - diskReserve, 'the backup');
    await services.unwritten.write();
    const facts = await services.storage.read(machineFacts);
    const history = await services.storage.read(auditHistory);
    await services.reopen({
      requestId,
      prepare: async (folder) => {
        this.#progress = { phase: 'unpacking', done_bytes: 0, total_bytes: size };
        const outside = outsideRules(services.demo !== null);
        const { filesSql } = backupQueries;
        const { signal } = new AbortController();
        const { lacking } = await restoreInWorker(path, folder, signal, this.#follow, { outside, filesSql });
        logLacking(services.log, lacking, 'the restored backup lacks files that were uploaded');
        this.#progress = { phase: 'opening', done_bytes: 0, total_bytes: 0 };
      },
      settle: async (next) => {
        await revokeSessionsAndLinks(next.storage, next.random);
        await keepMachine(next, facts, asker);
        await noteRestored(next, { cause, name, history });
        if ((await next.storage.read(ownerWithoutPassword)) !== null)
          services.log.warn(
            'no owner of the restored data has a password: start the server with --password-link EMAIL',
          );
      },
    });
    services.log.info({ bytes: size }, 'a backup was restored');
  }

  async #check(path: string): Promise<Omit<ReceivedBackup, 'id'>> {
    this.#progress = { phase: 'checking', done_bytes: 0, total_bytes: 0 };
    const checked = await checkInWorker(path, { stop: new AbortController().signal, onProgress: this.#follow });
    const counts = countsOf(checked);
    if (counts.users === 0) throw foreignBackup('There is no organization in this backup.');
    return {
      size: checked.bytes,
      made_at: Math.floor(checked.madeAt / 1000),
      organization: checked.title ?? null,
      version: checked.program ?? null,
      counts,
      lacking: describeLacking(checked.lacking ?? []),
      sha256: checked.sha256,
    };
  }

  readonly #follow = (done: number, total: number): void => {
    if (this.#progress !== null) Object.assign(this.#progress, { done_bytes: done, total_bytes: total });
  };

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isBusy)
      throw coded('RESTORE_BUSY', 'A backup is being received or restored already. Please wait for it.');
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
      this.#progress = null;
    }
  }

  get #folder(): string {
    return join(this.#tools.dataDir, 'backups');
  }

  async #files(): Promise<string[]> {
    return (await readdir(this.#folder).catch(() => [])).filter((name) => namePattern.test(name));
  }
}

/** The log of what was administered goes on: also of the days that the restore took back. */
async function noteRestored(
  next: OpenedServices,
  { cause, name, history }: { cause: Cause; name: string; history: AuditHistory },
): Promise<void> {
  await next.storage.transaction((tx) => {
    setCause(tx, cause);
    carryOnHistory(tx, history);
    audit(systemActing(tx, next, ownOrigin(next)), { kind: 'backup', action: 'restored', subject: name });
  });
}

/** @param path is not told: people know the file by another name. */
export function asApiError(error: unknown, path: string): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof BackupRefused)
    return badRequest(`No safety copy could be made, so nothing was restored. ${error.message}`);
  if (!(error instanceof StartRefusedError)) return error;
  const message = error.message.replaceAll(path, 'This file');
  if (error.reason === 'foreign') return foreignBackup(message);
  if (error.reason === 'older-version') return coded('BACKUP_TOO_OLD', message);
  if (error.reason === 'newer-version' || error.reason === 'changed-history') return coded('BACKUP_TOO_NEW', message);
  return coded('BACKUP_DAMAGED', message);
}

const foreignBackup = (msg: string): ApiError => coded('BACKUP_FOREIGN', msg);
