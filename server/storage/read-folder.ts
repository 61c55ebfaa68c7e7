/** Reading a data folder without asking a user who runs on it: what the journal holds is durable and whole at any moment. */
import { realDisk } from './disk.ts';
import { errorCode, StartRefusedError } from './errors.ts';
import { dataPaths } from './file-names.ts';
import { type LoadedState, loadState } from './history.ts';
import { applyMigration, dataVersion, pendingMigrations, shippedMigrations } from './migrate.ts';
import { putBackIfStopped } from './replace.ts';
import { type Reader, View } from './transaction.ts';
import { refuseUnfinished } from './unfinished-restore.ts';

const attempts = 4;

/** Files may go while a running server compacts: then what replaced them is there. */
export async function loadSettled(dataDir: string): Promise<LoadedState> {
  const paths = dataPaths(dataDir);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const state = await loadState(realDisk, paths);
      if (state.nextTransaction > 1) return state;
      state.engine.close();
      throw new StartRefusedError('damaged', `${dataDir} holds no database.`);
    } catch (error) {
      const moved = errorCode(error) === 'ENOENT' || (error instanceof StartRefusedError && error.reason === 'damaged');
      if (!moved || attempt === attempts) throw error;
    }
  }
}

/**
 * Reads the last state of a folder, whether a server runs on it or not. It takes the memory of a second database. A folder of an
 * older version is read as this one has it; on disk it stays as it is.
 * @throws DamagedDataError when the stored data is damaged
 * @throws StartRefusedError when a newer version wrote it
 */
export async function readFolder<T>(
  dataDir: string,
  read: (db: Reader) => Promise<T>,
  migrations = shippedMigrations(),
): Promise<T> {
  await refuseUnfinished(dataDir);
  await putBackIfStopped(dataDir);
  const { engine } = await loadSettled(dataDir);
  try {
    for (const migration of pendingMigrations(engine, migrations, dataDir))
      applyMigration((sql, ...params) => engine.run(sql, params), migration, 0, dataVersion(engine) === 0);
    return await read(new View(engine));
  } finally {
    engine.close();
  }
}
