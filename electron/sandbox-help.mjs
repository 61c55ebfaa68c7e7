/**
 * Diagnosis of why Chromium's sandbox cannot work on this computer, and the commands that help. Ubuntu 24.04 and later forbid user namespaces to
 * programs without an AppArmor profile (electron#42510); a checkout's Electron has none, an installed Hearth brings one.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} dist folder of Electron's program
 * @param {string} [proc] of the kernel
 * @returns {string | null} lines for the person at the terminal; null where the sandbox can work
 */
export function sandboxHelp(dist, proc = '/proc') {
  const helper = join(dist, 'chrome-sandbox');
  if (!isRestricted(join(proc, 'sys/kernel/apparmor_restrict_unprivileged_userns')) || isSetuid(helper)) return null;
  return [
    "This system does not let Electron use its sandbox. These two commands allow it, for this folder's Electron only:",
    `  sudo chown root '${helper}'`,
    `  sudo chmod 4755 '${helper}'`,
    'An installed Hearth (.deb, made by npm run package) needs neither.',
  ].join('\n');
}

/** @param {string} path @returns {boolean} */
function isRestricted(path) {
  try {
    return readFileSync(path, 'utf8').trim() === '1';
  } catch {
    return false;
  }
}

/** @param {string} path @returns {boolean} */
function isSetuid(path) {
  try {
    const { uid, mode } = statSync(path);
    return uid === 0 && (mode & 0o4111) === 0o4111;
  } catch {
    return false;
  }
}
