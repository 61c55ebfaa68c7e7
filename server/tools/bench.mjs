/**
 * `npm run bench -- NAME [--json FILE]`: runs server/bench/NAME.ts; without a name, lists what there is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh-build.mjs';

const folder = join(root, 'server/bench');
const names = existsSync(folder) ? readdirSync(folder).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? []) : [];
const [name, ...args] = process.argv.slice(2);

if (name === undefined || !names.includes(name)) {
  process.stderr.write(`Benches: ${names.join(', ')}. Usage: npm run bench -- NAME [--json FILE]\n`);
  process.exitCode = 1;
} else {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  process.exitCode =
    spawnSync(process.execPath, [tsx, join(folder, `${name}.ts`), ...args], { cwd: root, stdio: 'inherit' }).status ??
    1;
}
