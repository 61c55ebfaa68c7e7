/** Starts the storage worker, from TypeScript source as from the build, and waits for its answer. */
import { stat } from '../file-access.ts';
import { runThread, workerFile } from '../worker-file.ts';
import { checkBackup, type CheckedBackup } from './check-backup.ts';
import type { CompactionJob } from './compaction.ts';
import { type RefusalReason, StartRefusedError, StorageError } from './errors.ts';
import type { RestoreOptions, RestoreReport } from './restore.ts';

export type WorkerJob = (
  | CompactionJob
  | ({ kind: 'backup'; dataDir: string; outFile: string; madeAt: number } & Pick<
      BackupOptions,
      'titleSql' | 'filesSql'
    >)
  | ({ kind: 'restore'; file: string; dataDir: string } & RestoreQuestions)
  | { kind: 'check'; file: string }
) &
  Pick<BackupOptions, 'isInBackground'>;

/** What is asked of the backup that is restored. */
type RestoreQuestions = Pick<RestoreOptions, 'outside' | 'filesSql'>;

/** `refused`: why, where it was a refusal. */
interface WorkerFailure {
  error: string;
  refused: RefusalReason | undefined;
  /** Of the system, or of a drive that hangs. */
  code?: string | undefined;
}

export type WorkerAnswer<T> = { result: T } | WorkerFailure | { progress: [done: number, total: number] };

export type OnProgress = (done: number, total: number) => void;

export interface BackupOptions {
  /** Gets bytes. */
  onProgress?: OnProgress;
  /** Reads whose data it is, as `title`. */
  titleSql?: string;
  /** Each reads `path` and `bytes` of files that the database records (lacking.ts). */
  filesSql?: readonly string[];
  /** No one waits for it: everything else on the machine goes first. */
  isInBackground?: boolean;
}

/** Runs a job of `storage-worker` in its own thread. @param stop every step leaves a folder that starts: it may be cut off anywhere. */
export async function runInWorker<T>(job: WorkerJob, stop: AbortSignal, onProgress?: OnProgress): Promise<T> {
  const file = workerFile(import.meta.url, 'storage', 'storage-worker');
  const { last, code } = await runThread<WorkerAnswer<T>>(file, job, {
    stop,
    onMessage: (message) => {
      if ('progress' in message) onProgress?.(...message.progress);
    },
  });
  if (last === undefined || 'progress' in last)
    throw new StorageError('failed', `The storage worker ended with code ${code}.`);
  if ('error' in last) throw failureOf(last);
  return last.result;
}

function failureOf({ error, refused }: WorkerFailure): StorageError {
  return refused === undefined ? new StorageError('failed', error) : new StartRefusedError(refused, error);
}

/** `restore` in a thread of its own, because it reads the whole database. */
export function restoreInWorker(
  file: string,
  dataDir: string,
  stop: AbortSignal,
  onProgress?: OnProgress,
  questions: RestoreQuestions = {},
): Promise<RestoreReport> {
  return runInWorker<RestoreReport>({ kind: 'restore', file, dataDir, ...questions }, stop, onProgress);
}

/** A backup of fewer bytes lists so few files that reading its list holds no one up: a thread would take longer to start. */
const quickBytes = 1_500_000;

/** `checkBackup`, a long one in a thread of its own: its list of files is read in one go. @throws Error as that does */
export async function checkInWorker(
  file: string,
  { stop, onProgress, isInBackground = false }: { stop: AbortSignal } & Omit<BackupOptions, 'titleSql' | 'filesSql'>,
): Promise<CheckedBackup> {
  const { size } = await stat(file);
  if (size < quickBytes) return checkBackup(file, { stop, onProgress });
  return runInWorker<CheckedBackup>({ kind: 'check', file, isInBackground }, stop, onProgress);
}
