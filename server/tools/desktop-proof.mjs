/**
 * `npm run desktop:proof`: what only a real run of the desktop app can settle, as a report that says pass, fail or not run for each.
 * Fetches Electron where it is missing and can be had; without it the stand-in runs, and the report says so at its top.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { programChecks } from './desktop-proof-program.mjs';
import { questions } from './desktop-proof-questions.mjs';
import { reportText } from './desktop-proof-report.mjs';
import { serviceChecks } from './desktop-proof-service.mjs';
import { ensureBuilt, root } from './fresh-build.mjs';

/** @typedef {import('./desktop-proof-report.mjs').Row} Row */

const help = `npm run desktop:proof -- [--output DIR] [--stand-in] [--no-questions] [--no-package] [--grep TEXT]
  --output DIR     folder of the report and its pictures (default: desktop-proof)
  --stand-in       does not fetch Electron: the stand-in runs
  --no-questions   asks no questions: what a program cannot see is not run
  --no-package     makes no installable app: what is asked of one is not run
  --service        installs the service of this computer, ends its server, and removes it: in a terminal with an administrator's rights
  --grep TEXT      runs only the tests of e2e/ with that text in their title
`;

const standIn = join(root, 'electron/testing/stand-in');
const home = join(root, 'node_modules/electron');
const programName =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[String(process.platform)] ?? 'electron';
/** Fetching takes this long at most, in milliseconds. */
const fetchLimitMs = 1_800_000;

/** @param {boolean} isWanted @returns {{isReal: boolean, reason: string}} why Electron itself does not run */
function electron(isWanted) {
  if (!isWanted) return { isReal: false, reason: 'it was started with --stand-in' };
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
    return { isReal: false, reason: 'there is no screen here' };
  const program = join(home, 'dist', programName);
  if (!existsSync(program)) {
    process.stdout.write('Fetching Electron ...\n');
    spawnSync(process.execPath, [join(home, 'install.js')], { stdio: 'inherit', timeout: fetchLimitMs });
  }
  return existsSync(program)
    ? { isReal: true, reason: '' }
    : { isReal: false, reason: 'the Electron program could not be fetched' };
}

/**
 * Runs tests of e2e/ and reads how each ended.
 * @param {string[]} specs @param {string} folder @param {string | undefined} grep @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Row[]>}
 */
async function runSpecs(specs, folder, grep, env) {
  const file = join(folder, 'playwright.json');
  // Playwright empties it at the start: another run of the tests may be at work in the usual one.
  const results = join(folder, 'e2e');
  const words = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=json', `--output=${results}`, ...specs];
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/playwright/cli.js'), ...words, ...(grep === undefined ? [] : ['--grep', grep])],
    {
      cwd: root,
      env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, HEARTH_PROOF_FOLDER: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  await once(child, 'exit');
  if (!existsSync(file))
    return specs.map((title) => ({ title, outcome: 'fail', detail: 'the tests did not run at all' }));
  const { suites = [], errors = [] } = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  rmSync(results, { recursive: true, force: true });
  /** @param {any} suite @returns {Row[]} */
  const rowsOf = (suite) => [...(suite.suites ?? []).flatMap(rowsOf), ...(suite.specs ?? []).map(rowOfTest)];
  return [
    ...suites.flatMap(rowsOf),
    ...errors.map((/** @type {{message?: string}} */ { message = 'unknown' }) => ({
      title: 'Outside the tests',
      outcome: /** @type {const} */ ('fail'),
      detail: message,
    })),
  ];
}

/** @param {any} spec as Playwright reports it @returns {Row} */
function rowOfTest({ title, tests: [test] }) {
  const [result] = test.results;
  if (test.status === 'expected') return { title, outcome: 'pass', detail: `${Math.round(result.duration / 1000)} s` };
  if (test.status === 'skipped')
    return { title, outcome: 'not run', detail: test.annotations?.[0]?.description ?? 'left out' };
  return { title, outcome: 'fail', detail: result?.error?.message ?? test.status };
}

/**
 * What a program cannot see, asked of the person at this computer.
 * @param {boolean} isReal @param {boolean} mayAsk
 * @returns {Promise<Row[]>}
 */
async function ask(isReal, mayAsk) {
  const here = questions.filter(({ platforms }) => platforms === undefined || platforms.includes(process.platform));
  const rest = isReal ? 'no question was asked' : 'only Electron itself can show it';
  if (!isReal || !mayAsk) return here.map(({ title }) => ({ title, outcome: 'not run', detail: rest }));
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  /** @type {Row[]} */
  const rows = [];
  for (const { title, todo } of here) {
    process.stdout.write(`\n${title}\n${todo}\n`);
    const said = (await terminal.question('Did it? [y]es, [n]o and what you saw, or Enter to skip: ')).trim();
    if (/^y(es)?$/i.test(said)) rows.push({ title, outcome: 'pass', detail: 'seen by a person' });
    else if (said === '') rows.push({ title, outcome: 'not run', detail: 'skipped by the person' });
    else rows.push({ title, outcome: 'fail', detail: said.replace(/^no?\b[ ,:]*/i, '') || 'a person said no' });
  }
  terminal.close();
  return rows;
}

/**
 * The app as it is installed, made for this. @param {string} folder @returns {Promise<{program: string} | {reason: string}>}
 */
async function packedApp(folder) {
  const output = join(folder, 'app');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'package.mjs'), '--dir', '--output', output], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  const places = ['linux-unpacked/hearth', 'linux-arm64-unpacked/hearth', 'win-unpacked/Hearth.exe'];
  const macs = ['mac', 'mac-arm64'].map((name) => `${name}/Hearth.app/Contents/MacOS/Hearth`);
  const program = [...places, ...macs].map((place) => join(output, place)).find(existsSync);
  return code === 0 && program !== undefined ? { program } : { reason: 'npm run package -- --dir failed; see above' };
}

