/**
 * The one window: the console once the server listens, the status page until then and whenever it does not. Closing it hides
 * it, while the app goes on in the tray. Never blank: a page that cannot be loaded gives way to the status page.
 */
import { BrowserWindow, clipboard, Menu, nativeTheme, screen } from 'electron';
import { stateChanged, type DesktopState } from './bridge.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { askToWait } from './dialogs.ts';
import { createCrashGuard } from './crash-guard.ts';
import { pageFor } from './page-for.ts';
import type { WindowPlace } from './settings-file.ts';
import { placeWindow, smallestSize } from './window-state.ts';

export interface MainWindow {
  show(): void;
  /** Opens a screen of the console, when there is a console. */
  showScreen(path: string): void;
  /** Opens a page of the server, when there is one. @param path such as "/chat/". */
  showPage(path: string): void;
  follow(state: DesktopState): void;
  /** The app ends: closing is closing now. */
  release(): void;
}

export interface WindowOptions {
  preload: string;
  /** Address of the status page. */
  statusPage: string;
  icon: string;
  place: () => WindowPlace | null;
  onPlace: (place: WindowPlace) => void;
  /** Asked when somebody closes the window: it is hidden, or stays until the app has ended in order. */
  onClose: () => 'hide' | 'quit';
  /** Windows ends, and tells nobody but windows. */
  onSessionEnd: () => void;
  /** The page in the window cannot be kept alive. */
  onPageBroken: () => void;
}

/** A page that could not be loaded is tried again after this long, in milliseconds. */
const loadAgainMs = 1000;

export function createMainWindow(options: WindowOptions): MainWindow {
  const { statusPage } = options;
  const crashGuard = createCrashGuard(() => performance.now());
  let window: BrowserWindow | null = null;
  let state: DesktopState | null = null;
  /** What was last asked for; the page goes its own way from there. */
  let shown: string | null = null;
  let isLeaving = false;
  let again: NodeJS.Timeout | undefined;

  /** Loads what belongs into the window now, unless it is there already. */
  function load(): void {
    if (window === null) return;
    const page = state === null ? statusPage : pageFor(state, statusPage);
    // The console of this server is there: it knows itself when the organization is set up, or somebody has to sign in.
    const isThere =
      page !== statusPage && shown !== null && page !== null && shown !== statusPage && sameOrigin(shown, page);
    if (page !== null && page !== shown && !isThere) go(window, page);
    else if (page === null && shown === null) go(window, statusPage);
  }

  function go(current: BrowserWindow, page: string): void {
    clearTimeout(again);
    shown = page;
    current.loadURL(page).catch(() => {
      // Another page has been asked for meanwhile, or the window is gone.
      if (window !== current || shown !== page || page === statusPage) return;
      go(current, statusPage);
      again = setTimeout(load, loadAgainMs);
    });
  }

  function open(): BrowserWindow {
    const place = options.place();
    const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
    const opened = new BrowserWindow({
      ...placeWindow(place, areas),
      minWidth: smallestSize.width,
      minHeight: smallestSize.height,
      title: 'Hearth',
      icon: options.icon,
      show: false,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#1f1b18' : '#fffdf9',
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        // Elsewhere dictionaries would be fetched from a host of others.
        spellcheck: process.platform === 'darwin',
      },
    });
    if (place?.isMaximized === true) opened.maximize();
    opened.once('ready-to-show', () => opened.show());
    opened.on('close', (event) => {
      keepPlace(opened);
      if (isLeaving) return;
      event.preventDefault();
      if (options.onClose() === 'hide') opened.hide();
    });
    opened.on('session-end', () => options.onSessionEnd());
    opened.on('closed', () => {
      window = null;
      shown = null;
      clearTimeout(again);
    });
    watchPage(opened);
    window = opened;
    load();
    return opened;
  }

  function watchPage(opened: BrowserWindow): void {
    let question: AbortController | null = null;
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || window !== opened) return;
      shown = null;
      if (crashGuard.crashed() === 'status') options.onPageBroken();
      else load();
    });
    opened.on('unresponsive', () => {
      if (question !== null) return;
      question = new AbortController();
      void waitOrReload(opened, question.signal).finally(() => (question = null));
    });
    opened.on('responsive', () => question?.abort());
    // A form that is not saved keeps nobody from quitting, nor the window from saying what happened.
    opened.webContents.on('will-prevent-unload', (event) => event.preventDefault());
    opened.webContents.on('context-menu', (_event, clicked) => {
      const items = contextMenuTemplate(clicked, (text) => void clipboard.writeText(text));
      if (items.length > 0) Menu.buildFromTemplate(items).popup({ window: opened });
    });
  }

  function keepPlace(opened: BrowserWindow): void {
    options.onPlace({ ...opened.getNormalBounds(), isMaximized: opened.isMaximized() });
  }

  function show(): BrowserWindow {
    const current = window ?? open();
    if (current.isMinimized()) current.restore();
    current.show();
    current.focus();
    return current;
  }

  function showPage(path: string): void {
    const current = show();
    if (state?.server.state !== 'running' || state.server.url === null || state.isPageBroken) return;
    current.loadURL(`${state.server.url}${path}`).catch(() => undefined);
  }

  return {
    show: () => void show(),
    showScreen: (path) => showPage(`/console${path}`),
    showPage,
    follow(next) {
      state = next;
      load();
      window?.webContents.send(stateChanged, next);
    },
    release() {
      isLeaving = true;
      if (window !== null) keepPlace(window);
    },
  };
}

/** Asks, until the page answers again or somebody has had enough of it. */
async function waitOrReload(opened: BrowserWindow, signal: AbortSignal): Promise<void> {
  const isWaiting = await askToWait(opened, signal).catch(() => true);
  if (!isWaiting && !signal.aborted) opened.webContents.forcefullyCrashRenderer();
}

function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}
