/** Starting at login: the system's own list on macOS and Windows, a file on Linux. The window stays closed then. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, type LoginItemSettings } from 'electron';
import { autostartPath, isAutostartOn, renewAutostart, setAutostart } from './autostart-file.ts';
import type { LoginItem } from './desktop-tools.ts';
import { canOpenAtLogin, willOpenAtLogin } from './login-rules.ts';

/** Passed by the system when it starts the app at login: no window is opened then. */
const hiddenFlag = '--hidden';

/** @param onProblem called when the entry of an earlier version cannot be written; it stays as it was. */
export function loginItem(onProblem: (error: unknown) => void): LoginItem {
  const { platform } = process;
  // From the sources the program is Electron itself, which needs the path of the app.
  const args = [...(app.isPackaged ? [] : [app.getAppPath()]), hiddenFlag];
  const isPossible = canOpenAtLogin(platform, app.isPackaged);
  if (platform !== 'linux') {
    const place = platform === 'win32' ? { path: process.execPath, args } : {};
    const read = (): LoginItemSettings => app.getLoginItemSettings(place);
    return {
      isPossible,
      isOn: () => isPossible && willOpenAtLogin(platform, read()),
      set: (openAtLogin) => app.setLoginItemSettings({ ...place, openAtLogin }),
    };
  }
  const path = autostartPath(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'));
  // An AppImage is unpacked to a new place each time; its own path is what lasts, until an update replaces it.
  const command = [process.env['APPIMAGE'] ?? process.execPath, ...args];
  try {
    renewAutostart(path, command);
  } catch (error) {
    onProblem(error);
  }
  return {
    isPossible,
    isOn: () => isAutostartOn(path),
    set: (isOn) => setAutostart(path, command, isOn),
  };
}

/** Whether the system started the app at login, without a window. */
export function isStartedAtLogin(): boolean {
  if (process.argv.includes(hiddenFlag)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