async function main() {
  const { values } = parseArgs({
    options: {
      output: { type: 'string' },
      'stand-in': { type: 'boolean' },
      'no-questions': { type: 'boolean' },
      'no-package': { type: 'boolean' },
      service: { type: 'boolean' },
      grep: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const folder = resolve(values.output ?? join(root, 'desktop-proof'));
  mkdirSync(folder, { recursive: true });
  if (!(await ensureBuilt())) return void (process.exitCode = 1);
  const { isReal, reason } = electron(!values['stand-in']);

  const specs = isReal ? ['e2e/desktop.spec.ts'] : ['e2e/desktop-shell.spec.ts', 'e2e/desktop-trouble.spec.ts'];
  const tests = await runSpecs(specs, folder, values.grep, isReal ? {} : { ELECTRON_OVERRIDE_DIST_PATH: standIn });
  const left =
    tests.length === 0 ? [{ title: specs.join(', '), outcome: 'not run', detail: 'no title has that text' }] : [];
  const packed = !isReal
    ? { reason: 'only Electron itself can show it' }
    : values['no-package']
      ? { reason: 'it was started with --no-package' }
      : await packedApp(folder);
  const program = await programChecks(packed, folder);
  const service = await serviceChecks(values.service === true);
  const people = await ask(isReal, !values['no-questions'] && process.stdin.isTTY);

  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const machine = `${process.platform} ${release()} (${process.arch}), ${cpus().length} processors, ${Math.round(totalmem() / 1e9)} GB`;
  const file = join(folder, 'report.md');
  const parts = [
    {
      name: isReal ? 'The window and the server' : 'The window and the server, with the stand-in',
      rows: [...tests, .../** @type {Row[]} */ (left)],
    },
    { name: 'The app as it is installed', rows: program },
    { name: 'The service that starts before sign-in', rows: service },
    { name: 'What a person sees', rows: people },
  ];
  writeFileSync(file, reportText({ isReal, reason, version, machine, now: new Date(), parts, folder }));
  const failed = parts.flatMap(({ rows }) => rows).filter(({ outcome }) => outcome === 'fail');
  for (const { title, detail } of failed) process.stdout.write(`FAILED ${title}: ${detail.split('\n')[0]}\n`);
  process.stdout.write(`The report is ${join(relative(process.cwd(), dirname(file)) || '.', 'report.md')}.\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

await main();
