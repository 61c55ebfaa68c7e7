/**
 * `npm start`: the desktop app when there is an Electron to run it and a screen to show it on, otherwise one clear line
 * and the headless server in this same process. Never waits more than a minute for a download, leaves nothing half-done.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, root } from '../server/tools/fresh-build.mjs';
import { runServer } from '../server/tools/run.mjs';

const require = createRequire(import.meta.url);
const downloadLimitMs = 60_000;
/** An app that ends with an error this soon could not open at all. */
const startLimitMs = 10_000;

/** @returns {string} where the program is inside an Electron distribution */
function programPath() {
  if (process.platform === 'win32') return 'electron.exe';
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}

/** @returns {{program: string} | {reason: string}} */
function installedElectron() {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override !== undefined && override !== '') {
    const program = join(override, programPath());
    return existsSync(program) ? { program } : { reason: `there is no ${programPath()} in ${override}` };
  }
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
    return { reason: 'there is no screen here' };
  try {
    const home = dirname(require.resolve('electron/package.json'));
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const program = join(home, 'dist', programPath());
    const stamp = join(home, 'dist/version');
    const complete =
      existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8').replace(/^v/, '').trim() === version;
    return complete ? { program } : { reason: '' };
  } catch {
    return { reason: 'the package electron is not installed' };
  }
}

/** Fetches Electron with progress. @returns {Promise<{program: string} | {reason: string}>} */
async function fetchElectron() {
  const packageFile = require.resolve('electron/package.json');
  const fromElectron = createRequire(packageFile);
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8'));
  process.stderr.write(`Fetching Electron ${version}, once ...\n`);
  let shown = 0;
  try {
    const { downloadArtifact } = await import(pathToFileURL(fromElectron.resolve('@electron/get')).href);
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      checksums: fromElectron('./checksums.json'),
      downloadOptions: {
        quiet: true,
        // Aborting, rather than ending the process, lets the library remove its temporary folder.
        signal: AbortSignal.timeout(downloadLimitMs),
        getProgressCallback: (/** @type {{percent: number}} */ { percent }) => {
          const tenths = Math.floor(percent * 10);
          if (tenths > shown) process.stderr.write(`  ${tenths * 10} %\n`);
          shown = Math.max(shown, tenths);
        },
      },
    });
    // The archive is in the cache now; Electron's own installer checks and unpacks it.
    const code = await ended(
      spawn(process.execPath, [fromElectron.resolve('./install.js')], { stdio: ['ignore', 'ignore', 'inherit'] }),
    );
    return code === 0 ? installedElectron() : { reason: 'Electron could not be unpacked' };
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return {
      reason: timedOut
        ? 'Electron could not be fetched within a minute'
        : `Electron could not be fetched (${rootCause(error)})`,
    };
  }
}

/** @param {unknown} error @returns {string} the sentence that says what really failed: fetch() hides it in `cause` */
function rootCause(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : rootCause(error.cause);
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number | null>} */
function ended(child) {
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code));
  });
}

/**
 * Runs the app until it ends.
 * @param {string} program @param {string[]} args
 * @returns {Promise<string | null>} why it could not open, or null when it ran
 */
async function runApp(program, args) {
  // Chromium refuses its sandbox to root on Linux; everybody else keeps it.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const begun = Date.now();
  // The service that starts before anyone signs in needs Node, which Electron is not.
  const env = { ...process.env, HEARTH_NODE: process.execPath };
  const child = spawn(program, [...(asRoot ? ['--no-sandbox'] : []), root, '--', ...args], { stdio: 'inherit', env });
  let asked = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      asked = true;
      child.kill(signal);
    });
  }
  try {
    const code = await ended(child);
    const gaveUp = !asked && code !== 0 && Date.now() - begun < startLimitMs;
    if (gaveUp) return `Electron did not start (${code === null ? 'it was ended by a signal' : `code ${code}`})`;
    process.exitCode = asked ? 0 : (code ?? 1);
    return null;
  } catch (error) {
    return `Electron did not start (${rootCause(error)})`;
  } finally {
    process.removeAllListeners('SIGINT');
    process.removeAllListeners('SIGTERM');
  }
}

const args = process.argv.slice(2);
let electron = installedElectron();
if ('reason' in electron && electron.reason === '') electron = await fetchElectron();
let why = 'reason' in electron ? electron.reason : null;
if ('program' in electron) {
  if (await ensureBuilt()) why = await runApp(electron.program, args);
  else process.exitCode = 1;
}
if (why !== null) {
  process.stderr.write(`No desktop window: ${why}. Starting the server without one.\n`);
  await runServer(['serve', ...args]);
}
