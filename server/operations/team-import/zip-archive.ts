/**
 * Zip archive of another chat, read by its directory, of which nothing is trusted. Files are read as streams and in any order; their
 * names, sizes and check sums are all that is kept.
 */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { createWriteStream, stat } from '../../file-access.ts';
import { phrase, type Phrase } from '../../translation.ts';
import { isOfDisk, isZip, leadsOut, type ArchiveLimits } from './archive.ts';
import { exportText } from './export-text.ts';
import type { TakeFile } from './records.ts';
import { ImportRefused, refusal, type Problem, type ReportProblem } from './report.ts';
import { MissingFile } from './source.ts';

const usualLimits: ArchiveLimits = {
  entries: 500_000,
  textBytes: 256 * 1024 * 1024,
  expansion: 200,
};

/** Files that programs add to archives for themselves. */
const clutter = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

/** The content of one file is damaged; the others can be read. */
export class DamagedEntry extends MissingFile {
  readonly what: Phrase;

  /** @param what is wrong with it, for the report */
  constructor(what: Phrase) {
    super(what);
    this.what = what;
  }
}

export class ZipArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #limits: ArchiveLimits;
  /** Bytes of files that were read so far, unpacked. */
  read = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: ArchiveLimits) {
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
  }

  /**
   * Reads the directory. Entries that are no plain files below the archive's folder are reported and left out.
   * @param root matches the path of a file that lies at the top: the folder around everything is found by it
   * @throws ImportRefused when the file is no such archive, ends too early or expands without end
   */
  static async open(
    file: string,
    root: RegExp,
    { report, limits = usualLimits }: { report: ReportProblem; limits?: ArchiveLimits },
  ): Promise<ZipArchive> {
    await checkKind(file);
    const { size } = await stat(file);
    let zip: ZipFile | undefined;
    try {
      zip = await openPromise(file, { autoClose: false, decodeStrings: false });
      return new ZipArchive(zip, withoutFolder(await directory(zip, size, { report, limits }), root, report), limits);
    } catch (error) {
      zip?.close();
      if (error instanceof ImportRefused || isOfDisk(error)) throw error;
      throw refusal('The archive', null, 'The archive is damaged or ends too early.', 'Copy the file again.');
    }
  }

  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  /** @returns bytes of the file when unpacked; undefined when there is none of this name */
  bytes(name: string): number | undefined {
    return this.#entries.get(name)?.uncompressedSize;
  }

  /**
   * @returns the file as text; of a damaged one what could be read before the damage.
   * @throws DamagedEntry when there is none, or it is longer than a file of records can be
   */
  async text(name: string): Promise<{ text: string; damage: DamagedEntry | undefined }> {
    if ((this.bytes(name) ?? 0) > this.#limits.textBytes)
      throw new DamagedEntry(phrase('The file is too large to be read.'));
    const chunks: Buffer[] = [];
    const damage = await this.#readInto(name, async (all) => {
      for await (const chunk of all) chunks.push(chunk);
    });
    return { text: exportText(Buffer.concat(chunks)), damage };
  }

  /**
   * Writes the file to a path, which gets no more than the archive names.
   * @throws DamagedEntry; what could be read before the damage is then in the file
   */
  take(name: string): TakeFile {
    return async (path) => {
      const damage = await this.#readInto(name, (all) => pipeline(all, createWriteStream(path)));
      if (damage !== undefined) throw damage;
      return this.bytes(name) ?? 0;
    };
  }

  /** @param take gets what can be read; the damage ends it like any other end, as a stream that fails drops what it has. */
  async #readInto(
    name: string,
    take: (all: AsyncIterable<Buffer>) => Promise<void>,
  ): Promise<DamagedEntry | undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new DamagedEntry(phrase('There is no file of this name.'));
    const chunks = this.#chunks(entry);
    let damage: DamagedEntry | undefined;
    const readable = async function* (): AsyncGenerator<Buffer> {
      try {
        yield* chunks;
      } catch (error) {
        if (!(error instanceof DamagedEntry)) throw error;
        damage = error;
      }
    };
    await take(readable());
    return damage;
  }

  async close(): Promise<void> {
    const closed = once(this.#zip, 'close');
    this.#zip.close();
    await closed;
  }

  /** The content of a file, of the length and the check sum that the directory names. */
  async *#chunks(entry: Entry): AsyncGenerator<Buffer> {
    let sum = 0;
    let stream: Readable | undefined;
    try {
      stream = await this.#zip.openReadStreamPromise(entry);
      for await (const part of stream) {
        const chunk = part as Buffer;
        sum = crc32(chunk, sum);
        this.read += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (isOfDisk(error)) throw error;
      throw new DamagedEntry(phrase('The file is damaged.'));
    } finally {
      stream?.destroy();
    }
    if (sum !== entry.crc32) throw new DamagedEntry(phrase('The file is damaged.'));
  }
}

