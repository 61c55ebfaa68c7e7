/** Pipes, sockets and devices in place of files: file-access.ts asks before it opens a path. Depends on nothing but Node. */
import * as fs from 'node:fs';
import * as promises from 'node:fs/promises';

/**
 * Opening a pipe waits for its other side without end, and a device is no file either: neither is opened. A link is followed.
 * @throws Error ENXIO
 */
export async function refuseNonFile(path: unknown): Promise<void> {
  if (!isOpenedByName(path)) return;
  const found = await promises.lstat(path).catch(() => undefined);
  if (found !== undefined && isNoFile(found)) throw noFile(path);
}

/** The blocking variant of `refuseNonFile`. */
export function refuseNonFileNow(path: string): void {
  if (isOpenedByName(path) && isNoFile(fs.lstatSync(path, { throwIfNoEntry: false }))) throw noFile(path);
}

/** Devices have a folder of their own, from which people choose them on purpose: `--out /dev/null`. Files in memory lie there, too. */
const isOpenedByName = (path: unknown): path is string => typeof path === 'string' && !/^\/dev\/(?!shm\/)/.test(path);

const isNoFile = (found: fs.Stats | undefined): boolean =>
  found !== undefined && !found.isFile() && !found.isDirectory() && !found.isSymbolicLink();

const noFile = (path: string): Error =>
  Object.assign(new Error(`ENXIO: a pipe, a socket or a device in place of a file, open '${path}'`), {
    code: 'ENXIO',
    syscall: 'open',
    path,
  });
