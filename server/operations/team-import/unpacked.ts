/** Archive of another chat, unpacked beside the data: its files by their names, in any order and as often as they are wanted. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { mkdir, readFile, rm, stat, writeFile } from '../../file-access.ts';
import { errorCode } from '../../storage/errors.ts';
import { linkFile } from '../../uploads/files.ts';
import { readArchive, type ArchiveLimits } from './archive.ts';
import { exportText } from './export-text.ts';
import { refusal, type ReportProblem } from './report.ts';
import type { SourceTools } from './source.ts';

/** Written last: a folder without it was not unpacked to its end. */
const listName = 'unpacked.json';
/** Of a file with records, which is read whole. */
const mostText = 256 * 1024 * 1024;

interface List {
  /** Files with records at the top of the archive, and those that name the files below a folder. */
  names: string[];
  /** All other files. */
  files: string[];
  problems: Parameters<ReportProblem>[0][];
}

type Unpacking = SourceTools & { limits?: ArchiveLimits };

export class UnpackedArchive {
  readonly #work: string;
  /** Names of files with records. */
  readonly names: readonly string[];
  /** Names of all other files. */
  readonly files: readonly string[];

  constructor(work: string, { names, files }: Pick<List, 'names' | 'files'>) {
    this.#work = work;
    this.names = names;
    this.files = files;
  }

  /** Reads a file with records; undefined where the archive has none of that name. @throws ImportRefused when it is too large */
  async text(name: string): Promise<string | undefined> {
    const path = locate(this.#work, name);
    const size = await this.bytes(name);
    if (size === undefined) return undefined;
    if (size > mostText) throw refusal(name, null, 'The file is too large to be read.', 'Export the team again.');
    return exportText(await readFile(path));
  }

  /** Undefined where the archive has no such file. */
  async bytes(name: string): Promise<number | undefined> {
    return (await stat(locate(this.#work, name)).catch(notThere))?.size;
  }

  /** Brings a file to a path, and keeps it: a team may be written twice. @returns its bytes; undefined as `bytes`. */
  async take(name: string, path: string): Promise<number | undefined> {
    const bytes = await this.bytes(name);
    if (bytes !== undefined) await linkFile(locate(this.#work, name), path);
    return bytes;
  }
}

/** Files with records at the top, and those that name the files below a folder. */
const hasRecords = (name: string): boolean =>
  name.endsWith('.json') && (!name.includes('/') || name.endsWith('/records.json'));

/** For a file that may be missing. @throws other errors than that */
export function notThere(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

/** Names of an archive are no names of files here: letters, lengths and devices of any system may be in them. */
function locate(work: string, name: string): string {
  const hash = createHash('sha256').update(name).digest('hex');
  return join(work, hash.slice(0, 2), hash);
}

/** Unpacks an archive into an empty folder, or finds what an earlier call has unpacked there. @throws ImportRefused as `readArchive` */
export async function unpackArchive(file: string, options: Unpacking): Promise<UnpackedArchive> {
  const { work, signal, report, limits, onProgress, checkRoom } = options;
  const known = await readFile(join(work, listName), 'utf8').catch(notThere);
  if (known !== undefined) {
    const list = JSON.parse(known) as List;
    for (const problem of list.problems) report(problem);
    return new UnpackedArchive(work, list);
  }
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  const list: List = { names: [], files: [], problems: [] };
  const note: ReportProblem = (problem) => {
    if (list.problems.length < 10_000) list.problems.push(problem);
    report(problem);
  };
  const folders = new Set<string>();
  await readArchive(
    file,
    async (entry) => {
      const path = locate(work, entry.name);
      const folder = join(path, '..');
      if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
      folders.add(folder);
      await checkRoom?.(entry.bytes);
      await entry.save(path);
      (hasRecords(entry.name) ? list.names : list.files).push(entry.name);
    },
    { report: note, signal, ...(limits && { limits }), ...(onProgress && { onProgress }) },
  );
  await writeFile(join(work, listName), JSON.stringify(list));
  return new UnpackedArchive(work, list);
}
