/** The names of the database's files in a data folder: what each is can be read from its name. */
import { join } from 'node:path';
import { strayUploadsName } from '../options.ts';

const digits = 8;
/** Holds a swap of the folder's content (replace.ts). */
export const replacingName = 'replacing';
/** Holds the scenarios and snapshots of a demo, which outlive the data that they replace. */
export const imagesName = 'images';
/** Holds the certificate of HTTPS and its key, which are this computer's. */
export const certificateName = 'tls';
/** Holds exports of other chats that were handed in, and the reports of imports. */
export const importsName = 'imports';
/** Holds when this computer slept. */
export const sleepsName = 'sleeps.json';
/** Where a desktop app reaches a server that runs as a service, while one runs. */
export const controlFileName = 'control.json';
export const controlSocketName = 'control.sock';
/** Holds the server's time, for the next start to compare (operations/server-clock.ts). */
export const clockName = 'clock.json';
/** Lies in a folder while a backup is restored into it (unfinished-restore.ts). */
export const unfinishedRestoreName = 'unfinished-restore.json';
/** Lies in a folder while data is copied into it (unfinished-copy.ts). */
export const unfinishedCopyName = 'unfinished-copy.json';

export interface Numbered {
  number: number;
  path: string;
}

export interface DataPaths {
  folder: string;
  lock: string;
  journal: string;
  /** Notes how far the journal was known to reach (journal-end.ts). */
  journalEnd: string;
  /** The plain SQLite image of snapshot `number`. */
  snapshot(number: number): string;
  /** Its manifest: where it stands in the history, and checksums. A snapshot exists once this file does. */
  manifest(number: number): string;
  segment(number: number): string;
  /** A segment made in advance. `unique` keeps two processes from writing to one file. */
  spare(number: number, unique: string): string;
  /** Where recovery puts damaged files aside. */
  aside(number: number): string;
}

export function dataPaths(folder: string): DataPaths {
  const journal = join(folder, 'journal');
  return {
    folder,
    lock: join(folder, 'in-use.lock'),
    journal,
    journalEnd: join(folder, 'journal-end.json'),
    snapshot: (number) => join(folder, `snapshot-${padded(number)}.sqlite`),
    manifest: (number) => join(folder, `snapshot-${padded(number)}.manifest.json`),
    segment: (number) => join(journal, `segment-${padded(number)}.journal`),
    spare: (number, unique) => join(journal, `spare-${padded(number)}-${unique}.zeros`),
    aside: (number) => join(folder, `damaged-${padded(number)}`),
  };
}

/** Picks the names of one kind out of a listing, in order. */
export function numbered(names: readonly string[], kind: RegExp, path: (number: number) => string): Numbered[] {
  return names
    .flatMap((name) => {
      const number = Number(kind.exec(name)?.[1] ?? NaN);
      return Number.isNaN(number) ? [] : [{ number, path: path(number) }];
    })
    .sort((a, b) => a.number - b.number);
}

export const kinds = {
  snapshot: /^snapshot-(\d+)\.sqlite$/,
  manifest: /^snapshot-(\d+)\.manifest\.json$/,
  segment: /^segment-(\d+)\.journal$/,
  spare: /^spare-(\d+)(?:-[0-9a-f]+)?\.zeros$/,
  aside: /^damaged-(\d+)$/,
  unfinished: /\.unfinished$/,
};

/** Files and folders of the data besides the database. */
const dataNames = new Set([
  'journal',
  'journal-end.json',
  'uploads',
  'uploads-unfinished',
  'thumbnails',
  'outbox',
  'exports',
  'hearth-demo.json',
]);

/**
 * Whether an entry of a data folder is data: swapped by a restore, deleted by a reset, and all that a backup holds. Entries that are
 * neither data nor the server's own belong to other programs or to people. No operation changes, copies or deletes those.
 */
export function isData(name: string): boolean {
  return dataNames.has(name) || [kinds.snapshot, kinds.manifest, kinds.aside].some((kind) => kind.test(name));
}

/** What in a data folder is the server's and not the data's: it stays when the data is swapped, and is in no backup. */
export function isServersOwn(name: string): boolean {
  return (
    [
      replacingName,
      imagesName,
      certificateName,
      importsName,
      sleepsName,
      clockName,
      controlFileName,
      controlSocketName,
      unfinishedRestoreName,
      strayUploadsName,
      'backups',
      'logs',
    ].includes(name) || /\.(?:lock|unfinished)$/.test(name)
  );
}

function padded(number: number): string {
  return String(number).padStart(digits, '0');
}
