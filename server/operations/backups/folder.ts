/**
 * The folder of backups: what the files in it are called, which there are, and taking some away. A name says whose backup it
 * is, of when, and of which kind, so that servers may share a folder; what is not named so is never touched.
 */
import { access, constants, statfs } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { Backup, BackupContent } from '../../contract/shapes/backups.ts';
import { mkdir, readFile, readdir, rm, stat, writeFile } from '../../file-access.ts';
import type { CheckedBackup } from '../../storage/check-backup.ts';
import { isWithin, realPlace } from '../../storage/folder-places.ts';
import { describeLacking } from '../../storage/lacking.ts';
import { phrase } from '../../translation.ts';

export type BackupKind = Backup['kind'];
export type KeptCounts = BackupContent;
export type KeptBackup = Backup;

/** What was found when a backup was read through. */
export interface CheckNote extends KeptCounts {
  /** Of the whole file, hexadecimal. Absent in notes of before it was kept, as are the next two. */
  sha256?: string;
  /** UNIX seconds. */
  checked_at?: number;
  organization?: string;
  /** A sentence on files that it lacks; absent like those before. */
  lacking?: string;
}

export interface DiskRoom {
  /** Bytes that this server may still write. */
  free: number;
  /** Bytes of the whole disk. */
  total: number;
}

/** A sentence for people on why there is no backup; `code` for programs. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
  readonly code: 'folder' | 'no_room' | 'damaged' | 'busy';

  constructor(code: BackupRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const ending = '.hearth-backup';
/** What a backup is called until it was checked. */
export const unchecked = '.unchecked';
const namePattern = /^hearth-([0-9a-z]+)-(\d{8})-(\d{6})(?:-\d+)?-(daily|manual|safety)\.hearth-backup$/;
const leftover = /^(hearth-[0-9a-z]+-.*\.hearth-backup)\.unchecked(?:\.unfinished)?$/;

/** @param server distinguishes the backups of several servers in one folder. @param nowMs UNIX milliseconds. */
export function backupName(server: string, kind: BackupKind, nowMs: number, taken: ReadonlySet<string>): string {
  const [day = '', time = ''] = new Date(nowMs).toISOString().replaceAll(/[-:]/g, '').split(/[T.]/);
  for (let number = 1; ; number += 1) {
    const name = `hearth-${server}-${day}-${time}${number === 1 ? '' : `-${number}`}-${kind}${ending}`;
    if (!taken.has(name)) return name;
  }
}

/** Lies in a chosen folder from its first backup on: the empty place of a drive that is not mounted does not have it. */
export const folderMark = 'hearth-backups.txt';
const markText =
  'Backups of Hearth are kept in this folder. Hearth finds its drive by this file: please leave it here.\n';

/**
 * Where backups go.
 * @param isMarked whether backups were made there before.
 * @throws BackupRefused when a folder of the settings is not there, takes no files, or is not the one of the backups before
 */
export async function readyFolder(dataDir: string, chosen: string, isMarked: boolean): Promise<string> {
  const own = join(dataDir, 'backups');
  if (chosen === '') {
    // A disk on which writes hang still shows what is there, and the console reads this folder for its alerts.
    if ((await stat(own).catch(() => undefined))?.isDirectory() === true) return own;
    await mkdir(own, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? new BackupRefused('folder', `${own} is no folder: move it away, and the folder is made again.`)
        : error;
    });
    return own;
  }
  // Never made here: where a drive is not plugged in, its place would fill the wrong disk.
  const problem = await problemOf(dataDir, chosen);
  if (problem !== undefined) throw new BackupRefused('folder', problem);
  if (isMarked && !(await hasBackups(chosen)))
    throw new BackupRefused(
      'folder',
      `The folder ${chosen} is there, but it has none of the earlier backups. Is the drive plugged in and mounted? To use another drive in its place, clear the folder in the settings of backups, save, and enter it again.`,
    );
  return chosen;
}

async function hasBackups(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  return names.some((name) => name === folderMark || namePattern.test(name));
}

/** Lets a chosen folder be known again. */
export async function markFolder(folder: string): Promise<void> {
  await writeFile(join(folder, folderMark), markText);
}

/** Where a path leads, through symbolic links. */
const placeOf = async (path: string): Promise<string> => realPlace(path).catch(() => resolve(path));

/** Why a folder cannot take backups; undefined when it can. */
export async function problemOf(dataDir: string, chosen: string): Promise<string | undefined> {
  if (!isAbsolute(chosen)) return phrase('The folder for backups must be a full path.');
  // Each backup would hold all backups before it.
  if (isWithin(await placeOf(chosen), await placeOf(dataDir)))
    return phrase('The folder for backups must not be inside the data folder.');
  const info = await stat(chosen).catch(() => undefined);
  if (info !== undefined && !info.isDirectory()) return phrase(`${chosen} is a file, not a folder.`);
  if (info === undefined) return phrase(`There is no folder ${chosen}. Is the drive plugged in?`);
  const takesFiles = await access(chosen, constants.W_OK).then(
    () => true,
    () => false,
  );
  return takesFiles ? undefined : phrase(`The server may not write into ${chosen}.`);
}

