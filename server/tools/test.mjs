/**
 * `npm test`: types, lint and format, the unit and scenario tests (vitest), and then the real commands and the console in a browser
 * (Playwright). One after the other: side by side they are bound by the processor, so that the whole took as long and each test
 * several times longer, until some met their limit. Ends with one line `N passed, N failed`, counted from what the two reported; a runner that reported nothing counts as failed.
 * `desktop` and `e2e` run a part; `long` runs all in its long form, and then the programs that have no short one beside them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checks, failedChecks } from './check.mjs';
import { writeGenerated } from './endpoints.mjs';
import { ensureBuilt, root } from './fresh-build.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';

/** @typedef {{name: string, passed: number, failed: number, notRun: number, remarks: string[]}} Tally */

const resultsDir = join(root, 'test-results');
const [part = 'all', ...rest] = process.argv.slice(2);
const isLong = part === 'long';
if (isLong) process.env['HEARTH_TEST_LONG'] = 'true';

/**
 * @param {string} script @param {string[]} args @param {NodeJS.ProcessEnv} env beside what is set here
 * @returns {Promise<number | null>} its exit code
 */
async function run(script, args, env = {}) {
  const command = [join(root, 'node_modules', script), ...args];
  const child = spawn(process.execPath, command, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
  const [status] = await once(child, 'close');
  return status;
}

/** @param {string} file @returns {any} */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/**
 * What failed, and why: repeated at the very end, for of a long report often only the end is kept.
 * @param {string} file @param {string} name @param {string} why
 */
function remark(file, name, why) {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, 12);
  return `FAILED ${relative(root, file)} > ${name}\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

/** What `npm run check` finds, told at once and again at the end. @returns {Promise<Tally>} */
async function check() {
  const failed = await failedChecks();
  for (const { output } of failed) process.stdout.write(output);
  const remarks = failed.map(({ name, output }) =>
    remark(join(root, 'package.json'), `npm run check, ${name}`, output),
  );
  return { name: 'check', passed: checks.length - failed.length, failed: failed.length, notRun: 0, remarks };
}

/** @param {string[]} args @returns {Promise<Tally>} */
async function vitest(args) {
  const file = join(resultsDir, 'vitest.json');
  const status = await run('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  ]);
  const report = readReport(file);
  const passed = report?.numPassedTests ?? 0;
  // A file that cannot be loaded has no tests to fail, and an error between tests fails none: the exit code knows of both.
  const failed = report?.numFailedTests ?? 0;
  /** @type {{name: string, status: string, message: string, assertionResults: {status: string, fullName: string, failureMessages: string[]}[]}[]} */
  const files = report?.testResults ?? [];
  return {
    name: 'vitest',
    passed,
    failed: status === 0 ? failed : Math.max(1, failed),
    notRun: report?.numPendingTests ?? 0,
    remarks: files.flatMap((one) => {
      const tests = one.assertionResults.filter((test) => test.status === 'failed');
      if (one.status === 'failed' && tests.length === 0) return [remark(one.name, 'the file itself', one.message)];
      return tests.map((test) => remark(one.name, test.fullName, test.failureMessages.join('\n')));
    }),
  };
}

/** Of more a trace of each would take longer than it helps. */
const mostTraced = 10;

/**
 * Runs the failed browser tests once more, with a trace of each in test-results/e2e (`npx playwright show-trace FILE`): recording all
 * tests takes as long as running them. What this run says does not count.
 * @param {NodeJS.ProcessEnv} env
 */
async function traceFailed(env) {
  process.stdout.write('The failed browser tests run once more for their traces; the result stays as it is.\n');
  const config = ['--config', 'e2e/playwright.config.ts'];
  await run('playwright/cli.js', ['test', ...config, '--last-failed', '--trace', 'on', '--reporter', 'line'], env);
}

/** @param {string[]} args @returns {Promise<Tally>} */
async function playwright(args) {
  const file = join(resultsDir, 'playwright.json');
  const memory = makeMemoryFolder();
  const folders = memory !== undefined && {
    TMPDIR: memory,
    // What is read of the tests themselves is kept for the next run.
    PWTEST_CACHE_DIR: join(tmpdir(), 'hearth-playwright'),
  };
  const status = await run(
    'playwright/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', ...args],
    folders || {},
  );
  const report = readReport(file);
  const { expected = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {};
  if (unexpected > 0 && unexpected <= mostTraced) await traceFailed(folders || {});
  if (memory !== undefined) rmSync(memory, { recursive: true, force: true });
  /** @param {any} suite @returns {string[]} */
  const remarksOn = (suite) => [
    ...(suite.suites ?? []).flatMap(remarksOn),
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests
        .filter((/** @type {any} */ test) => test.status === 'unexpected')
        .map((/** @type {any} */ { results: [first] }) => {
          const why = first?.error?.message ?? first?.status ?? 'unknown';
          return remark(join(root, 'e2e', spec.file), spec.title, why);
        }),
    ),
  ];
  return {
    name: 'playwright',
    passed: expected,
    failed: status === 0 ? unexpected : Math.max(1, unexpected),
    notRun: skipped,
    remarks: [
      ...(report?.suites ?? []).flatMap(remarksOn),
      ...(report?.errors ?? []).map((/** @type {{message?: string}} */ error) =>
        remark(root, 'outside the tests', error.message ?? 'unknown'),
      ),
    ],
  };
}

/** @param {string[]} command a script of package.json and what it takes @returns {Tally} */
function longForm([script = '', ...args]) {
  const npm = ['run', '--silent', script, '--', ...args];
  const { status } = spawnSync('npm', npm, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  const isGood = status === 0;
  const remarks = isGood
    ? []
    : [remark(join(root, 'package.json'), `npm ${npm.join(' ')}`, `It ended with ${status}.`)];
  return { name: script, passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, notRun: 0, remarks };
}

/** What the tests had of the API, held against the contract (print-api-coverage.ts). @returns {Tally} */
function apiCoverage() {
  const script = join(root, 'server/testing/print-api-coverage.ts');
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', script, '--check'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(stdout);
  const isGood = status === 0;
  return {
    name: 'API coverage',
    passed: isGood ? 1 : 0,
    failed: isGood ? 0 : 1,
    notRun: 0,
    remarks: isGood ? [] : [remark(script, 'npm run coverage:api', stdout)],
  };
}

/** After the tests, one after the other. */
const longForms = [
  ['walk', '--seeds', '200'],
  ['crash', '--rounds', '100'],
  ['soak', '--minutes', '10'],
];

rmSync(resultsDir, { recursive: true, force: true });
mkdirSync(resultsDir, { recursive: true });

/** Runs what belongs to the part, in turn. @returns {Promise<Tally[]>} */
async function runners() {
  if (part === 'e2e') return [await playwright(rest)];
  const isDesktop = part === 'desktop';
  const units = await vitest(isDesktop ? ['--project', 'electron', ...rest] : rest);
  return [units, await playwright(isDesktop ? ['e2e/desktop'] : rest)];
}

// The check and the build both begin with it: written once, it is there for both. A failure is theirs to report.
writeGenerated();
// What is wrong with types or lint is reported in the first seconds, before anything else.
const tallies = part === 'all' || isLong ? [await check()] : [];
const isBuilt = await ensureBuilt();
if (isBuilt) tallies.push(...(await runners()));
if (!isBuilt) tallies.push({ name: 'build', passed: 0, failed: 1, notRun: 0, remarks: [] });
if (isBuilt && (part === 'all' || isLong) && rest.length === 0) tallies.push(apiCoverage());
if (isBuilt && isLong) for (const command of longForms) tallies.push(longForm(command));

for (const line of tallies.flatMap((tally) => tally.remarks)) process.stdout.write(line);
for (const { name, passed, failed, notRun } of tallies) {
  process.stdout.write(`${name}: ${passed} passed, ${failed} failed${notRun > 0 ? `, ${notRun} not run` : ''}\n`);
}
/** @param {'passed' | 'failed'} key */
const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
