/** An export of the team while the server runs: in a thread of its own, one at a time, into one file that the next replaces. */
import { type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storageUnavailable } from '../../errors.ts';
import { mkdir, open, unlink } from '../../file-access.ts';
import { isDiskFull } from '../../storage/errors.ts';
import { answerOfWorker, workerFile } from '../../worker-file.ts';

const noRoom = "The export was not made: there is too little room on the server's disk. Free up space, then try again.";

export interface ExportJob {
  dataDir: string;
  outFile: string;
}

interface Export {
  path: Promise<string>;
  /** Who has yet to open it. */
  askers: number;
}

/** By data folder, what is under way: a user who asks meanwhile gets the same one. */
const underWay = new Map<string, Export>();

/** @returns the archive, opened; its name is gone once all who asked for it have it. @throws Error when it could not be written; ApiError STORAGE_UNAVAILABLE where the disk has too little room */
export async function openExport(dataDir: string): Promise<FileHandle> {
  const made = underWay.get(dataDir) ?? { path: write(dataDir), askers: 0 };
  underWay.set(dataDir, made);
  made.askers += 1;
  try {
    return await open(await made.path);
  } finally {
    made.askers -= 1;
    if (made.askers === 0) {
      underWay.delete(dataDir);
      await unlink(fileOf(dataDir)).catch(() => undefined);
    }
  }
}

const fileOf = (dataDir: string): string => join(dataDir, 'exports', 'team.tar.gz');

async function write(dataDir: string): Promise<string> {
  const outFile = fileOf(dataDir);
  await mkdir(dirname(outFile), { recursive: true });
  const file = workerFile(import.meta.url, 'operations/team-export', 'export-worker');
  await answerOfWorker(file, { dataDir, outFile } satisfies ExportJob).catch((error: unknown) => {
    throw isDiskFull(error) ? storageUnavailable(noRoom) : error;
  });
  return outFile;
}
