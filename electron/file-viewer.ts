/**
 * Windows that show a file of the chat, such as a PDF: a browser would open a tab. They have no preload script, so their content can ask
 * the app for nothing, and their links lead out of the app (security.ts). What cannot be shown is downloaded.
 */
import { BrowserWindow, type WebContents } from 'electron';
import { fileName } from './trusted-url.ts';
import { pageRights } from './window.ts';

const size = { width: 1000, height: 760 };
const windows = new Map<string, BrowserWindow>();

/** @param onFailed called with the name of a file that the server does not give */
export function viewFile(url: string, onFailed: (name: string) => void): void {
  const open = windows.get(url);
  if (open !== undefined) return open.focus();
  const name = fileName(url);
  // Chromium's viewer of PDF files counts as a plugin, the only one that there is.
  const webPreferences = { ...pageRights, plugins: true };
  const window = new BrowserWindow({ ...size, title: name, autoHideMenuBar: true, webPreferences });
  windows.set(url, window);
  window.on('closed', () => windows.delete(url));
  // The name of the file, and not the name that a document gives itself.
  window.on('page-title-updated', (event) => event.preventDefault());
  window.webContents.on('did-navigate', (_event, _url, status) => {
    if (status < 400) return;
    onFailed(name);
    window.destroy();
  });
  // Chromium ends the load of what it cannot show, and downloads it (docs/api/session, `will-download`).
  window.loadURL(url).catch(() => {
    if (!window.isDestroyed()) window.destroy();
  });
}

/** Whether these contents are those of a window that shows a file. */
export const isViewer = (contents: WebContents): boolean =>
  [...windows.values()].some((window) => window.webContents === contents);