/**
 * Backups of one server, the newest first.
 * @param others whether those of other organizations are reported too: only in a folder that is this computer's own.
 * @throws Error when the folder cannot be read
 */
export async function listBackups(folder: string, server: string, others: boolean): Promise<KeptBackup[]> {
  const names = await readdir(folder);
  const found = await Promise.all(names.map(async (name) => readBackup(folder, server, name, others)));
  return found
    .filter((backup) => backup !== undefined)
    .toSorted((a, b) => b.made_at - a.made_at || (a.name < b.name ? 1 : -1));
}

async function readBackup(
  folder: string,
  server: string,
  name: string,
  others: boolean,
): Promise<KeptBackup | undefined> {
  const [, ofServer, day = '', time = '', kind] = namePattern.exec(name) ?? [];
  if (ofServer === undefined || (ofServer !== server && !others)) return undefined;
  const info = await stat(join(folder, name)).catch(() => undefined);
  if (info?.isFile() !== true) return undefined;
  const iso = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`;
  const madeAt = Date.parse(iso) / 1000;
  if (Number.isNaN(madeAt)) return undefined;
  const note = await readFile(notePath(folder, name), 'utf8').then(
    (text) => JSON.parse(text) as CheckNote,
    () => null,
  );
  return {
    name,
    kind: kind as BackupKind,
    is_own: ofServer === server,
    organization: note?.organization ?? null,
    made_at: madeAt,
    size: info.size,
    counts: note && countsIn(note),
    checked_at: note?.checked_at ?? null,
    sha256: note?.sha256 ?? null,
    lacking: note?.lacking ?? '',
  };
}

const countsIn = ({ users, channels, messages, files, file_bytes }: KeptCounts): KeptCounts => ({
  users,
  channels,
  messages,
  files,
  file_bytes,
});

/** What people count, of a backup that was read through. */
export function countsOf({ tables, uploads }: Pick<CheckedBackup, 'tables' | 'uploads'>): KeptCounts {
  return {
    users: tables['users'] ?? 0,
    channels: tables['streams'] ?? 0,
    messages: tables['messages'] ?? 0,
    files: uploads.files,
    file_bytes: uploads.bytes,
  };
}

/** Keeps beside the file what was found in it, so that a list need not read whole backups. @param at UNIX seconds. */
export async function writeNote(folder: string, name: string, checked: CheckedBackup, at: number): Promise<void> {
  const { sha256, title: organization } = checked;
  const lacking = describeLacking(checked.lacking ?? []);
  const note: CheckNote = { ...countsOf(checked), sha256, checked_at: at, organization, lacking };
  await writeFile(notePath(folder, name), `${JSON.stringify(note)}\n`, { mode: 0o600 });
}

export async function deleteBackup(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  await rm(notePath(folder, name), { force: true });
}

/** A folder and the backups in it. */
export interface ListedFolder {
  folder: string;
  backups: readonly KeptBackup[];
}

/**
 * Deletes the oldest backups of a kind: those of this server beyond `keep`, and as many safety copies of all organizations that were
 * here before, which no backup of theirs would push out any more.
 * @param folders that are counted together. @param spared name of one that stays
 */
export async function pruneBackups(
  folders: readonly ListedFolder[],
  { kind, keep, nowSecs, spared }: { kind: BackupKind; keep: number; nowSecs: number; spared: string },
): Promise<void> {
  const listed = folders.flatMap(({ folder, backups }) => backups.map((backup) => ({ ...backup, folder })));
  // One folder may have several names, by links or letter case: what is listed twice counts once.
  const kept = [...new Map(listed.map((backup) => [backup.name, backup])).values()]
    // Those from the future were made while the clock was wrong: they push out none that were not.
    .filter((backup) => backup.kind === kind && backup.made_at <= nowSecs)
    .toSorted((a, b) => b.made_at - a.made_at);
  const own = kept.filter(({ is_own: isOwn }) => isOwn);
  const former = kind === 'safety' ? kept.filter(({ is_own: isOwn }) => !isOwn) : [];
  for (const { name, folder } of [...own.slice(keep), ...former.slice(keep)])
    if (name !== spared) await deleteBackup(folder, name);
}

/** Takes away what a server that was stopped half-way left of its backups. */
export async function removeLeftovers(folder: string, server: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, backup = ''] = leftover.exec(name) ?? [];
    if (namePattern.exec(backup)?.[1] === server) await rm(join(folder, name), { force: true });
  }
}

/** @throws Error when the folder is not there */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

const notePath = (folder: string, name: string): string => join(folder, `${name}.json`);
