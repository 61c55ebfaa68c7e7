/** The system's own dialogs, on top of the window when there is one. */
import { join } from 'node:path';
import { app, BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type { Dialogs } from './data-folder.ts';
import { t } from './texts.ts';

export const dialogs: Dialogs = {
  pickFolder: (title, near) =>
    pick({ title, defaultPath: near, properties: ['openDirectory', 'createDirectory', 'promptToCreate'] }),
  pickFile: (title, near, extension) =>
    pick({
      title,
      defaultPath: near,
      properties: ['openFile'],
      filters: [
        { name: t('Backups of Hearth'), extensions: [extension] },
        { name: t('All files'), extensions: ['*'] },
      ],
    }),
  async confirm({ title, detail, confirm }) {
    const options = {
      type: 'question' as const,
      message: title,
      detail,
      buttons: [confirm, t('Cancel')],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    };
    const window = shownWindow();
    const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
    return response === 0;
  },
};

/** @returns where a file is to be written, or null. */
export async function pickTarget(title: string, name: string): Promise<string | null> {
  const options = { title, defaultPath: join(app.getPath('downloads'), name) };
  const window = shownWindow();
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled || filePath === '' ? null : filePath;
}

/** @returns true: leave it a little longer. */
export async function askToWait(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: t('The window does not respond'),
    detail: t('The server is not affected. Teammates can keep chatting. You can reload the page.'),
    buttons: [t('Reload'), t('Wait')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
    signal,
  });
  return response === 1;
}

async function pick(options: OpenDialogOptions): Promise<string | null> {
  const window = shownWindow();
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
}

/** A dialog on a hidden window would never be seen on macOS. */
function shownWindow(): BrowserWindow | undefined {
  return BrowserWindow.getAllWindows().find((window) => window.isVisible());
}
