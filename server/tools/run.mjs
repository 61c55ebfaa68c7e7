/**
 * Runs the built server's command line, after a build when the sources have changed: `node server/tools/run.mjs serve ...`.
 * The server runs in this very process, so that arguments and signals reach it untouched.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, root } from './fresh-build.mjs';

/** @param {string[]} args what follows `hearth` on the command line */
export async function runServer(args) {
  const entry = join(root, 'dist/server/cli.js');
  if (!(await ensureBuilt())) {
    process.stderr.write('Hearth could not be built; see above.\n');
    process.exitCode = 1;
    return;
  }
  // The command line reads process.argv, as it does when it is started directly.
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename)
  await runServer(process.argv.slice(2));
