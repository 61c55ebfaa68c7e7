/**
 * A data folder that a backup is being restored into: a mark lies there until all of it has been checked. A restore that was killed
 * leaves the mark, no server starts on the folder, and the same command begins again.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { open, readFile, readdir, rm } from '../file-access.ts';
import { realDisk } from './disk.ts';
import { quoted, StartRefusedError } from './errors.ts';
import { isData, isServersOwn, unfinishedRestoreName } from './file-names.ts';
import { isOfSystem } from './folder-places.ts';
import { isRunning, startOf } from './process-identity.ts';
import { refuseUnfinishedCopy } from './unfinished-copy.ts';

const markSchema = z.object({
  /** The backup. */
  from: z.string(),
  pid: z.int(),
  /** Start time of that process, where the system knows it. */
  started: z.string(),
});

/** Marks the folder, durably. */
export async function markRestore(dataDir: string, from: string): Promise<void> {
  const file = await open(join(dataDir, unfinishedRestoreName), 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify({ from: resolve(from), pid: process.pid, started: startOf(process.pid) }));
    await file.sync();
  } finally {
    await file.close();
  }
  realDisk.syncFolderNow(dataDir);
}

/** The restored folder is whole: from now on it is a data folder. */
export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, unfinishedRestoreName), { force: true });
  realDisk.syncFolderNow(dataDir);
}

/**
 * @param isRestoring the restore that is under way asks itself
 * @throws StartRefusedError `interrupted` when the folder is not whole: a move or a restore into it did not end
 */
export async function refuseUnfinished(dataDir: string, isRestoring = false): Promise<void> {
  await refuseUnfinishedCopy(dataDir);
  if (isRestoring || !existsSync(join(dataDir, unfinishedRestoreName))) return;
  const from = (await findMark(dataDir))?.from ?? 'FILE';
  const command = `npm run restore -- --from ${quoted(from)} --data-dir ${quoted(dataDir)}`;
  throw new StartRefusedError(
    'interrupted',
    `${dataDir} is not whole: restoring a backup into it was interrupted. To restore it again: ${command}`,
  );
}

/**
 * Removes what a killed restore left. Entries that belong to other programs stay.
 * @throws StartRefusedError `in-use` while the other restore runs
 */
export async function discardUnfinishedRestore(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, unfinishedRestoreName))) return;
  const mark = await findMark(dataDir);
  if (mark !== undefined && isRunning(mark.pid) && startOf(mark.pid) === mark.started)
    throw new StartRefusedError('in-use', `Process ${mark.pid} restores a backup into ${dataDir} now.`);
  // The mark goes last: whatever ends this leaves a folder that is known to be unfinished.
  const names = await readdir(dataDir);
  for (const name of names)
    if (name !== unfinishedRestoreName && !isOfSystem(name) && (isData(name) || isServersOwn(name)))
      await rm(join(dataDir, name), { recursive: true, force: true });
  await unmarkRestore(dataDir);
}

/** Undefined for a mark that was cut short while it was made. */
async function findMark(dataDir: string): Promise<z.infer<typeof markSchema> | undefined> {
  const text = await readFile(join(dataDir, unfinishedRestoreName), 'utf8');
  try {
    return markSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
