/**
 * Keeps dist/ in step with the sources: a stamp beside the build names every source file with its size and time of change.
 * The build runs in a process of its own, so that the server does not carry the bundler's memory for the rest of its life.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from './endpoints.mjs';
import { root, stampOf } from './source-stamp.mjs';

const stampFile = join(root, 'dist/.stamp');
const viteProgram = join(root, 'node_modules/vite/bin/vite.js');
const lockFile = join(root, 'node_modules/.hearth-build.lock');
const sources = ['server', 'renderer', 'electron', 'resources', 'vite.config.ts', 'package.json', 'package-lock.json'];

export { root };

export function isFresh() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(sources);
}

/** Builds now. @returns true when it worked; what went wrong has been printed. */
export function build({ quiet = false } = {}) {
  if (!writeGenerated()) return false;
  const stamp = stampOf(sources);
  const options = ['build', '--app', '--config', join(root, 'vite.config.ts'), '--logLevel', quiet ? 'error' : 'info'];
  // Everything of the build goes to stderr: stdout belongs to the command that needed it.
  const result = spawnSync(process.execPath, [viteProgram, ...options], {
    cwd: root,
    stdio: ['ignore', quiet ? 2 : 1, 2],
  });
  if (result.status !== 0 || !writeFirstImage()) return false;
  writeFileSync(stampFile, stamp);
  return true;
}

/** The migrations have to be run for it, so it is not the bundler's. @returns whether it could be made. */
function writeFirstImage() {
  const script = join(import.meta.dirname, 'write-first-image.ts');
  return spawnSync(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 2, 2] }).status === 0;
}

/** Builds when the sources are newer than dist/; of several processes started at once, one builds and the others wait. */
export async function ensureBuilt() {
  // An installed copy has no sources to build from.
  if (!existsSync(join(root, 'vite.config.ts'))) return true;
  if (!existsSync(viteProgram)) {
    process.stderr.write('The packages that Hearth is made with are not installed; run: npm ci\n');
    return false;
  }
  while (!isFresh()) {
    if (takeLock()) {
      try {
        if (isFresh()) return true;
        process.stderr.write('Building Hearth (once after each change of the sources) ...\n');
        return build({ quiet: true });
      } finally {
        rmSync(lockFile, { force: true });
      }
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  return true;
}

/** A file can be made by one process only. One left behind by a process that was killed is taken over. */
function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    const owner = lockOwner();
    if (owner !== null && !isAlive(owner)) rmSync(lockFile, { force: true });
    return false;
  }
}

/** @returns {number | null} null when the lock was made or removed a moment ago */
function lockOwner() {
  try {
    return Number(readFileSync(lockFile, 'utf8')) || null;
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
