/**
 * Snapshots: a plain SQLite image (the sqlite3 tool opens it) and beside it a manifest with its place in the history
 * and a checksum for every piece. A snapshot counts once its manifest is published; until then nothing refers to it.
 */
import { phrase, type Phrase } from '../translation.ts';
import type { Disk } from './disk.ts';
import { DamagedDataError, StartRefusedError } from './errors.ts';
import type { DataPaths } from './file-names.ts';
import { createMemoryImage, type MemoryImage } from './memory-image.ts';
import { checksum, decodeSealed, encodeSealed } from './sealed.ts';

export interface SnapshotManifest {
  format: number;
  snapshot: number;
  /** Which history it belongs to, 32 hex digits. */
  history: string;
  /** Number of the first transaction that is not in it. */
  nextTransaction: number;
  /** Number of the last migration in it. */
  dataVersion: number;
  /** UNIX milliseconds. */
  madeAt: number;
  /** A note of the journal's end lies beside it (journal-end.ts); absent in backups and in snapshots of before there were notes. */
  isNoted?: boolean;
  bytes: number;
  pieceBytes: number;
  /** CRC-32 of each piece, hex. */
  pieces: string[];
}

export type SnapshotFacts = Pick<
  SnapshotManifest,
  'snapshot' | 'history' | 'nextTransaction' | 'dataVersion' | 'madeAt' | 'isNoted'
>;

const knownFormat = 1;
const pieceBytes = 64 * 1024;
// Small enough that the sync of a stride never keeps a commit on the same disk waiting for long.
const strideBytes = 1024 * 1024;

/**
 * Writes and publishes a snapshot. `pause` is called after every stride, to let others have the disk.
 * A crash at any moment leaves either no new snapshot or a whole one.
 */
export function writeSnapshot(
  disk: Disk,
  paths: DataPaths,
  image: Uint8Array,
  facts: SnapshotFacts,
  pause?: () => void,
): void {
  const file = paths.snapshot(facts.snapshot);
  const manifestFile = paths.manifest(facts.snapshot);
  try {
    writeImage(disk, `${file}.unfinished`, image, pause);
    writeWhole(disk, `${manifestFile}.unfinished`, encodeManifest(snapshotManifest(image, facts)));
  } catch (error) {
    removeQuietly(disk, `${file}.unfinished`); // on a full disk its room is needed for the journal
    throw error;
  }
  disk.renameNow(`${file}.unfinished`, file);
  disk.syncFolderNow(paths.folder);
  disk.renameNow(`${manifestFile}.unfinished`, manifestFile);
  disk.syncFolderNow(paths.folder);
}

function removeQuietly(disk: Disk, path: string): void {
  try {
    disk.removeNow(path);
  } catch {
    // The next start removes it.
  }
}

/** The manifest of an image. */
export function snapshotManifest(image: Uint8Array, facts: SnapshotFacts): SnapshotManifest {
  const pieces: string[] = [];
  for (let at = 0; at < image.length; at += pieceBytes) pieces.push(checksum(image.subarray(at, at + pieceBytes)));
  return { format: knownFormat, ...facts, bytes: image.length, pieceBytes, pieces };
}

/** Writes an image in small synced strides. */
function writeImage(disk: Disk, path: string, image: Uint8Array, pause?: () => void): void {
  disk.removeNow(path);
  const file = disk.openNow(path, 'create');
  try {
    for (let at = 0; at < image.length; at += strideBytes) {
      file.writeNow(image.subarray(at, at + strideBytes), at);
      file.syncNow();
      pause?.();
    }
  } finally {
    file.closeNow();
  }
}

/**
 * Reads and checks a manifest.
 * @throws DamagedDataError, or StartRefusedError `newer-version`
 */
export function readManifest(disk: Disk, paths: DataPaths, snapshot: number): SnapshotManifest {
  const path = paths.manifest(snapshot);
  const damaged = (what: Phrase): DamagedDataError =>
    new DamagedDataError(paths.folder, { file: path, offset: 0, what, lastGoodTransaction: 0 });
  const manifest = decodeSealed('manifest', readWhole(disk, path, mostOfNote)) as SnapshotManifest | undefined;
  if (manifest === undefined) throw damaged(phrase('The checksum is wrong.'));
  if (manifest.format > knownFormat) throw newerVersion(paths.folder);
  if (!isSound(manifest)) throw damaged(phrase('The content makes no sense.'));
  if (manifest.snapshot !== snapshot) throw damaged(phrase(`This is the manifest of snapshot ${manifest.snapshot}.`));
  return manifest;
}

