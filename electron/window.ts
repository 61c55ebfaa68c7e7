/**
 * The one window: the console once the server listens, the status page until then and whenever it does not. Closing it hides
 * it, while the app goes on in the tray. Never blank: a page that cannot be loaded is replaced by the status page.
 */
import { BrowserWindow, clipboard, Menu, nativeTheme, screen, type BrowserWindowConstructorOptions } from 'electron';
import { stateChanged, type DesktopState } from './bridge.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { createCrashGuard } from './crash-guard.ts';
import { askToWait } from './dialogs.ts';
import type { windowAtStart } from './login-rules.ts';
import { pageFor } from './page-for.ts';
import type { WindowPlace } from './settings-file.ts';
import { placeWindow, smallestSize } from './window-state.ts';

export interface WindowOptions {
  preload: string;
  /** Address of the status page. */
  statusPage: string;
  icon: string;
  place: () => WindowPlace | null;
  onPlace: (place: WindowPlace) => void;
  /** Asked when the window is closed: it is hidden, or stays until the app has ended in order. */
  onClose: () => 'hide' | 'minimize' | 'quit';
  /** Windows ends, which it reports to windows only. */
  onSessionEnd: () => void;
  /** The page in the window cannot be kept alive. */
  onPageBroken: () => void;
}

/** A page that could not be loaded is tried again after this long, in milliseconds. */
const loadAgainMs = 1000;

/** What a page in any window may do: nothing but what a preload script offers it. */
export const pageRights = {
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
};

export class MainWindow {
  readonly #options: WindowOptions;
  readonly #crashGuard = createCrashGuard(() => performance.now());
  #window: BrowserWindow | null = null;
  #state: DesktopState | null = null;
  /** What was last asked for; the page goes its own way from there. */
  #shown: string | null = null;
  /** Loads so far: the end of an earlier one says nothing about the page that is shown, even where both asked for the same. */
  #loads = 0;
  #isLeaving = false;
  /** Whether a person has asked for the window. */
  #isWanted = true;
  /** The page that was asked for, as a path; null: the one that the state of the server calls for. */
  #wish: string | null = null;
  /** Path of the page that the window shows of the server. */
  #path: string | null = null;
  #again: NodeJS.Timeout | undefined;

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  show(): BrowserWindow {
    this.#isWanted = true;
    const current = this.#window ?? this.#open();
    if (current.isMinimized()) current.restore();
    current.show();
    current.focus();
    return current;
  }

  /** Opens a screen of the console, when there is a console. */
  showScreen(path: string): void {
    this.showPage(`/console${path}`);
  }

  /** Opens a page of the server, when there is one. @param path such as "/chat/". */
  showPage(path: string): void {
    this.#wish = path;
    const current = this.show();
    const page = this.#wished();
    if (page !== null) this.#go(current, page);
  }

  follow(state: DesktopState): void {
    this.#state = state;
    this.#load();
    this.#window?.webContents.send(stateChanged, state);
  }

  /** What the start of the app calls for (login-rules.ts): a window that is shown, one that waits, or none yet. */
  begin(first: ReturnType<typeof windowAtStart>): void {
    if (first === 'none') return;
    if (first === 'show') return void this.show();
    this.#isWanted = false;
    const opened = this.#window ?? this.#open();
    if (first === 'minimize') opened.minimize();
  }