/** @returns the same, which keeps what could be read of a damaged file and reports it */
export function keepingDamaged(
  take: TakeFile,
  { file, line }: Pick<Problem, 'file' | 'line'>,
  report: ReportProblem,
): TakeFile {
  return async (path) => {
    try {
      return await take(path);
    } catch (error) {
      if (!(error instanceof DamagedEntry)) throw error;
      report({ file, line, what: phrase('The file is damaged; what could be read of it is kept.'), done: 'changed' });
      return (await stat(path)).size;
    }
  };
}

/** @throws ImportRefused for another kind of file */
async function checkKind(file: string): Promise<void> {
  const { size } = await stat(file);
  if (size === 0) throw refusal(file, null, 'The file is empty.', 'Copy it again.');
  if (!(await isZip(file)))
    throw refusal(file, null, 'This is no zip file.', 'Choose the .zip file of an export, as it was downloaded.');
}

interface Reading {
  report: ReportProblem;
  limits: ArchiveLimits;
}

/** @returns the files of the archive by their whole paths. */
async function directory(zip: ZipFile, size: number, { report, limits }: Reading): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>();
  let [bytes, packed, unreadable] = [0, 0, 0];
  for await (const entry of zip.eachEntry()) {
    const path = pathOf(entry);
    const leaveOut = (what: Phrase): void => report({ file: path, line: null, what, done: 'left out' });
    bytes += entry.uncompressedSize;
    packed += entry.compressedSize;
    // Entries that share their content hold more than the file: an archive made to fill the disk.
    if (packed > size || (bytes > limits.textBytes && bytes > size * limits.expansion))
      throw refusal(path, null, 'The archive expands to far more than it can hold.', 'Export the team again.');
    if (found.size >= limits.entries)
      throw refusal(path, null, 'The archive has too many files.', 'Export the team again.');
    if (path.endsWith('/') || clutter.test(path)) continue;
    if (leadsOut(path)) leaveOut(phrase('The path leads out of the archive.'));
    else if (isLink(entry)) leaveOut(phrase('This is a link or a device, not a file.'));
    else if (!entry.canDecodeFileData()) {
      unreadable += 1;
      leaveOut(phrase('The file is encrypted or packed in a way that cannot be read.'));
    } else if (found.has(path)) leaveOut(phrase('The archive has two files of this name.'));
    else found.set(path, lean(entry));
  }
  if (found.size === 0 && unreadable > 0)
    throw refusal(
      'The archive',
      null,
      'All files in it are encrypted, or packed in a way that cannot be read.',
      'Unpack it with its password, and pack the files as an ordinary .zip file.',
    );
  if (found.size === 0)
    throw refusal('The archive', null, 'The archive is empty.', 'Choose the .zip file of an export.');
  return found;
}

/** Many programs write UTF-8 without saying so. */
function pathOf(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(entry.fileNameRaw).replaceAll('\\', '/');
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
  }
}

/** The kind of a file is in the upper half of the attributes when a program of Unix wrote them: 8 is a file, 0 nothing said. */
function isLink({ externalFileAttributes, versionMadeBy }: Entry): boolean {
  const kind = externalFileAttributes >>> 28;
  return versionMadeBy >>> 8 === 3 && kind !== 0 && kind !== 8;
}

/** What reading needs no longer is let go: there may be many entries. */
function lean(entry: Entry): Entry {
  const none = Buffer.alloc(0);
  return Object.assign(entry, { extraFields: [], extraFieldRaw: none, fileCommentRaw: none, fileComment: '' });
}

/** Workspaces of an organization of Slack lie side by side. */
const ofWorkspace = /(?<=^|\/)teams\/[^/]+\/$/;

/** @returns the entries by their paths below the folder that holds all of them, found by the shortest path that `root` matches. */
function withoutFolder(
  entries: ReadonlyMap<string, Entry>,
  root: RegExp,
  report: ReportProblem,
): ReadonlyMap<string, Entry> {
  const folders = [...entries.keys()]
    .map((path) => path.split(/(?<=\/)(?=[^/]*$)/))
    .filter((parts) => root.test(parts.at(-1) ?? ''))
    .map((parts) => (parts.length > 1 ? (parts[0] ?? '').replace(ofWorkspace, '') : ''));
  const outer = folders.toSorted((one, other) => one.length - other.length)[0] ?? '';
  if (outer === '') return entries;
  return new Map(
    [...entries].flatMap(([path, entry]) => {
      if (path.startsWith(outer)) return [[path.slice(outer.length), entry] as const];
      report({
        file: path,
        line: null,
        what: phrase('The file lies outside of the folder of the export.'),
        done: 'left out',
      });
      return [];
    }),
  );
}
