/**
 * Location of the window's Electron profile (cookies, caches, the app's settings). Never the data folder, whose name is "Hearth":
 * file systems of macOS and Windows ignore the case of names.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/** The folder in the system's folder for applications. A checkout has its own: it runs beside an installed Hearth. */
export const profileName = (isPackaged: boolean): string =>
  isPackaged ? 'org.hearth.desktop' : 'org.hearth.desktop.checkout';

/** What the profile's folder was called before; it was the data folder on macOS. */
export const formerProfileName = 'hearth';

/** Entries that Chromium makes in a profile. */
const marks = ['Local State', 'Preferences', 'Cookies', 'SingletonLock', 'Local Storage', 'desktop-settings.json'];

/** Whether a data folder and the profile lie in each other, or the folder holds what is left of a profile. */
export function isSharedWithProfile(dataDir: string, profile: string): boolean {
  const [data, other] = [comparable(dataDir), comparable(profile)];
  if (data.startsWith(other) || other.startsWith(data)) return true;
  try {
    return readdirSync(dataDir).some((name) => marks.includes(name));
  } catch {
    return false;
  }
}

/** Without links, and without regard to case. */
function comparable(path: string): string {
  let base = resolve(path);
  let rest = '';
  while (!existsSync(base) && dirname(base) !== base) {
    rest = join(base.slice(dirname(base).length), rest);
    base = dirname(base);
  }
  const real = existsSync(base) ? realpathSync(base) : base;
  return `${join(real, rest)}${sep}`.replaceAll(/[\\/]+/g, sep).toLowerCase();
}