/** Beyond any organization, and far from where numbers lose their last digit: transactions are counted for years to come. */
export const mostTransactions = 2 ** 50;

/** Whether what a manifest says can be: one in a backup may come from elsewhere. */
const isSound = ({
  history,
  nextTransaction,
  dataVersion,
  bytes,
  pieceBytes: size,
  pieces,
}: SnapshotManifest): boolean =>
  /^(?:[0-9a-f]{32})?$/.test(history) &&
  [nextTransaction, dataVersion, bytes].every((number) => Number.isSafeInteger(number) && number >= 0) &&
  nextTransaction <= mostTransactions + 1 &&
  Number.isSafeInteger(size) &&
  size > 0 &&
  Array.isArray(pieces);

/**
 * Loads a snapshot, checking every piece.
 * @throws DamagedDataError naming the file and the offset
 */
export function loadSnapshot(disk: Disk, paths: DataPaths, manifest: SnapshotManifest): MemoryImage {
  const path = paths.snapshot(manifest.snapshot);
  const damaged = (offset: number, what: Phrase): DamagedDataError =>
    new DamagedDataError(paths.folder, { file: path, offset, what, lastGoodTransaction: 0 });
  const size = disk.sizeNow(path);
  if (size === undefined) throw damaged(0, phrase('The file is missing.'));
  if (size !== manifest.bytes)
    throw damaged(Math.min(size, manifest.bytes), phrase(`The file has ${size} bytes instead of ${manifest.bytes}.`));
  const image = createMemoryImage(size);
  const bytes = image.view(size);
  const file = disk.openNow(path, 'read');
  try {
    for (let at = 0; at < size; at += strideBytes) {
      const stride = bytes.subarray(at, Math.min(at + strideBytes, size));
      if (file.readNow(stride, at) !== stride.length) throw damaged(at, phrase('The file ends too early.'));
      for (let from = 0; from < stride.length; from += manifest.pieceBytes) {
        const piece = stride.subarray(from, from + manifest.pieceBytes);
        if (checksum(piece) === manifest.pieces[(at + from) / manifest.pieceBytes]) continue;
        throw damaged(at + from, phrase(`The checksum of the next ${piece.length} bytes is wrong.`));
      }
    }
  } finally {
    file.closeNow();
  }
  return image;
}

export function newerVersion(folder: string): StartRefusedError {
  return new StartRefusedError(
    'newer-version',
    `${folder} was written by a newer version of Hearth; start that version.`,
  );
}

/** What one read gives at most: a transaction may fill a segment as large as this, and none can be larger. */
const mostOfFile = 2 ** 31 - 1;
/** A manifest, a lock or the note of the journal's end has far less, unless a file system invents it. */
export const mostOfNote = 64 * 1024 * 1024;

/**
 * Reads a whole file. One that is far too large is read as one that is cut off, and found damaged by its reader.
 * @param mostBytes that are read of it
 */
export function readWhole(disk: Disk, path: string, mostBytes = mostOfFile): Uint8Array {
  const bytes = new Uint8Array(Math.min(disk.sizeNow(path) ?? 0, mostBytes));
  const file = disk.openNow(path, 'read');
  try {
    return bytes.subarray(0, file.readNow(bytes, 0));
  } finally {
    file.closeNow();
  }
}

/** Writes a small file and syncs it. */
function writeWhole(disk: Disk, path: string, bytes: Uint8Array): void {
  disk.removeNow(path);
  const file = disk.openNow(path, 'create');
  try {
    file.writeNow(bytes, 0);
    file.syncNow();
  } finally {
    file.closeNow();
  }
}

/** A manifest file's bytes: the manifest and its own checksum. */
export function encodeManifest(manifest: SnapshotManifest): Uint8Array {
  return encodeSealed('manifest', manifest);
}
