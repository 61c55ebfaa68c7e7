/** A short text that names every source file below some folders with its size and time of change: equal stamps, equal sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
const notSource = /\.(test|facts)\.ts$|\.tsbuildinfo$|\.stamp$|[\\/]screenshots$|[\\/](testing|laws|spec|tools|bench)$/;

/** @param {string[]} paths files and folders, relative to the root; what only tests and tools have is left out of folders */
export function stampOf(paths) {
  /** @type {string[]} */
  const found = [];
  for (const path of paths) listFiles(path, found);
  return createHash('sha256').update(found.join('\n')).digest('hex');
}

/**
 * @param {string} path relative to the root
 * @param {string[]} found
 */
function listFiles(path, found) {
  const full = join(root, path);
  if (notSource.test(full) || !existsSync(full)) return;
  const facts = statSync(full);
  if (!facts.isDirectory()) found.push(`${path} ${facts.size} ${Math.round(facts.mtimeMs)}`);
  else for (const name of readdirSync(full).sort()) listFiles(`${path}/${name}`, found);
}
