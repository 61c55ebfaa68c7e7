/**
 * Swapping the content of a data folder for another's, by renames within the folder: what was there is whole at any moment,
 * and comes back when the new content cannot be opened, or when the swap is cut off. The server's own things and foreign files stay.
 */
import { join } from 'node:path';
import { mkdir, rename, rm } from '../file-access.ts';
import { realDisk as disk } from './disk.ts';
import { dataPaths, isData, replacingName } from './file-names.ts';
import { findOwner } from './lock.ts';

/**
 * Where a swap is can be read from the names in `replacing/`: `incoming` is being filled, `leaving` takes what was there,
 * `left` holds it while the new content is tried, `gone` is what was there and is no longer wanted.
 */
function places(dataDir: string): Record<'root' | 'incoming' | 'leaving' | 'left' | 'gone', string> {
  const root = join(dataDir, replacingName);
  const place = (name: string): string => join(root, name);
  return { root, incoming: place('incoming'), leaving: place('leaving'), left: place('left'), gone: place('gone') };
}

/** @returns an empty folder on the same disk, in which the content to come is put together while the server runs. */
export async function incomingFolder(dataDir: string): Promise<string> {
  const { incoming } = places(dataDir);
  await rm(incoming, { recursive: true, force: true });
  // Windows refuses a folder for a moment while the one of before is being removed.
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  return incoming;
}

/** Swaps in what was put together. No one has the folder open. @throws the error of the disk; `putBack` mends. */
export async function swapIn(dataDir: string): Promise<void> {
  const { root, incoming, leaving, left } = places(dataDir);
  disk.makeFolderNow(leaving);
  await moveAll(dataDir, leaving);
  // From here on, what stands in the folder is new.
  await rename(leaving, left);
  disk.syncFolderNow(root);
  await moveAll(incoming, dataDir);
}

/** Makes the folder as it was before a swap that did not end. Does nothing where there was none. */
export async function putBack(dataDir: string): Promise<void> {
  const { root, leaving, left, incoming } = places(dataDir);
  const names = disk.listNow(root);
  if (names.length === 0) return;
  if (names.includes('left')) {
    disk.makeFolderNow(incoming);
    await moveAll(dataDir, incoming);
    await rename(left, leaving);
    disk.syncFolderNow(root);
  }
  if (disk.listNow(root).includes('leaving')) await moveAll(leaving, dataDir);
  await rm(root, { recursive: true, force: true });
}

/** The same for the user who looks at a folder without opening it: where no process has it. */
export async function putBackIfStopped(dataDir: string): Promise<void> {
  if ((await findOwner(disk, dataPaths(dataDir))) === undefined) await putBack(dataDir);
}

/** The new content has been opened: what was there before is no longer needed. @returns where it is until it is deleted. */
export async function forgetReplaced(dataDir: string): Promise<string> {
  const { root, left, gone } = places(dataDir);
  if (disk.listNow(root).includes('left')) await rename(left, gone);
  disk.syncFolderNow(root);
  return gone;
}

/** Deletes what `forgetReplaced` gave up; takes its time. */
export async function deleteReplaced(dataDir: string): Promise<void> {
  await rm(places(dataDir).root, { recursive: true, force: true });
}

async function moveAll(from: string, to: string): Promise<void> {
  for (const name of disk.listNow(from)) if (isData(name)) await rename(join(from, name), join(to, name));
  disk.syncFolderNow(to);
  disk.syncFolderNow(from);
}
