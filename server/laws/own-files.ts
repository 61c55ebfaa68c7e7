/** Paths of all files that we write, from the root, with "/" between folders. */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './tree.ts';

export const ownFiles: readonly string[] = ['server', 'renderer', 'electron', 'e2e', 'resources']
  .flatMap((folder) => readdirSync(join(root, folder), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .concat(readdirSync(root));
