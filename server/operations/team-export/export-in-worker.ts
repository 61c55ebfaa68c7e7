/** An export of the team while the server runs: in a thread of its own, one at a time, into one file that the next replaces. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { answerOfWorker, workerFile } from '../../worker-file.ts';

export interface ExportJob {
  dataDir: string;
  outFile: string;
}

/** By data folder, what is under way: whoever asks meanwhile waits for the same one. */
const underWay = new Map<string, Promise<string>>();

/** @returns the path of the archive. @throws Error when it could not be written. */
export async function exportInWorker(dataDir: string): Promise<string> {
  const known = underWay.get(dataDir);
  if (known !== undefined) return known;
  const made = write(dataDir).finally(() => underWay.delete(dataDir));
  underWay.set(dataDir, made);
  return made;
}

async function write(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'exports');
  await mkdir(folder, { recursive: true });
  const outFile = join(folder, 'team.tar.gz');
  const file = workerFile(import.meta.url, 'operations/team-export', 'export-worker');
  await answerOfWorker(file, { dataDir, outFile } satisfies ExportJob);
  return outFile;
}
