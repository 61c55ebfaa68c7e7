/**
 * `npm start`: the desktop app when there is an Electron to run it and a screen to show it on, otherwise one clear line
 * and the headless server in this same process. A download that takes long goes on beside the headless server, and resumes at the
 * next start.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, root } from '../server/tools/fresh-build.mjs';
import { runServer } from '../server/tools/run.mjs';
import { allowProxy, finishedWithin, resumingDownloader } from './download.mjs';
import { sandboxHelp } from './sandbox-help.mjs';

const require = createRequire(import.meta.url);
/** After this long the headless server starts, and the download goes on. */
const patienceMs = 60_000;
/** A server that sends nothing for this long is not there. */
const silenceMs = 30_000;
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
  const stopped = new AbortController();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => stopped.abort());
  try {
    allowProxy(process.env);
    const { downloadArtifact } = await import(pathToFileURL(fromElectron.resolve('@electron/get')).href);
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      checksums: fromElectron('./checksums.json'),
      downloader: resumingDownloader({
        folder: join(root, 'node_modules/.cache/hearth-electron'),
        silenceMs,
        signal: stopped.signal,
        onProgress: (share) => {
          const tenths = Math.floor(share * 10);
          if (tenths > shown) process.stderr.write(`  ${tenths * 10} %\n`);
          shown = Math.max(shown, tenths);
        },
      }),
    });
    // The archive is in the cache now; Electron's own installer checks and unpacks it.
    const code = await ended(
      spawn(process.execPath, [fromElectron.resolve('./install.js')], { stdio: ['ignore', 'ignore', 'inherit'] }),
    );
    return code === 0 ? installedElectron() : { reason: 'Electron could not be unpacked' };
  } catch (error) {
    return { reason: `Electron could not be fetched (${rootCause(error)}); the next start resumes` };
  }
}

/** @param {unknown} error @returns {string} the sentence that says what really failed: fetch() hides it in `cause` */
function rootCause(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : rootCause(error.cause);
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} as a shell counts: 128 and the signal */
async function ended(child) {
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + (constants.signals[/** @type {NodeJS.Signals} */ (signal)] ?? 0);
}

/**
 * Runs the app until it ends.
 * @param {string} program @param {string[]} args
 * @returns {Promise<string | null>} why it could not open, or null when it ran
 */
async function runApp(program, args) {
  // Chromium refuses its sandbox to root on Linux; all other accounts keep it.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const begun = Date.now();
  if (asRoot) process.stderr.write('You are root: the window runs without the sandbox of Chromium.\n');
  const isWindows = process.platform === 'win32';
  const { ELECTRON_RUN_AS_NODE: _asNode, ...inherited } = process.env;
  // The service that starts before anyone signs in needs Node, which Electron is not.
  const env = { ...inherited, HEARTH_NODE: process.execPath };
  // In a group of its own: Ctrl+C reaches all programs of the terminal's group, some of them twice, and Electron takes the second
  // signal for an order to end at once (shell/browser/electron_browser_main_parts_posix.cc).
  const child = spawn(program, [...(asRoot ? ['--no-sandbox'] : []), root, '--', ...args], {
    stdio: 'inherit',
    detached: !isWindows,
    env,
  });
  let asked = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      // On Windows every signal ends a process abruptly: a second instance asks the first one to quit.
      if (isWindows) spawn(program, [root, '--quit'], { stdio: 'ignore', env });
      else child.kill('SIGTERM');
    });
  }
  try {
    const code = await ended(child);
    const gaveUp = !asked && code !== 0 && Date.now() - begun < startLimitMs;
    if (!gaveUp) {
      process.exitCode = code;
      return null;
    }
    const help = process.platform === 'linux' && !asRoot ? sandboxHelp(dirname(program)) : null;
    if (help !== null) process.stderr.write(`${help}\n`);
    return `Electron did not start (code ${code})`;
  } catch (error) {
    return `Electron did not start (${rootCause(error)})`;
  } finally {
    process.removeAllListeners('SIGINT');
    process.removeAllListeners('SIGTERM');
    process.removeAllListeners('SIGHUP');
  }
}

const args = process.argv.slice(2);
let electron = installedElectron();
if ('reason' in electron && electron.reason === '') {
  const fetching = fetchElectron();
  const fetched = await finishedWithin(fetching, patienceMs);
  if (fetched !== null) electron = fetched;
  else {
    electron = { reason: 'the download takes a while and goes on' };
    void fetching.then((later) =>
      process.stderr.write(
        'program' in later
          ? 'Electron is complete. To open the window, stop this server and run npm start again.\n'
          : `${later.reason}.\n`,
      ),
    );
  }
}
let why = 'reason' in electron ? electron.reason : null;
if ('program' in electron) {
  if (await ensureBuilt()) why = await runApp(electron.program, args);
  else process.exitCode = 1;
}
if (why !== null) {
  process.stderr.write(`No desktop window: ${why}. Starting the server without one.\n`);
  await runServer(['serve', ...args]);
}
