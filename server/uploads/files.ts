/**
 * Uploaded files on disk. Every path lies inside one root: a path id has exactly three plain segments,
 * "<realm>/<random>/<file name>", and nothing else is ever joined to the root.
 * A file is complete and synced, and so are its folders, before anybody records it.
 */
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

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
/** Parts of resumable uploads, by the upload's id, which becomes the random part of its path id. */
export const unfinishedUploadsDir = (dataDir: string): string => join(dataDir, 'uploads-unfinished');

/** Drops folders, control characters and what no file system takes; keeps the extension of long names. */
export function storedName(sent: string): StoredName {
  // Looking for what ends a name takes the square of its length.
  const last = sent.slice(-mostSent).normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Invisible direction marks could make "exe.png" out of "gnp.exe".
  const visible = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
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
  return { name, fileName: `${start === '' ? 'file' : start}${extension.slice(0, 40)}` };
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
 * Takes a finished file over under a path id; resolves when file and folders are on disk.
 * @param how `move` consumes the source; `link` leaves it, sharing its bytes where the disk can.
 */
export async function keepUpload(dataDir: string, source: string, pathId: string, how: 'move' | 'link'): Promise<void> {
  const target = located(dataDir, pathId);
  await mkdir(dirname(target), { recursive: true });
  try {
    await (how === 'move' ? rename(source, target) : link(source, target));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The same upload again after a lost answer: its file is already there.
    if (code === 'EEXIST' && how === 'link') return;
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'ENOTSUP') throw error;
    await copyFile(source, target);
  }
  await syncFile(target);
  for (const folder of [dirname(target), dirname(dirname(target)), uploadsRoot(dataDir)]) await syncFolder(folder);
}

/** Removes a file with its folder, its thumbnails, and the parts it was made of; what is missing is fine. */
export async function removeUpload(dataDir: string, pathId: string): Promise<void> {
  const folder = dirname(located(dataDir, pathId));
  const [realm = '', random = ''] = pathId.split('/');
  const parts = join(unfinishedUploadsDir(dataDir), random);
  for (const path of [folder, join(thumbnailsRoot(dataDir), realm, random), parts, `${parts}.json`])
    await rm(path, { recursive: true, force: true });
}

/** Every stored file of an organization with the time it was put there; for finding those that no row knows. */
export async function listUploads(dataDir: string, realm: number): Promise<{ pathId: string; modifiedMs: number }[]> {
  const root = join(uploadsRoot(dataDir), String(realm));
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => ({
      pathId: [realm, basename(dirname(file)), basename(file)].join('/'),
      modifiedMs: await modifiedMsOf(file),
    })),
  );
  return found.flatMap(({ pathId, modifiedMs }) => (modifiedMs === undefined ? [] : [{ pathId, modifiedMs }]));
}

/** UNIX milliseconds; undefined when the file went away, which others may do at any time. */
export async function modifiedMsOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found?.mtimeMs;
}

function located(dataDir: string, pathId: string): string {
  const path = locateUpload(dataDir, pathId);
  if (path === undefined) throw new Error(`not a path id: ${pathId}`);
  return path;
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
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
