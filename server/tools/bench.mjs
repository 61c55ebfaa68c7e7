/**
 * `npm run bench -- NAME [--long] [--json [FILE]] [--compare FILE]`: runs server/bench/NAME.ts on what is built now; without a name, a short form of
 * most of them, one after the other, with `--json FOLDER` and `--compare FOLDER` one file each.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, root } from './fresh-build.mjs';

const folder = join(root, 'server/bench');
const names = existsSync(folder) ? readdirSync(folder).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? []) : [];
/** They need a browser, compile what they are compared with, or take their time. */
const onlyByName = new Set(['chat', 'console', 'storage']);
const [first = '', ...rest] = process.argv.slice(2);
const isNamed = first !== '' && !first.startsWith('--');

if (isNamed && !names.includes(first)) {
  process.stderr.write(
    `Benches: ${names.join(', ')}. Usage: npm run bench -- NAME [--long] [--json [FILE]] [--compare FILE]\n`,
  );
  process.exitCode = 1;
} else if (!(await ensureBuilt())) process.exitCode = 1;
else if (isNamed) process.exitCode = run(first, rest);
else {
  const args = process.argv.slice(2);
  const [into, kept] = [taken(args, '--json'), taken(args, '--compare')];
  if (into !== undefined) mkdirSync(into, { recursive: true });
  // Of a folder that is not there nothing would be compared, and nothing said.
  const before = kept === undefined ? [] : readdirSync(kept);
  for (const name of names.filter((one) => !onlyByName.has(one))) {
    const file = `${name}.json`;
    const own = [...args, ...(into === undefined ? [] : ['--json', join(into, file)])];
    if (kept !== undefined && before.includes(file)) own.push('--compare', join(kept, file));
    process.exitCode = run(name, own) || process.exitCode;
  }
}

/** Takes a flag and its value out of the arguments; one without a value stays. @param {string[]} args @param {string} flag */
function taken(args, flag) {
  const at = args.indexOf(flag);
  const value = args[at + 1] ?? '--';
  return at === -1 || value.startsWith('--') ? undefined : args.splice(at, 2)[1];
}

/**
 * @param {string} name
 * @param {string[]} args
 */
function run(name, args) {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const options = { cwd: root, stdio: /** @type {const} */ ('inherit') };
  return spawnSync(process.execPath, [tsx, join(folder, `${name}.ts`), ...args], options).status ?? 1;
}
