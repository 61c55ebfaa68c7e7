/** The stand-in for Electron's BrowserWindow: a page of Chromium, with the size and the visibility that the window would have. */
import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { app } from './app.ts';
import type { Recorded } from './recorded.ts';
import { WebContents } from './web-contents.ts';

const windows = new Set<BrowserWindow>();

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  readonly #options: BrowserWindowConstructorOptions;
  #isVisible: boolean;
  #isMinimized = false;
  #isFullScreen = false;
  #isMaximized = false;
  #isDestroyed = false;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    this.#options = options;
    this.#isVisible = options.show !== false;
    // shell/browser/api/electron_api_browser_window.cc, New.
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.webContents = new WebContents(options.webPreferences?.preload ?? null, this.getNormalBounds());
    this.webContents.once('did-first-load', () => this.emit('ready-to-show'));
    windows.add(this);
    app.windows.add(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.load(url);
  }

  show(): void {
    if (!this.#isDestroyed) this.#isVisible = true;
  }

  hide(): void {
    this.#isVisible = false;
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  focus(): void {}

  minimize(): void {
    this.#isMinimized = true;
  }

  restore(): void {
    this.#isMinimized = false;
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  maximize(): void {
    this.#isMaximized = true;
    this.#isVisible = true;
  }

  isFullScreen(): boolean {
    return this.#isFullScreen;
  }

  /** Takes a moment: the event comes later (shell/browser/native_window_mac.mm, SetFullScreen). */
  setFullScreen(isFullScreen: boolean): void {
    setImmediate(() => {
      this.#isFullScreen = isFullScreen;
      this.emit(isFullScreen ? 'enter-full-screen' : 'leave-full-screen');
    });
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  getNormalBounds(): Rectangle {
    const { x = 100, y = 80, width = 800, height = 600 } = this.#options;
    return { x, y, width, height };
  }

  /** As a click on the cross does. @returns false when a listener prevented it. */
  close(): boolean {
    let isPrevented = false;
    this.emit('close', { preventDefault: () => (isPrevented = true) });
    if (isPrevented) return false;
    this.destroy();
    return true;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** Without the event `close`. */
  destroy(): void {
    this.#isDestroyed = true;
    this.#isVisible = false;
    windows.delete(this);
    app.windows.delete(this);
    void this.webContents.destroy();
    this.emit('closed');
    if (windows.size === 0) app.emit('window-all-closed');
  }

  recorded(): Recorded['windows'][number] {
    const { width, height } = this.getNormalBounds();
    const { preload: _path, ...preferences } = this.#options.webPreferences ?? {};
    return {
      isVisible: this.#isVisible,
      isMinimized: this.#isMinimized,
      isFullScreen: this.#isFullScreen,
      url: this.webContents.getURL(),
      width,
      height,
      preferences: { ...preferences },
    };
  }
}
