/** Places of folders: which entries an empty one may have, and whether two lie in each other, whatever links lead to them. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { errorCode, loopingLink } from './errors.ts';

/** Names, in small letters, of what operating systems and network drives put into the root of a drive or into each folder. */
const systemNames = new Set([
  'lost+found',
  'system volume information',
  '$recycle.bin',
  'recycler',
  'recycled',
  'found.000',
  'desktop.ini',
  'thumbs.db',
  'wpsettings.dat',
  '@eadir',
  '#recycle',
  '@recycle',
  '#snapshot',
]);

/**
 * Whether an entry belongs to the operating system, as `lost+found` and `.DS_Store` do, or is hidden. A folder with nothing else counts
 * as empty; no operation changes, moves or deletes such an entry.
 */
export const isOfSystem = (name: string): boolean => name.startsWith('.') || systemNames.has(name.toLowerCase());

/** @returns the path without symbolic links, as far as it exists. @throws StartRefusedError `foreign` for a link that leads to itself */
export async function realPlace(path: string): Promise<string> {
  const whole = resolve(path);
  try {
    return await realpath(whole);
  } catch (error) {
    if (dirname(whole) === whole) return whole;
    // The link may be a folder above, which is named then.
    const above = await realPlace(dirname(whole));
    if (errorCode(error) === 'ELOOP') throw loopingLink(whole, error);
    return join(above, basename(whole));
  }
}

/** Whether a path is a folder or lies in it. Both are without links (`realPlace`). */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return (
    way === '' ||
    (way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path && !/^[a-z]:/i.test(way))
  );
}
