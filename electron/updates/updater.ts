/** electron-updater with one address of our own. It is loaded when it is first needed: most people never set a feed. */
import { createRequire } from 'node:module';
import type * as Library from 'electron-updater';
import { t } from '../texts.ts';
import type { Updater } from './updates.ts';

function load(): Library.AppUpdater {
  // By `require`: the library makes its updater when it is read, and loaders of modules differ in what `import` gives of such an object.
  const { autoUpdater } = createRequire(import.meta.url)('electron-updater') as typeof Library;
  // Nothing happens without consent: not the download, and not the installation when the app ends.
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.logger = null;
  // Failures come as rejections too; without a listener the event would be an exception.
  if (autoUpdater.listenerCount('error') === 0) autoUpdater.on('error', () => undefined);
  return autoUpdater;
}

export const updater: Updater = {
  async check(feed) {
    const library = load();
    library.setFeedURL({ provider: 'generic', url: feed });
    const found = await library.checkForUpdates();
    if (found === null) throw new Error(t('Only an installed Hearth can be updated.'));
    return found.isUpdateAvailable ? found.updateInfo.version : null;
  },
  async download(onProgress) {
    const library = load();
    const tell = ({ percent }: { percent: number }): void => onProgress(percent / 100);
    library.on('download-progress', tell);
    try {
      await library.downloadUpdate();
    } finally {
      library.off('download-progress', tell);
    }
  },
  install: (onFailed) => {
    const library = load();
    // An installer that fails, or whose password dialog is cancelled, is an `error` event: electron-updater/out/BaseUpdater.js, install().
    library.once('error', onFailed);
    library.quitAndInstall();
  },
};
