/**
 * Before the tests: says once whether the build is of these very sources. Where it is, processes and worker threads that tests
 * start run it; from TypeScript they would spend most of their time on reading it. And makes a folder for what files share, and
 * one in memory for everything that tests write: hundreds of servers that wait for a disk at each write prove no more.
 */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFresh } from '../tools/fresh-build.mjs';

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

export default function findBuild() {
  process.env['HEARTH_TEST_BUILT'] = String(isFresh());
  // Tests of the storage itself stay on it (storage-kit.ts).
  process.env['HEARTH_TEST_DISK'] ??= tmpdir();
  const isOurs = process.env['TMPDIR'] === undefined && hasMemory();
  if (isOurs) process.env['TMPDIR'] = mkdtempSync(join(memory, 'hearth-tests-'));
  const temporary = tmpdir();
  const shared = mkdtempSync(join(temporary, 'hearth-shared-'));
  process.env['HEARTH_TEST_SHARED'] = shared;
  return () => rmSync(isOurs ? temporary : shared, { recursive: true, force: true });
}
