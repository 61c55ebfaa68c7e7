/**
 * Uploaded files on disk. Every path lies inside one root: a path id has exactly three plain segments,
 * "<realm>/<random>/<file name>", and nothing else is ever joined to the root.
 * A file is complete and synced, and so are its folders, before anybody records it.
 */
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { keptTooLittle } from '../errors.ts';
import { copyFile, isDeviceName, link, mkdir, open, readdir, rename, rm, stat } from '../file-access.ts';
import { withoutUnreadable } from '../names.ts';
import { incomingUploadsName } from '../options.ts';

/** Characters of a name that are looked at, from its end. */
const mostSent = 2000;
const plainSegment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** What the file names of an upload become: one for people, one for addresses and disks. */
export interface StoredName {
  /** Shown and offered on download: letters of every kind, no path, nothing invisible. */
  name: string;
  /** Last part of the path id: ASCII letters, digits, ".", "_" and "-". */
  fileName: string;
}

export const uploadsRoot = (dataDir: string): string => join(dataDir, 'uploads');
/** Smaller forms of pictures, below the path ids of the pictures. */
export const thumbnailsRoot = (dataDir: string): string => join(dataDir, 'thumbnails');
/** Files of requests that are not answered yet: whose they are is known to the process alone. */
export const incomingUploadsDir = (dataDir: string): string => join(uploadsRoot(dataDir), incomingUploadsName);
/** Parts of resumable uploads, by the upload's id, which becomes the random part of its path id. */
export const unfinishedUploadsDir = (dataDir: string): string => join(dataDir, 'uploads-unfinished');

/** Drops folders, control characters and what no file system takes; keeps the extension of long names. */
export function storedName(sent: string): StoredName {
  // Looking for what ends a name takes the square of its length.
  const last = sent.slice(-mostSent).normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Invisible direction marks could make "exe.png" out of "gnp.exe".
  const visible = withoutUnreadable(last)
    .replaceAll(/[<>:"|?*]/g, '')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '');
  const name = shortened(visible === '' ? 'uploaded-file' : visible, 150);
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^A-Za-z0-9._-]/g, '');
  const [stem = '', extension = ''] = splitExtension(ascii);
  // Plain letters may be more than what they stand for: "㏂" becomes "a.m.".
  const start = stem.replace(/^[._-]+/, '').slice(0, 150);
  const fileName = `${start === '' ? 'file' : start}${extension.slice(0, 40)}`;
  return { name, fileName: isDeviceName(fileName) ? `file-${fileName}` : fileName };
}

function shortened(name: string, length: number): string {
  const letters = [...name];
  if (letters.length <= length) return name;
  const [, extension = ''] = splitExtension(name);
  const kept = [...extension].length > 20 ? '' : extension;
  return letters.slice(0, length - [...kept].length).join('') + kept;
}

function splitExtension(name: string): [string, string] {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}

/** @returns where the file of a path id is or would be; undefined for anything that is not a path id. */
export function locateUpload(dataDir: string, pathId: string): string | undefined {
  const segments = pathId.split('/');
  if (segments.length !== 3 || !segments.every((segment) => plainSegment.test(segment))) return undefined;
  return join(uploadsRoot(dataDir), ...segments);
}

/**
 * Takes a finished file over under a path id; resolves when all of it and its folders are on disk. If it cannot, nothing is kept.
 * @param how `move` consumes the source; `link` leaves it, sharing its bytes where the disk can.
 * @param size bytes that were received. @throws ApiError STORAGE_UNAVAILABLE when fewer are on disk.
 */
