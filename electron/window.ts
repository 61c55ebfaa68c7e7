/**
 * The one window: the console once the server listens, the status page until then and whenever it does not.
 */
import { BrowserWindow, nativeTheme } from 'electron';
import { channels, type ServerStatus } from './bridge.ts';
import { pageFor } from './page-for.ts';

export interface MainWindow {
  show(): void;
  follow(status: ServerStatus): void;
}

/** @param preload path of the preload script. @param statusPage file URL of the status page. */
export function createMainWindow(preload: string, statusPage: string, icon: string): MainWindow {
  let window: BrowserWindow | null = null;
  let shown: string | null = null;
  let wanted = statusPage;

  function load(page: string): void {
    if (window === null || shown === page) return;
    shown = page;
    // A page that cannot be loaded leaves the old one; the next change of the server's state tries again.
    window.loadURL(page).catch(() => void (shown = null));
  }

  function open(): BrowserWindow {
    const opened = new BrowserWindow({
      width: 1180,
      height: 780,
      minWidth: 360,
      minHeight: 480,
      title: 'Hearth',
      icon,
      autoHideMenuBar: true,
      show: false,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#1f1b18' : '#fffdf9',
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: true,
      },
    });
    opened.once('ready-to-show', () => opened.show());
    opened.on('closed', () => {
      window = null;
      shown = null;
    });
    window = opened;
    return opened;
  }

  return {
    show() {
      const current = window ?? open();
      load(wanted);
      if (current.isMinimized()) current.restore();
      current.focus();
    },
    follow(status) {
      wanted = pageFor(status, statusPage);
      load(wanted);
      window?.webContents.send(channels.statusChanged, status);
    },
  };
}
