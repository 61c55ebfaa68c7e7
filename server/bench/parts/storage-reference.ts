/**
 * Reference database of the storage and search benches: better-sqlite3. It is compiled where no binary fits the machine, so it is no
 * part of the installation: the bench fetches it, into a folder of its own that git ignores.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../reference', import.meta.url));
const manifest = join(folder, 'package.json');
const version = '12.11.1';
/** Compiling takes a minute or two, and several on a slow machine. */
const patienceMs = 900_000;

/** The part of better-sqlite3 that the bench uses. */
interface ReferenceDatabase {
  pragma(text: string): unknown;
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...params: (number | string)[]): unknown;
    all(...params: (number | string)[]): unknown[];
  };
  transaction(work: () => unknown): () => unknown;
  close(): unknown;
}
export type Reference = new (file: string) => ReferenceDatabase;

function load(): Reference {
  const Database = createRequire(manifest)('better-sqlite3') as Reference;
  new Database(':memory:').close();
  return Database;
}

/** @returns better-sqlite3 where a bench has installed it before; else null. */
export function installedReference(): Reference | null {
  try {
    return load();
  } catch {
    return null;
  }
}

/** @returns better-sqlite3, installed now if it is not there yet; null, and a line on stderr, where that fails. It never throws. */
export function fetchReference(): Reference | null {
  mkdirSync(folder, { recursive: true });
  const content = {
    private: true,
    dependencies: { 'better-sqlite3': version },
    allowScripts: { 'better-sqlite3': true },
  };
  writeFileSync(manifest, `${JSON.stringify(content, undefined, 2)}\n`);
  try {
    const install = spawnSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: patienceMs,
      // npm is a script of the shell there.
      shell: process.platform === 'win32',
    });
    if (install.error !== undefined) throw install.error;
    return load();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    process.stderr.write(`Not compared with better-sqlite3, which could not be installed: ${reason}\n`);
    return null;
  }
}