export async function keepUpload(
  dataDir: string,
  source: string,
  pathId: string,
  { how, size }: { how: 'move' | 'link'; size: number },
): Promise<void> {
  const target = located(dataDir, pathId);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  try {
    await (how === 'move' ? moveFile(source, target) : linkFile(source, target));
    const kept = await syncFile(target);
    if (kept !== size) throw keptTooLittle(kept, size);
    for (const changed of [folder, dirname(folder), uploadsRoot(dataDir)]) await syncFolder(changed);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** `keepUpload`, then `record`; the file goes again where that fails, and the parts that it was linked to stay. */
export async function keepAndRecord<T>(
  dataDir: string,
  source: string,
  pathId: string,
  kept: { how: 'move' | 'link'; size: number },
  record: () => Promise<T>,
): Promise<T> {
  await keepUpload(dataDir, source, pathId, kept);
  try {
    return await record();
  } catch (error) {
    await rm(dirname(located(dataDir, pathId)), { recursive: true, force: true });
    throw error;
  }
}

/** Moves a file, to another disk by a copy that leaves the source there. */
export async function moveFile(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(source, target);
  }
}

/** Gives a file a second place, by a copy where the disk has no links; over what an attempt before this one may have left there. */
export async function linkFile(source: string, target: string): Promise<void> {
  await rm(target, { force: true });
  try {
    await link(source, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EXDEV', 'EPERM', 'ENOTSUP'].includes(code)) throw error;
    await copyFile(source, target);
  }
}

/** Removes a file with its folder, its thumbnails, and the parts it was made of; what is missing or no path id is fine. */
export async function removeUpload(dataDir: string, pathId: string): Promise<void> {
  const file = locateUpload(dataDir, pathId);
  // A row of a backup from elsewhere may name any path: nothing of it is ours.
  if (file === undefined) return;
  const folder = dirname(file);
  const [realm = '', random = ''] = pathId.split('/');
  const parts = join(unfinishedUploadsDir(dataDir), random);
  for (const path of [folder, join(thumbnailsRoot(dataDir), realm, random), parts, `${parts}.json`])
    await rm(path, { recursive: true, force: true });
}

/** A file below uploads/. */
export interface StoredFile {
  /** As its row calls it: a path id, or the path of a picture; neither where the file is not one of ours. */
  pathId: string;
  /** Its path from uploads/, as the system writes paths. */
  inRoot: string;
  /** UNIX milliseconds. */
  modifiedMs: number;
}

/** Folders below uploads/ with pictures that belong to no message. */
const pictureFolders = ['avatars', 'emoji', 'organization'];

/** Every stored file of an organization with the time it was put there; for finding those that no row knows. */
export async function listUploads(dataDir: string, realm: number): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  for (const folder of [String(realm), ...pictureFolders]) found.push(...(await listFolder(dataDir, folder)));
  return found;
}

async function listFolder(dataDir: string, folder: string): Promise<StoredFile[]> {
  const root = join(uploadsRoot(dataDir), folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => ({
      pathId: relative(uploadsRoot(dataDir), file).replaceAll(sep, '/'),
      inRoot: relative(uploadsRoot(dataDir), file),
      modifiedMs: await modifiedMsOf(file),
    })),
  );
  return found.flatMap(({ modifiedMs, ...paths }) => (modifiedMs === undefined ? [] : [{ ...paths, modifiedMs }]));
}

/** Bytes of a file; undefined when it is missing, or something else is in its place. */
export async function bytesOf(path: string): Promise<number | undefined> {
  return (await factsOf(path))?.size;
}

/** UNIX milliseconds; undefined when the file went away, which others may do at any time. */
export async function modifiedMsOf(path: string): Promise<number | undefined> {
  return (await factsOf(path))?.mtimeMs;
}

/** A folder that became a file, and a link that leads to itself. */
const noFileCodes: readonly (string | undefined)[] = ['ENOENT', 'ENOTDIR', 'ELOOP'];

async function factsOf(path: string): Promise<Stats | undefined> {
  try {
    const facts = await stat(path);
    return facts.isFile() ? facts : undefined;
  } catch (error) {
    if (noFileCodes.includes((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}

function located(dataDir: string, pathId: string): string {
  const path = locateUpload(dataDir, pathId);
  if (path === undefined) throw new Error(`not a path id: ${pathId}`);
  return path;
}

/** @returns the bytes that are on disk. */
async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** Writes a small file whole; resolves when its bytes are on disk, its name once its folder is synced. */
export async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The system may take less than it is given. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Makes creations and renames in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there; NTFS journals its own metadata
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
