/** Endings of the installed app without a user: signals of the system, and the end of a session of Windows. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, freePort, limitMs } from './desktop-proof-steps.mjs';

/**
 * Starts the app hidden, as at login, ends it, and looks whether its server stopped in order.
 * @param {string} program @param {string} folder for profile and data @param {(pid: number) => string} end @returns {Promise<string>}
 */
async function ending(program, folder, end) {
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const profile = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${join(folder, 'profile')}`];
  const words = [...profile, '--hidden', '--', '--port', String(port), '--data-dir', dataDir];
  const child = spawn(program, words, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    await eventually('the server', async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok);
    const detail = end(child.pid ?? 0);
    await eventually('the end of the app', async () => child.exitCode !== null || child.signalCode !== null);
    if (existsSync(join(dataDir, 'in-use.lock'))) throw new Error('the data folder is still locked');
    return detail;
  } finally {
    child.kill();
    await ended;
  }
}

/** @param {number} pid @returns {string} */
function endSession(pid) {
  const script = join(import.meta.dirname, 'desktop-proof-session.ps1');
  const words = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', script, String(pid)];
  const { stdout, stderr } = spawnSync('powershell', words, { encoding: 'utf8', timeout: limitMs });
  const [visible, all] = stdout.trim().split(' ').map(Number);
  if (all === undefined || !(all > 0)) throw new Error(`the app has no window that hears of it: ${stderr.trim()}`);
  if (visible !== 0) throw new Error(`${visible} windows were visible after a hidden start`);
  return 'no window was visible, and the server stopped in order';
}

/** @type {{title: string, platforms: string[], where: string, run: (program: string, folder: string) => Promise<string>}[]} */
export const endings = [
  {
    title: 'Started hidden, the app shows no window, and the end of the session stops its server in order',
    platforms: ['win32'],
    where: 'on Windows',
    run: (program, folder) => ending(program, folder, endSession),
  },
  {
    title: 'Started hidden, the app is ended by a signal, and stops its server in order',
    platforms: ['linux', 'darwin'],
    where: 'on Linux and on a Mac',
    run: (program, folder) =>
      ending(program, folder, (pid) => {
        process.kill(pid, 'SIGTERM');
        return 'ended, and the data folder is free';
      }),
  },
];
