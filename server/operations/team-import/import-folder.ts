/** An import into a data folder on which no server runs: as a running server does it, in this thread. */
import { join } from 'node:path';
import { hasOrganization, serverSetting } from '../../domain/organization/rows.ts';
import { mkdir, readdir, rename, rm } from '../../file-access.ts';
import { backupFolder } from '../../storage/backup.ts';
import { checkBackup } from '../../storage/check-backup.ts';
import { deleteReplaced, forgetReplaced, incomingFolder, swapIn } from '../../storage/database.ts';
import { realDisk } from '../../storage/disk.ts';
import { dataPaths, importsName, isData } from '../../storage/file-names.ts';
import { loadState } from '../../storage/history.ts';
import { takeLock } from '../../storage/lock.ts';
import { readFolder } from '../../storage/read-folder.ts';
import { putBack } from '../../storage/replace.ts';
import { backupName, listBackups, pruneBackups, unchecked, writeNote } from '../backups/folder.ts';
import { backupQueries } from '../backups/queries.ts';
import { backupSettings } from '../backups/settings.ts';
import { ImportNotes } from './import-notes.ts';
import type { ChosenParts, NewOwner, OnImportProgress, WrittenTeam } from './job-types.ts';
import { previewFile, unpackFile, writeFileTeam } from './job.ts';
import { refusal } from './report.ts';

export interface FolderImport {
  dataDir: string;
  file: string;
  /** @param channels of the file by name, public ones. @returns what is left out. */
  choose: (
    channels: { id: ChosenParts['leaveOutChannels'][number]; name: string; isPrivate: boolean }[],
  ) => ChosenParts;
  /** Of an organization that is made. */
  owner: NewOwner | null;
  /** Downloads files that an export of Slack only links to. */
  slackToken?: string | undefined;
  /** UNIX milliseconds. */
  nowMs: number;
  signal: AbortSignal;
  onPhase: (phase: 'reading' | 'backing_up' | 'unpacking' | 'writing') => void;
  onProgress: OnImportProgress;
}

/**
 * @returns what was added, and the name of the backup of what was there before.
 * @throws ImportRefused; StartRefusedError `in-use` while a server runs on the folder. The data is then as it was
 */
export async function importIntoFolder(asked: FolderImport): Promise<WrittenTeam & { safetyCopy: string | null }> {
  const { dataDir, file, signal, onPhase, onProgress, nowMs } = asked;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await takeLock(realDisk, dataPaths(dataDir));
  const work = join(dataDir, importsName, 'unpacked.unfinished');
  try {
    await putBack(dataDir);
    const hooks = { signal, onProgress };
    const server = await serverOf(dataDir);
    if (server === null && asked.owner === null)
      throw refusal(
        'The folder',
        null,
        'It has no organization yet.',
        'Add --owner-email with the address of its owner.',
      );
    onPhase('reading');
    const found = await previewFile({ file, work }, hooks);
    const choices = asked.choose(found.preview.channels);
    if (server !== null) onPhase('backing_up');
    const safetyCopy = server === null ? null : await backUp(dataDir, server, nowMs);
    signal.throwIfAborted();
    onPhase('unpacking');
    const { owner, slackToken } = asked;
    await unpackFile({ file, work, choices, slackToken }, hooks);
    const folder = await incomingFolder(dataDir);
    onPhase('writing');
    const from = server === null ? null : dataDir;
    const cause = { via: 'command_line' } as const;
    const job = { kind: 'write', file, work, from, folder, choices, owner, slackToken, cause, nowMs } as const;
    const written = await writeFileTeam(job, hooks);
    signal.throwIfAborted();
    await swapIn(dataDir);
    (await loadState(realDisk, dataPaths(dataDir))).engine.close();
    await forgetReplaced(dataDir);
    const at = Math.floor(nowMs / 1000);
    const end = { at, written, error: null, copy: safetyCopy };
    // The team is there, and the caller gets the report: that it cannot be written does not undo it.
    await new ImportNotes(join(dataDir, importsName)).write(found, end).catch(() => undefined);
    return { ...written, safetyCopy };
  } catch (error) {
    await putBack(dataDir);
    throw error;
  } finally {
    await deleteReplaced(dataDir);
    await rm(work, { recursive: true, force: true });
    await lock.release();
  }
}

interface Server {
  /** The word by which backups of organizations differ. */
  word: string;
  /** How many backups of a kind it keeps. */
  keep: number;
}

/** @returns null for a folder without an organization. */
async function serverOf(dataDir: string): Promise<Server | null> {
  if (!(await readdir(dataDir)).some(isData)) return null;
  const paths = dataPaths(dataDir);
  const state = await loadState(realDisk, paths);
  state.engine.close();
  if (state.nextTransaction === 1) return null;
  return readFolder(dataDir, async (db) =>
    hasOrganization(db)
      ? { word: serverSetting(db, 'date_created', 0).toString(36), keep: backupSettings(db).backup_keep }
      : null,
  );
}

/** @returns the name of the backup. */
async function backUp(dataDir: string, { word, keep }: Server, nowMs: number): Promise<string> {
  const folder = join(dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = backupName(word, 'safety', nowMs, new Set(await readdir(folder)));
  const path = join(folder, name + unchecked);
  try {
    await backupFolder(dataDir, path, { now: () => nowMs, ...backupQueries });
    await writeNote(folder, name, await checkBackup(path), Math.floor(nowMs / 1000));
    await rename(path, join(folder, name));
  } catch (error) {
    // Half a backup is none, and takes room.
    await rm(path, { recursive: true, force: true });
    throw error;
  }
  const nowSecs = Math.floor(nowMs / 1000);
  // An old copy that cannot be deleted is no reason to import nothing.
  await listBackups(folder, word, true)
    .then((backups) => pruneBackups([{ folder, backups }], { kind: 'safety', keep, nowSecs, spared: name }))
    .catch(() => undefined);
  return name;
}
