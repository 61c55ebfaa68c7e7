/** Actions of pages, menus and the tray, in terms of the app and its window. */
import { dirname } from 'node:path';
import { app, clipboard, shell } from 'electron';
import { installWhenAllowed } from './desktop-tools.ts';
import type { Desktop } from './desktop.ts';
import { dialogs, pickTarget } from './dialogs.ts';
import type { setUpIpc } from './ipc.ts';
import type { createMenu } from './menu.ts';
import { t } from './texts.ts';
import type { createTray } from './tray.ts';
import type { MainWindow } from './window.ts';

export function answers(desktop: Desktop, window: MainWindow): Parameters<typeof setUpIpc>[0] {
  return {
    state: () => desktop.state(),
    showUnread: (count) => desktop.showUnread(count),
    changeChoices: (changes) => desktop.changeChoices(changes),
    choose: (choice) => desktop.choose(choice),
    setService: (isOn) => desktop.service.set(isOn),
    restartServer: () => desktop.restart(),
    showWindow: () => void window.show(),
    openDownload: () => desktop.downloads.open(),
    showDownload: () => desktop.downloads.show(),
    dismissDownload: () => desktop.downloads.dismiss(),
    chooseDataFolder: () => desktop.data.choose(),
    moveDataFolder: () => desktop.data.move(),
    restoreBackup: () => desktop.data.restore(),
    openDataFolder: () => openFolder(desktop.state().dataDir),
    openLogFolder: () => openFolder(desktop.state().logDir),
    openNoticeFolder: () => openFolder(desktop.state().notice?.folder ?? desktop.state().dataDir),
    dismissNotice: () => desktop.say(null),
    saveLogBundle: () => saveLogBundle(desktop),
    checkForUpdate: () => desktop.updates.check(),
    downloadUpdate: () => desktop.updates.download(),
    installUpdate: () => installWhenAllowed(dialogs, desktop.updates),
  };
}

export function menuActions(desktop: Desktop, window: MainWindow): Parameters<typeof createMenu>[0] {
  return {
    openChat: () => window.showPage('/chat/'),
    openConsole: (path) => window.showScreen(path),
    openInBrowser: () => openInBrowser(desktop),
    copyAddress: () => void clipboard.writeText(addressOf(desktop) ?? ''),
    restartServer: () => void desktop.restart(),
    backUp() {
      window.showScreen('/backups');
      void desktop.backUp();
    },
    openDataFolder: () => void openFolder(desktop.state().dataDir),
    openLogFolder: () => void openFolder(desktop.state().logDir),
    saveLogBundle: () => void saveLogBundle(desktop),
    checkForUpdate() {
      window.showScreen('/this-computer');
      void desktop.updates.check();
    },
  };
}

export function trayActions(desktop: Desktop, window: MainWindow): Parameters<typeof createTray>[1] {
  return {
    open: () => void window.show(),
    openChat: () => window.showPage('/chat/'),
    share: (isOn) => void desktop.share(isOn),
    openInBrowser: () => openInBrowser(desktop),
    restart: () => void desktop.restart(),
    openLogs: () => void openFolder(desktop.state().logDir),
    quit: () => app.quit(),
  };
}

/** The address for teammates where the server is shared, else the one of this computer. */
function addressOf(desktop: Desktop): string | null {
  const { server, status } = desktop.state();
  return (status?.shared === true ? status.addresses[0]?.url : undefined) ?? server.url;
}

function openInBrowser(desktop: Desktop): void {
  const { url } = desktop.server.status();
  if (url !== null) void shell.openExternal(`${url}/chat/`);
}

async function saveLogBundle(desktop: Desktop): Promise<void> {
  const stamp = new Date().toISOString().slice(0, 10);
  const path = await pickTarget(t('Save diagnostics'), `hearth-logs-${stamp}.tar.gz`);
  if (path !== null) await desktop.saveLogBundle(path);
}

/** The nearest folder above that is there: a missing folder is shown by its parent. */
export async function openFolder(path: string): Promise<void> {
  const problem = await shell.openPath(path);
  if (problem !== '' && dirname(path) !== path) await openFolder(dirname(path));
}
