/** electron-updater with one address of our own. It is loaded when it is first needed: most people never set a feed. */
import type { AppUpdater } from 'electron-updater';
import type { Updater } from './updates.ts';

async function load(): Promise<AppUpdater> {
  const { default: library } = await import('electron-updater');
  const { autoUpdater } = library;
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
    const library = await load();
    library.setFeedURL({ provider: 'generic', url: feed });
    const found = await library.checkForUpdates();
    if (found === null) throw new Error('Only an installed Hearth can be updated.');
    return found.isUpdateAvailable ? found.updateInfo.version : null;
  },
  async download(onProgress) {
    const library = await load();
    const tell = ({ percent }: { percent: number }): void => onProgress(percent / 100);
    library.on('download-progress', tell);
    try {
      await library.downloadUpdate();
    } finally {
      library.off('download-progress', tell);
    }
  },
  install: (onFailed) => {
    // An installer that fails, or whose password dialog is cancelled, is an `error` event: electron-updater/out/BaseUpdater.js, install().
    const install = async (): Promise<void> => {
      const library = await load();
      library.once('error', onFailed);
      library.quitAndInstall();
    };
    install().catch(onFailed);
  },
};
