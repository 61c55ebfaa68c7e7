/** Archive of another chat as a stream of files: a tar file, compressed or not, of which nothing is trusted. */
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Extract } from 'tar-stream';
import { isFromDisk, systemCode } from '../../disk-codes.ts';
import { createReadStream, createWriteStream, open, stat } from '../../file-access.ts';
import { phrase, type Phrase } from '../../translation.ts';
import { exportText } from './export-text.ts';
import { ImportRefused, refusal, type ReportProblem } from './report.ts';

export interface ArchivedEntry {
  /** Path in the archive without the folder that holds all of it. */
  name: string;
  bytes: number;
  /** Reads the whole entry as text. @throws ImportRefused when it is longer than a file of records can be */
  text(): Promise<string>;
  /** Writes the whole entry to a file. @throws the error of the disk */
  save(path: string): Promise<void>;
}

/** Bounds of an archive. Bytes. */
export interface ArchiveLimits {
  entries: number;
  /** Of a file with records, which is read whole. */
  textBytes: number;
  /** All files together may have this many times the bytes of the archive, once they exceed `textBytes`. */
  expansion: number;
}

const usualLimits: ArchiveLimits = { entries: 2_000_000, textBytes: 256 * 1024 * 1024, expansion: 200 };

/** Archives have a folder around everything, or none. It is found by the names of the files at the top. */
const outerFolder =
  /^(?:\.\/)*(?:[^/]+\/)??(?=(?:uploads|avatars|emoji|realm_icons)\/|(?:realm|migration_status|attachment|analytics|stats|consented_user_ids|messages-\d+)\.json$|notes\.txt$)/;

type Entry = Extract extends AsyncIterable<infer E> ? E : never;

interface Reading {
  report: ReportProblem;
  signal: AbortSignal;
  limits?: ArchiveLimits;
  /** Gets bytes of the file, out of all. */
  onProgress?: (done: number, total: number) => void;
}

/**
 * Hands every file of the archive to `take`, in the archive's order. Entries that are no plain files below the archive's folder are
 * reported and left out.
 * @throws ImportRefused when the file is no such archive, ends too early or expands without end
 */
export async function readArchive(
  file: string,
  take: (entry: ArchivedEntry) => Promise<void>,
  { report, signal, limits = usualLimits, onProgress }: Reading,
): Promise<void> {
  const { size } = await stat(file);
  const isCompressed = await checkKind(file);
  const reader = extract();
  const source = createReadStream(file);
  let read = 0;
  if (onProgress !== undefined) source.on('data', (chunk) => onProgress((read += chunk.length), size));
  const reading = isCompressed
    ? pipeline(source, createGunzip(), reader, { signal })
    : pipeline(source, reader, { signal });
  reading.catch(() => undefined);
  const seen = new Set<string>();
  let [bytes, last] = [0, ''];
  let failure: unknown;
  try {
    for await (const entry of reader) {
      last = entry.header.name;
      bytes += entry.header.size ?? 0;
      if (bytes > limits.textBytes && bytes > size * limits.expansion)
        throw refusal(last, null, 'The archive expands to far more than it can hold.', 'Export the team again.');
      if (seen.size >= limits.entries)
        throw refusal(last, null, 'The archive has too many files.', 'Export the team again.');
      const name = safeName(entry, seen, report);
      if (name !== undefined)
        await take(archivedEntry(entry, name, limits.textBytes)).catch((error: unknown) => {
          failure = error;
          throw error;
        });
      entry.resume();
    }
    await reading;
  } catch (error) {
    // What reads the archive fails with many kinds of errors; those of `take` are its own.
    if (signal.aborted || error instanceof ImportRefused || isOfDisk(error) || error === failure) throw error;
    throw damaged(last);
  } finally {
    source.destroy();
  }
  if (seen.size === 0) throw refusal(file, null, 'The archive is empty.', 'Choose the .tar.gz file of an export.');
}

/** An error of the disk, not of what is on it. */
export const isOfDisk = (error: unknown): boolean => isFromDisk(error) || systemCode(error) === 'ENOENT';

