/**
 * The note that a move leaves in the old folder: no server starts there, and no command works there, unless it is meant. While the copy
 * does not count yet, neither does the note.
 */
import { join, resolve } from 'node:path';
import { open, readFile, rm } from '../file-access.ts';
import { phrase } from '../translation.ts';
import { realDisk } from './disk.ts';
import { errorCode, StartRefusedError } from './errors.ts';
import { isUnfinishedCopyOf } from './unfinished-copy.ts';

/** In the old folder, for the user who finds it. */
export const movedNote = 'MOVED.txt';

/**
 * Keeps a server from starting on a folder whose data was moved: what it took would be lost to the new one.
 * @param isMeant start all the same; the note is then removed. @throws StartRefusedError `moved`
 */
export async function refuseMoved(folder: string, isMeant: boolean): Promise<void> {
  if (!isMeant) await refuseOldCopy(folder);
  // The folder is in use from now on, also where the move did not end.
  await rm(join(folder, movedNote), { force: true });
}

/** Keeps a command from working on a folder whose data was moved, as a daily backup that goes on there. @throws StartRefusedError `moved` */
export async function refuseOldCopy(folder: string): Promise<void> {
  const note = await noteIn(folder);
  if (note === undefined) return;
  const [, to] = /^Hearth moved its data to (.+)\.\r?\n/.exec(note) ?? [];
  if (to === undefined) {
    // A person has changed it, or the disk has lost what was in it.
    const text = phrase(
      `The data of ${folder} was moved, but ${movedNote} in it no longer says where. Use the new folder, or add --anyway to use this old copy.`,
    );
    throw new StartRefusedError('moved', text);
  }
  // A move that was killed right before its end: the copy does not count yet, so this folder does.
  if (await isUnfinishedCopyOf(to, folder)) return;
  throw new StartRefusedError(
    'moved',
    `The data of ${folder} was moved to ${to}. Use --data-dir ${to}, or add --anyway to use this old copy.`,
  );
}

/** Undefined when there is none. @throws the error of the disk: the note may be there */
async function noteIn(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, movedNote), 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** On disk before the copy counts: after a power cut the old folder must not pass for the one in use. */
export async function leaveNote(from: string, to: string): Promise<void> {
  const file = await open(join(from, movedNote), 'w', 0o600);
  try {
    await file.writeFile(noteOf(to));
    await file.sync();
  } finally {
    await file.close();
  }
  realDisk.syncFolderNow(from);
}

/** Removes the note of a move that came to nothing: the folder is in use. */
export async function forgetNote(from: string, to: string): Promise<void> {
  const note = join(from, movedNote);
  if ((await readFile(note, 'utf8').catch(() => '')) === noteOf(to)) await rm(note);
}

const noteOf = (to: string): string =>
  `Hearth moved its data to ${resolve(to)}.\nThis folder is a copy of the day it moved, and is no longer used.\n`;
