/**
 * The import of a team under a running server: what is here is backed up, the team is written beside it, and takes its place as a restore
 * does. An organization in use is answered until the team is written; then requests wait until what was written since is taken over.
 */
import type { ImportProgress } from '../../contract/shapes/imports.ts';
import { dataId } from '../../domain/accounts/sessions.ts';
import { hasOrganization, storeServerSetting } from '../../domain/organization/rows.ts';
import { reserveIds } from '../../storage/reserved-ids.ts';
import type { BackupKeeper } from '../backups/keeper.ts';
import { keepMachine, machineFacts } from '../backups/machine.ts';
import type { OpenedServices, Reopenable } from '../data-change.ts';
import { mergeInWorker, unpackInWorker, writeInWorker, type PreparedMerge } from './import-in-worker.ts';
import { chosenParts, type ImportRequest } from './import-request.ts';
import type { FoundTeam, OnImportProgress, WrittenTeam } from './job-types.ts';

export type Serving = OpenedServices & Reopenable & { backups: BackupKeeper };

export interface ChosenFile {
  path: string;
  name: string;
  size: number;
}

/** What is done of an import. */
export interface Done {
  written: WrittenTeam | undefined;
  /** Name of the backup of what was here before. */
  copy: string | null;
}

interface Importing {
  file: ChosenFile;
  found: FoundTeam;
  request: ImportRequest;
  /** What is done when it ends, well or not. */
  end: Done;
  dataDir: string;
  /** A folder for the unpacked file. */
  work: string;
  nowMs: () => number;
  cancelled: AbortSignal;
  /** Ends a team that was prepared, too. */
  stop: AbortSignal;
  onPhase: (phase: ImportProgress['phase'], total?: number) => void;
  onProgress: OnImportProgress;
}

/** Ids that are reserved in each table beside those that the preview counted. */
const spareIds = 10_000;

/** @throws Error when nothing was imported */
export async function swapInTeam(services: Serving, importing: Importing): Promise<void> {
  const { file, found, request, end, work, cancelled, onPhase, onProgress } = importing;
  const isMerge = await services.storage.read(hasOrganization);
  let merge: PreparedMerge | undefined;
  if (isMerge) end.copy = (await services.backups.make('safety')).name;
  cancelled.throwIfAborted();
  await services.unwritten.write();
  const facts = await services.storage.read(machineFacts);
  const data = await services.storage.read(dataId);
  const { name, path } = file;
  const { slackToken, owner, cause } = request;
  const base = { file: path, name, work, choices: chosenParts(found, request.choices), slackToken };
  await services.reopen({
    prepare: async (folder) => {
      onPhase('unpacking', file.size);
      await unpackInWorker({ ...base, kind: 'unpack' }, cancelled, onProgress);
      onPhase('writing');
      const job = { ...base, kind: 'write', folder, owner, cause, nowMs: importing.nowMs() } as const;
      if (isMerge) merge = await prepareMerge(services, { ...job, from: importing.dataDir }, importing);
      else end.written = await writeInWorker({ ...job, from: null }, cancelled, onProgress);
      onPhase('opening');
    },
    finish: async () => {
      end.written = await (merge?.finish() ?? end.written);
    },
    settle: async (next) => {
      cancelled.throwIfAborted();
      if (isMerge) return;
      await keepMachine(next, facts, owner?.email ?? null);
      await next.storage.transaction((tx) => storeServerSetting({ tx }, 'data_id', data || next.random.token(16)));
    },
  });
}

/** Writes the team beside the data, in which the server goes on writing. */
async function prepareMerge(
  { storage }: Serving,
  job: Parameters<typeof mergeInWorker>[0],
  { found, stop, onProgress }: Importing,
): Promise<PreparedMerge> {
  const most = Object.values(found.preview.counts).reduce((sum, count) => sum + count, spareIds);
  const reserved = await storage.transaction((tx) => reserveIds(tx, most));
  return mergeInWorker({ ...job, reserved }, stop, onProgress);
}
