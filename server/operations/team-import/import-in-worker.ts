/** Runs the steps of an import in a thread of its own, so that the server goes on answering. */
import { runThread, workerFile } from '../../worker-file.ts';
import type { FoundTeam, ImportJob, OnImportProgress, WrittenTeam } from './job-types.ts';
import { ImportRefused } from './report.ts';

export type ImportAnswer =
  | { progress: Parameters<OnImportProgress>[0] }
  | { isPrepared: true }
  | { result: FoundTeam | WrittenTeam | null }
  | { error: string; isRefused: boolean };

/** @throws ImportRefused when the file cannot be imported; Error when the disk refuses, or `stop` cut it off */
async function run(
  job: ImportJob,
  stop: AbortSignal,
  onProgress: OnImportProgress,
  onPrepared?: (finish: () => void) => void,
): Promise<unknown> {
  stop.throwIfAborted();
  const file = workerFile(import.meta.url, 'operations/team-import', 'import-worker');
  const { last, code } = await runThread<ImportAnswer>(file, job, {
    stop,
    onMessage: (message, post) => {
      if ('progress' in message) onProgress(message.progress);
      if ('isPrepared' in message) onPrepared?.(() => post('hold'));
    },
  });
  stop.throwIfAborted();
  if (last === undefined || 'progress' in last || 'isPrepared' in last)
    throw new Error(`The thread of the import ended with code ${code}.`);
  if ('error' in last) throw last.isRefused ? new ImportRefused(last.error) : new Error(last.error);
  return last.result;
}

export const previewInWorker = (
  job: Extract<ImportJob, { kind: 'preview' }>,
  stop: AbortSignal,
  onProgress: OnImportProgress,
): Promise<FoundTeam> => run(job, stop, onProgress) as Promise<FoundTeam>;

export const unpackInWorker = async (
  job: Extract<ImportJob, { kind: 'unpack' }>,
  stop: AbortSignal,
  onProgress: OnImportProgress,
): Promise<void> => void (await run(job, stop, onProgress));

export const writeInWorker = (
  job: Extract<ImportJob, { kind: 'write' }>,
  stop: AbortSignal,
  onProgress: OnImportProgress,
): Promise<WrittenTeam> => run(job, stop, onProgress) as Promise<WrittenTeam>;

/** A team that is written beside data in which the server goes on writing. */
export interface PreparedMerge {
  /** Takes over what was written since, once the data is closed. @throws as `writeInWorker` */
  finish: () => Promise<WrittenTeam>;
}

/** @returns when as much is done as can be done beside a running server. @throws as `writeInWorker` */
export function mergeInWorker(
  job: Extract<ImportJob, { kind: 'write' }>,
  stop: AbortSignal,
  onProgress: OnImportProgress,
): Promise<PreparedMerge> {
  return new Promise((resolve, reject) => {
    const done = run(job, stop, onProgress, (proceed) =>
      resolve({
        finish: () => {
          proceed();
          return done as Promise<WrittenTeam>;
        },
      }),
    );
    done.catch(reject);
  });
}
