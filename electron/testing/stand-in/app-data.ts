/** Location of app data in Electron: docs/api/app, `appData`. */
import { posix, win32 } from 'node:path';

/**
 * @param home folder of the person.
 * @returns the folder in which userData is made, named after the app. Names there differ by case only on Linux.
 */
export function appDataOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  // shell/common/electron_paths.h, DIR_APP_DATA: %APPDATA%, ~/Library/Application Support, $XDG_CONFIG_HOME.
  if (platform === 'win32') return env['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  return env['XDG_CONFIG_HOME'] ?? posix.join(home, '.config');
}