const damaged = (last: string): ImportRefused =>
  last === ''
    ? refusal(
        'The archive',
        null,
        'The archive is damaged, or what is packed in it is no tar archive.',
        'Copy the file again, or unpack it once.',
      )
    : refusal(last, null, 'The archive is damaged or ends too early here.', 'Copy the file again.');

/** Archives that are not read, by their first bytes. */
const otherKinds: readonly [Buffer, string][] = [
  [Buffer.from('377abcaf271c', 'hex'), phrase('a 7z archive')],
  [Buffer.from('Rar!'), phrase('a RAR archive')],
  [Buffer.from('fd377a585a00', 'hex'), phrase('a file that xz compressed')],
  [Buffer.from('28b52ffd', 'hex'), phrase('a file that zstd compressed')],
  [Buffer.from('BZh'), phrase('a file that bzip2 compressed')],
  [Buffer.from('MZ'), phrase('a program, such as an archive that unpacks on its own')],
];

class ForeignArchive extends ImportRefused {
  readonly kind: string;

  constructor(file: string, what: string) {
    super(refusal(file, 1, phrase(`This is ${what}.`), repack).message);
    this.kind = what;
  }
}

/** What to do with an archive of another program. */
export const repack = phrase('Unpack it, and pack its files as a .zip or .tar.gz file.');

/** @returns whether the file is compressed. @throws ImportRefused for another kind of file */
async function checkKind(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    if (bytesRead === 0) throw refusal(file, null, 'The file is empty.', 'Copy it again.');
    if (buffer.readUInt16BE(0) === 0x1f8b) return true;
    if (buffer.toString('latin1', 257, 262) === 'ustar') return false;
    const kind = otherKinds.find(([first]) => buffer.subarray(0, first.length).equals(first))?.[1];
    if (kind !== undefined) throw new ForeignArchive(file, kind);
    throw refusal(
      file,
      1,
      'This is no tar or tar.gz file.',
      'Choose the .tar.gz file of an export, as it was downloaded.',
    );
  } finally {
    await handle.close();
  }
}

/** @returns whether a file begins as zip files do. */
export async function isZip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1', 0, bytesRead) === 'PK';
  } finally {
    await handle.close();
  }
}

/**
 * @returns what a file is that is no archive that can be read, by its first bytes: '' for no archive; null where it may be one.
 * @throws the error of the disk
 */
export async function foreignKind(file: string): Promise<string | null> {
  if (await isZip(file)) return null;
  try {
    await checkKind(file);
    return null;
  } catch (error) {
    if (error instanceof ForeignArchive) return error.kind;
    if (error instanceof ImportRefused) return '';
    throw error;
  }
}

/** @returns the name to use; undefined for what is left out. */
function safeName({ header }: Entry, seen: Set<string>, report: ReportProblem): string | undefined {
  const leaveOut = (what: Phrase): undefined => {
    report({ file: header.name, line: null, what, done: 'left out' });
  };
  // A backslash separates folders on Windows.
  const path = header.name.replaceAll('\\', '/');
  if (header.type === 'directory') return undefined;
  if (header.type !== 'file' && header.type !== 'contiguous-file')
    return leaveOut(phrase('This is a link or a device, not a file.'));
  if (leadsOut(path)) return leaveOut(phrase('The path leads out of the archive.'));
  const name = path.replace(outerFolder, '').replace(/^(?:\.\/)+/, '');
  if (seen.has(name)) return leaveOut(phrase('The archive has two files of this name.'));
  seen.add(name);
  return name;
}

/** @param path with folders separated by "/". */
export const leadsOut = (path: string): boolean =>
  path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\0') || path.split('/').includes('..');

function archivedEntry(entry: Entry, name: string, most: number): ArchivedEntry {
  const bytes = entry.header.size ?? 0;
  return {
    name,
    bytes,
    async text() {
      if (bytes > most) throw refusal(name, null, 'The file is too large to be read.', 'Export the team again.');
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of entry) chunks.push(chunk as Buffer);
      } catch (error) {
        throw isOfDisk(error) ? error : damaged(name);
      }
      return exportText(Buffer.concat(chunks));
    },
    async save(path) {
      await pipeline(entry, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
        throw isOfDisk(error) ? error : damaged(name);
      });
    },
  };
}