  /** The app ends, or does not after all: whether closing is closing now. */
  release(isLeaving = true): void {
    this.#isLeaving = isLeaving;
    if (this.#window !== null) this.#keepPlace(this.#window);
  }

  /** Loads what belongs into the window now, unless it is there already. */
  #load(): void {
    if (this.#window === null) return;
    const { statusPage } = this.#options;
    const shown = this.#shown;
    const page = this.#state === null ? statusPage : pageFor(this.#state, statusPage);
    // The console of this server is there: it detects itself that the organization was set up, or that a person has to sign in.
    const isThere =
      page !== statusPage && shown !== null && page !== null && shown !== statusPage && sameOrigin(shown, page);
    if (page !== null && page !== shown && !isThere) this.#go(this.#window, this.#wished() ?? this.#before(page));
    else if (page === null && shown === null) this.#go(this.#window, statusPage);
  }

  /** The page that was asked for, on the server that runs now. It waits where there is none. */
  #wished(): string | null {
    const state = this.#state;
    if (state === null || this.#wish === null || state.server.url === null) return null;
    const page = pageFor(state, this.#options.statusPage);
    const isConsole = page !== null && page !== this.#options.statusPage && state.status?.setup_path === null;
    return isConsole ? `${state.server.url}${this.#wish}` : null;
  }

  /** After a restart of the server the window returns to the page that it showed, which may be the chat. */
  #before(page: string): string {
    if (page === this.#options.statusPage || this.#path === null || this.#state?.status?.setup_path !== null)
      return page;
    return new URL(this.#path, page).href;
  }

  #go(current: BrowserWindow, page: string): void {
    const { statusPage } = this.#options;
    clearTimeout(this.#again);
    this.#shown = page;
    this.#loads += 1;
    const load = this.#loads;
    const wish = this.#wish;
    const loaded = (): void => {
      if (this.#wish === wish && this.#loads === load && page !== statusPage) this.#wish = null;
    };
    current.loadURL(page).then(loaded, () => {
      // Another load has begun since, which ends this one, or the window is gone.
      if (this.#window !== current || this.#loads !== load || page === statusPage) return;
      this.#go(current, statusPage);
      this.#again = setTimeout(() => this.#load(), loadAgainMs);
    });
  }

  #open(): BrowserWindow {
    const place = this.#options.place();
    const opened = new BrowserWindow(windowSettings(this.#options, place));
    if (place?.isMaximized === true) opened.maximize();
    opened.once('ready-to-show', () => {
      if (this.#isWanted) opened.show();
    });
    opened.on('close', (event) => {
      this.#keepPlace(opened);
      if (this.#isLeaving) return;
      event.preventDefault();
      const way = this.#options.onClose();
      if (way === 'minimize') opened.minimize();
      if (way === 'hide') hide(opened);
    });
    opened.on('session-end', () => this.#options.onSessionEnd());
    opened.on('closed', () => {
      this.#window = null;
      this.#shown = null;
      clearTimeout(this.#again);
    });
    this.#watchPage(opened);
    this.#window = opened;
    this.#load();
    return opened;
  }

  #watchPage(opened: BrowserWindow): void {
    let question: AbortController | null = null;
    const note = (_event: unknown, url: string): void => {
      const server = this.#state?.server.url ?? null;
      if (server !== null && sameOrigin(url, server)) this.#path = url.slice(new URL(url).origin.length);
    };
    opened.webContents.on('did-navigate', note);
    opened.webContents.on('did-navigate-in-page', note);
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || this.#window !== opened) return;
      this.#shown = null;
      if (this.#crashGuard.crashed() === 'status') this.#options.onPageBroken();
      else this.#load();
    });
    opened.on('unresponsive', () => {
      if (question !== null) return;
      question = new AbortController();
      void waitOrReload(opened, question.signal).finally(() => (question = null));
    });
    opened.on('responsive', () => question?.abort());
    // An unsaved form prevents neither quitting nor the status page.
    opened.webContents.on('will-prevent-unload', (event) => event.preventDefault());
    opened.webContents.on('context-menu', (_event, clicked) => {
      const items = contextMenuTemplate(clicked, (text) => void clipboard.writeText(text));
      if (items.length > 0) Menu.buildFromTemplate(items).popup({ window: opened });
    });
  }

  #keepPlace(opened: BrowserWindow): void {
    this.#options.onPlace({ ...opened.getNormalBounds(), isMaximized: opened.isMaximized() });
  }
}

/** A hidden window in full screen leaves a black space on macOS (electron#39572): it leaves full screen first, which takes a moment. */
function hide(opened: BrowserWindow): void {
  if (!opened.isFullScreen()) return opened.hide();
  opened.once('leave-full-screen', () => opened.hide());
  opened.setFullScreen(false);
}

/** Where it opens, how large, and what its page may do. */
function windowSettings(options: WindowOptions, place: WindowPlace | null): BrowserWindowConstructorOptions {
  const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
  return {
    ...placeWindow(place, areas),
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    title: 'Hearth',
    icon: options.icon,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1f1b18' : '#fffdf9',
    webPreferences: {
      preload: options.preload,
      ...pageRights,
    },
  };
}

/** Asks until the page answers again or the person decides to reload it. */
async function waitOrReload(opened: BrowserWindow, signal: AbortSignal): Promise<void> {
  const isWaiting = await askToWait(opened, signal).catch(() => true);
  if (!isWaiting && !signal.aborted) opened.webContents.forcefullyCrashRenderer();
}

function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}
