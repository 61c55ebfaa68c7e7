/**
 * Recovery from damage, on a person's command: keeps the longest undamaged history, publishes it as a new snapshot, and
 * puts every file it replaces aside in the data folder. Nothing is ever deleted.
 */
import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { phrase } from '../translation.ts';
import { type Disk, realDisk } from './disk.ts';
import { type Damage, refusalOf, StartRefusedError } from './errors.ts';
import { type DataPaths, dataPaths, kinds, numbered } from './file-names.ts';
import { highestTransaction, isEndUnknown, type LoadedState, loadState } from './history.ts';
import { takeLock } from './lock.ts';
import { dataVersion } from './migrate.ts';
import { putBack } from './replace.ts';
import { writeSnapshot } from './snapshot.ts';
import { refuseUnfinished } from './unfinished-restore.ts';

export interface RecoveryReport {
  /** False when the folder was sound: then nothing was changed. */
  recovered: boolean;
  /** What was wrong, in the order it was met. */
  damage: Damage[];
  /** The last transaction that is kept. */
  lastTransaction: number;
  /** How many later transactions are known to be lost; more may have been, if their files are gone altogether. */
  lostTransactions: number;
  /** The folder with the replaced files. */
  asideFolder: string | undefined;
  asideFiles: string[];
  /** The note of how far the journal reached is lost: more may be lost than is known. */
  isEndUnknown: boolean;
}

export interface RecoverOptions {
  disk?: Disk;
  /** UNIX milliseconds. */
  now?: () => number;
}

/**
 * Brings a damaged data folder back to its last good state. Can be repeated after a crash.
 * @throws StartRefusedError when the folder is in use, or when there is nothing to recover from
 */
export async function recover(dataDir: string, options: RecoverOptions = {}): Promise<RecoveryReport> {
  const disk = options.disk ?? realDisk;
  const paths = dataPaths(dataDir);
  const lock = await takeLock(disk, paths);
  try {
    await refuseUnfinished(dataDir);
    await putBack(dataDir);
    const { state, damage } = await bestState(disk, paths);
    try {
      const lastTransaction = state.nextTransaction - 1;
      if (damage.length === 0) {
        return {
          recovered: false,
          damage,
          lastTransaction,
          lostTransactions: 0,
          asideFolder: undefined,
          asideFiles: [],
          isEndUnknown: isEndUnknown(state),
        };
      }
      const known = Math.max(highestTransaction(disk, paths), (state.journalEnd?.nextTransaction ?? 1) - 1);
      const lostTransactions = Math.max(0, known - lastTransaction);
      const aside = publish(disk, paths, state, (options.now ?? Date.now)());
      return {
        recovered: true,
        damage,
        lastTransaction,
        lostTransactions,
        ...aside,
        isEndUnknown: isEndUnknown(state),
      };
    } finally {
      state.engine.close();
    }
  } catch (error) {
    throw refusalOf(error, dataDir);
  } finally {
    await lock.release();
  }
}

/** The longest history that can be read: from the newest snapshot, an older one, or the journal's beginning. */
async function bestState(disk: Disk, paths: DataPaths): Promise<{ state: LoadedState; damage: Damage[] }> {
  const snapshots = numbered(disk.listNow(paths.folder), kinds.manifest, paths.manifest).map(({ number }) => number);
  const damage: Damage[] = [];
  let best: LoadedState | undefined;
  for (const snapshot of [...snapshots.reverse(), 0]) {
    const state = await tryState(disk, paths, snapshot, damage);
    if (state && (!best || state.nextTransaction > best.nextTransaction)) {
      best?.engine.close();
      best = state;
    } else state?.engine.close();
    if (best && !best.damage) break;
  }
  if (!best || (best.nextTransaction === 1 && damage.length > 0)) {
    best?.engine.close();
    const first = damage[0];
    const problem = first ? phrase(`${first.file} ${first.what} at byte ${first.offset}`) : paths.folder;
    throw new StartRefusedError(
      'damaged',
      `Nothing can be recovered: ${problem}. Restore a backup into an empty folder instead; nothing was changed.`,
    );
  }
  return { state: best, damage };
}

async function tryState(
  disk: Disk,
  paths: DataPaths,
  snapshot: number,
  damage: Damage[],
): Promise<LoadedState | undefined> {
  const note = (found: Damage): void => {
    if (!damage.some(({ file, offset }) => file === found.file && offset === found.offset)) damage.push(found);
  };
  try {
    const state = await loadState(disk, paths, { snapshot, onDamage: 'stop' });
    if (state.damage) note(state.damage);
    return state;
  } catch (error) {
    if (!(error instanceof StartRefusedError) || error.reason !== 'damaged' || !('damage' in error)) throw error;
    note(error.damage as Damage);
    return undefined;
  }
}

/** Publishes the state as a snapshot above every other one, then moves what it replaces aside. */
function publish(
  disk: Disk,
  paths: DataPaths,
  state: LoadedState,
  madeAt: number,
): { asideFolder: string; asideFiles: string[] } {
  const names = disk.listNow(paths.folder);
  const old = [...numbered(names, kinds.manifest, paths.manifest), ...numbered(names, kinds.snapshot, paths.snapshot)];
  const segments = numbered(disk.listNow(paths.journal), kinds.segment, paths.segment);
  writeSnapshot(disk, paths, state.engine.image.view(state.engine.imageBytes()), {
    snapshot: Math.max(0, ...old.map(({ number }) => number)) + 1,
    // A history of its own: no file of the one put aside can ever be taken for part of it.
    history: randomBytes(16).toString('hex'),
    nextTransaction: state.nextTransaction,
    dataVersion: dataVersion(state.engine),
    madeAt,
  });
  const asideNumber = (numbered(names, kinds.aside, paths.aside).at(-1)?.number ?? 0) + 1;
  const asideFolder = paths.aside(asideNumber);
  disk.makeFolderNow(asideFolder);
  disk.makeFolderNow(paths.journal); // it can be what was lost
  // Manifests first: a snapshot without one counts for nothing, a manifest without its snapshot is damage.
  const moved = [...old, ...segments].map(({ path }) => path);
  if (state.journalEnd !== undefined) moved.push(paths.journalEnd);
  for (const path of moved) disk.renameNow(path, join(asideFolder, basename(path)));
  disk.syncFolderNow(asideFolder);
  disk.syncFolderNow(paths.journal);
  disk.syncFolderNow(paths.folder);
  return { asideFolder, asideFiles: moved.map((path) => basename(path)) };
}
