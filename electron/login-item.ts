/** Starting at login: the system's own list on macOS and Windows, a file on Linux. The window stays closed then. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { autostartPath, isAutostartOn, setAutostart } from './autostart-file.ts';
import type { LoginItem } from './desktop-tools.ts';

/** Said by the system when it starts the app at login: no window is opened then. */
const hiddenFlag = '--hidden';

export function loginItem(): LoginItem {
  // From the sources the program is Electron itself, which has to be told where the app is.
  const args = [...(app.isPackaged ? [] : [app.getAppPath()]), hiddenFlag];
  if (process.platform !== 'linux') {
    const place = process.platform === 'win32' ? { path: process.execPath, args } : {};
    return {
      isPossible: true,
      isOn: () => app.getLoginItemSettings(place).openAtLogin,
      set: (openAtLogin) => app.setLoginItemSettings({ ...place, openAtLogin }),
    };
  }
  const path = autostartPath(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'));
  // An AppImage is unpacked to a new place each time; its own path is what lasts.
  const program = process.env['APPIMAGE'] ?? process.execPath;
  return {
    isPossible: true,
    isOn: () => isAutostartOn(path),
    set: (isOn) => setAutostart(path, [program, ...args], isOn),
  };
}

/** Whether the system started the app, and nobody waits for a window. */
export function isStartedAtLogin(): boolean {
  if (process.argv.includes(hiddenFlag)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
