/** Runs the steps of an import in a thread of its own, so that the server goes on answering. */
import { runThread, workerFile } from '../../worker-file.ts';
import type { FoundTeam, ImportJob, OnImportProgress, WrittenTeam } from './job-types.ts';
import { ImportRefused } from './report.ts';

export type ImportAnswer =
  | { progress: Parameters<OnImportProgress>[0] }
  | { result: FoundTeam | WrittenTeam | null }
  | { error: string; isRefused: boolean };

/** @throws ImportRefused when the file cannot be imported; Error when the disk refuses, or `stop` cut it off */
async function run(job: ImportJob, stop: AbortSignal, onProgress: OnImportProgress): Promise<unknown> {
  stop.throwIfAborted();
  const file = workerFile(import.meta.url, 'operations/team-import', 'import-worker');
  const { last, code } = await runThread<ImportAnswer>(file, job, {
    stop,
    onMessage: (message) => {
      if ('progress' in message) onProgress(message.progress);
    },
  });
  stop.throwIfAborted();
  if (last === undefined || 'progress' in last) throw new Error(`The thread of the import ended with code ${code}.`);
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
