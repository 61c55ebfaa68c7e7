/** Module `electron` of the stand-in: as much of Electron as the app uses. */
export { app, autoUpdater } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { ipcMain } from './ipc-main.ts';
export { net } from './net.ts';
export { protocol } from './protocol.ts';
export { session } from './session.ts';
export {
  clipboard,
  dialog,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
  systemPreferences,
  Tray,
} from './system.ts';
export { utilityProcess } from './utility-process.ts';
