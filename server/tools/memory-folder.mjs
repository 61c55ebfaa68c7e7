/** A folder in memory for everything that tests write: hundreds of servers that wait for a disk at each write prove no more. */
import { mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const roomNeeded = 4 * 1024 ** 3;

/** Whether there is a file system in memory, with room for all and no objection to programs. */
function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory);
    return bavail * bsize > roomNeeded && mount !== undefined && !mount.includes('noexec');
  } catch {
    return false;
  }
}

/** @returns {string | undefined} a new folder, which the caller removes; none where there is no room, or TMPDIR says where to write */
export function makeMemoryFolder() {
  return process.env['TMPDIR'] === undefined && hasMemory() ? mkdtempSync(join(memory, 'hearth-tests-')) : undefined;
}
