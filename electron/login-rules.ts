/** Meaning of the system's login items, by platform. */

/**
 * macOS registers the program without arguments (browser_mac.mm, SetLoginItemSettings), and from a checkout the program is Electron
 * itself: at login it would show its own welcome window.
 */
export const canOpenAtLogin = (platform: NodeJS.Platform, isPackaged: boolean): boolean =>
  platform !== 'darwin' || isPackaged;

/** Windows lists an item that Task Manager has disabled; macOS one that the person has not approved. */
export function willOpenAtLogin(
  platform: NodeJS.Platform,
  item: { openAtLogin: boolean; executableWillLaunchAtLogin: boolean; status: string },
): boolean {
  if (!item.openAtLogin) return false;
  if (platform === 'win32') return item.executableWillLaunchAtLogin;
  return platform !== 'darwin' || item.status !== 'requires-approval';
}

/**
 * What to do with the window at a start. At login it stays hidden; without a tray it is minimized, as nothing else would show the app.
 * Windows reports the end of the session to windows only, so there a hidden one is made (docs/api/app, `before-quit`).
 */
export function windowAtStart(
  platform: NodeJS.Platform,
  isStartedAtLogin: boolean,
  hasTray: boolean,
): 'show' | 'minimize' | 'hide' | 'none' {
  if (!isStartedAtLogin) return 'show';
  if (!hasTray) return 'minimize';
  return platform === 'win32' ? 'hide' : 'none';
}
