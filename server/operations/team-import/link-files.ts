/** Files of a data folder beside its database, in the folder that takes its place: linked, so that they cost no room. */
import { join } from 'node:path';
import { copyFile, link, mkdir, readdir, rm, stat } from '../../file-access.ts';
import { errorCode } from '../../storage/errors.ts';
import { isData } from '../../storage/file-names.ts';

/** Files beside the database share their bytes with those of before, where the disk can. Those that are there and the same stay. */
export async function linkFiles(from: string, to: string): Promise<void> {
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(join(from, path), { withFileTypes: true });
    await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    for (const entry of entries) {
      const inside = join(path, entry.name);
      if (path === '' && (!isData(entry.name) || ofDatabase.test(entry.name))) continue;
      if (entry.isDirectory()) await visit(inside);
      else if (entry.isFile()) await linkOrCopy(join(from, inside), join(to, inside));
    }
  };
  await visit('');
}

const ofDatabase = /^(?:journal|journal-end\.json|damaged-\d+|snapshot-\d+\..*)$/;

async function linkOrCopy(from: string, to: string): Promise<void> {
  const [there, here] = [await stat(from), await stat(to).catch(() => undefined)];
  if (here !== undefined) {
    const isCopy = here.ino !== there.ino && here.size === there.size && here.mtimeMs > there.mtimeMs;
    if (here.ino === there.ino || isCopy) return;
    await rm(to, { force: true });
  }
  try {
    await link(from, to);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(errorCode(error) ?? '')) throw error;
    await copyFile(from, to);
  }
}
