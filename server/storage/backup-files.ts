/** Files of a data folder that a backup takes beside the database: which they are, and their bytes. */
import type { FileHandle } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { lstat, readdir, stat } from '../file-access.ts';
import { incomingUploadsName } from '../options.ts';
import { phrase } from '../translation.ts';
import { errorCode, loopingLink, StartRefusedError } from './errors.ts';
import { isData, kinds } from './file-names.ts';
import { isWithin, realPlace } from './folder-places.ts';

const pieceBytes = 64 * 1024;
const ofDatabase = /^(?:journal|journal-end\.json|damaged-\d+|snapshot-\d+\..*)$/;

/** The first bytes of a file, read as its gate lets them (file-gates.ts); fewer when it has become shorter. */
export async function* bytesOf(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(pieceBytes, size - at)), 0, undefined, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The data's files besides the database. Foreign files in the folder are in no backup. */
export async function otherFiles(dataDir: string, outFile: string): Promise<{ path: string; bytes: number }[]> {
  const found: { path: string; bytes: number }[] = [];
  const incoming = join(dataDir, 'uploads', incomingUploadsName);
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const full = join(folder, entry.name);
      const isWanted =
        folder === dataDir ? isData(entry.name) && !ofDatabase.test(entry.name) : !kinds.unfinished.test(entry.name);
      if (!isWanted || full === incoming) continue;
      if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(full)))) await visit(full);
      else if (entry.isFile() && resolve(full) !== outFile) {
        const facts = await ifThere(lstat(full));
        if (facts !== undefined) found.push({ path: relative(dataDir, full), bytes: facts.size });
      }
    }
  };
  await visit(dataDir);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Also what a link leads through may be missing, or no folder. */
const missingCodes: readonly (string | undefined)[] = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/**
 * @returns whether a symbolic link leads to a folder, as one on another drive.
 * @throws StartRefusedError when it leads to no folder, or to one that holds the link
 */
async function isFolder(link: string): Promise<boolean> {
  const facts = await stat(link).catch((error: unknown) => {
    if (errorCode(error) === 'ELOOP') throw loopingLink(link, error);
    if (missingCodes.includes(errorCode(error))) return undefined;
    throw error;
  });
  if (facts?.isDirectory() === true) {
    if (isWithin(await realPlace(dirname(link)), await realPlace(link))) throw loopingLink(link);
    return true;
  }
  throw new StartRefusedError(
    'foreign',
    facts === undefined
      ? phrase(
          `${link} is a symbolic link that leads to no folder. A backup would lack its files; repair or remove it.`,
        )
      : phrase(
          `${link} is a symbolic link that leads to no folder, but to a file. A backup would lack its files; repair or remove it.`,
        ),
  );
}

/** What is asked of a file that may have gone since it was listed, as an upload that ends does. */
export async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
