/** The stand-in for Electron's `app`: paths, one instance, and the order in which an app ends. */
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App, LoginItemSettings, Settings } from 'electron';
import { appDataOf } from './app-data.ts';
import { recorded } from './recorded.ts';

/** What of Electron's `app` is here. */
type Covered = Pick<
  App,
  | 'enableSandbox'
  | 'getName'
  | 'getAppPath'
  | 'getLoginItemSettings'
  | 'getPath'
  | 'getPreferredSystemLanguages'
  | 'getVersion'
  | 'isPackaged'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'setAboutPanelOptions'
  | 'setAppUserModelId'
  | 'setLoginItemSettings'
  | 'setName'
  | 'setPath'
  | 'userAgentFallback'
  | 'whenReady'
>;

/** A window, as far as the end of the app is concerned. */
interface Closable {
  close(): boolean;
  emit(event: string, ...args: unknown[]): boolean;
}

class StandInApp extends EventEmitter implements Covered {
  /** STAND_IN_RESOURCES: the folder that an installed app has beside its program (lib/browser/init, resourcesPath). */
  readonly isPackaged = process.env['STAND_IN_RESOURCES'] !== undefined;
  userAgentFallback = 'Mozilla/5.0 (stand-in)';
  readonly windows = new Set<Closable>();
  /** Run when the app ends. */
  readonly endings: (() => Promise<unknown> | void)[] = [];
  #appPath = '';
  #words: string[] = [];
  #isReady = false;
  #isEnding = false;
  /** A window that stayed keeps the app from being replaced. */
  #isHeld = false;
  #lock: string | null = null;
  #name = '';
  readonly #paths = new Map<string, string>();
  readonly commandLine = {
    hasSwitch: (name: string): boolean =>
      this.#words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  };

  begin(appPath: string, words: string[]): void {
    this.#appPath = appPath;
    this.#words = words;
    // lib/browser/init: the name is `productName` of package.json, else `name`.
    const { name, productName } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    this.#name = productName ?? name ?? '';
  }

  getName(): string {
    return this.#name;
  }

  setName(name: string): void {
    this.#name = name;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  /** @param prepare what has to be there before the app hears that it is ready. */
  async becomeReady(prepare: () => Promise<void>): Promise<void> {
    if (this.#isEnding) return;
    await prepare();
    this.#takeSignals();
    this.#isReady = true;
    this.emit('ready');
  }

  setAboutPanelOptions(): void {}

  setAppUserModelId(): void {}

  enableSandbox(): void {
    recorded.isSandboxed = true;
  }

  getAppPath(): string {
    return this.#appPath;
  }

  getVersion(): string {
    return (JSON.parse(readFileSync(join(this.#appPath, 'package.json'), 'utf8')) as { version: string }).version;
  }

  getPath(name: Parameters<App['getPath']>[0]): string {
    const config = appDataOf(process.platform, process.env, homedir());
    const given = this.#words.find((word) => word.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length);
    if (name === 'appData') return config;
    const usual = name === 'userData' ? (given ?? join(config, this.#name)) : join(config, 'stand-in', name);
    const path = this.#paths.get(name) ?? usual;
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Of Linux: LANGUAGE, or LANG (shell/common/language_util_linux.cc). */
  getPreferredSystemLanguages(): string[] {
    const { LANGUAGE = '', LC_ALL = '', LANG = '' } = process.env;
    return [...LANGUAGE.split(':'), LC_ALL || LANG].filter((tag) => tag !== '').map((tag) => tag.split('.')[0] ?? '');
  }

  getLoginItemSettings(): LoginItemSettings {
    const nothing = { openAsHidden: false, wasOpenedAtLogin: false, wasOpenedAsHidden: false, restoreState: false };
    return {
      ...nothing,
      openAtLogin: recorded.opensAtLogin,
      status: 'enabled',
      executableWillLaunchAtLogin: false,
      launchItems: [],
    };
  }

  setLoginItemSettings({ openAtLogin = false }: Settings): void {
    recorded.opensAtLogin = openAtLogin;
  }

  /** Whether `ready` was emitted: before that, many modules refuse to work. */
  isReady(): boolean {
    return this.#isReady;
  }

  async whenReady(): Promise<void> {
    if (!this.#isReady) await new Promise<void>((done) => this.once('ready', done));
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    recorded.schemes.push(scheme);
    return true;
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    const path = join(this.getPath('userData'), 'stand-in.lock');
    const words = join(this.getPath('userData'), 'stand-in-second.json');
    try {
      const { pid } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number };
      process.kill(pid, 0);
      // The command line, the folder and the data reach the first instance (shell/browser/api/electron_api_app.cc, OnSecondInstance).
      writeFileSync(words, JSON.stringify([process.argv, process.cwd(), additionalData]));
      process.kill(pid, 'SIGUSR2');
      return false;
    } catch {
      writeFileSync(path, JSON.stringify({ pid: process.pid }));
      this.#lock = path;
      process.on('SIGUSR2', () => {
        const [argv, cwd, data] = JSON.parse(readFileSync(words, 'utf8')) as [string[], string, unknown];
        this.emit('second-instance', {}, argv, cwd, data);
      });
      return true;
    }
  }

  /** Any number is taken, and 0 removes it; true where the system has a badge (shell/browser/browser_linux.cc, browser_mac.mm). */
  setBadgeCount(count = 0): boolean {
    recorded.badge = count;
    return true;
  }

  /**
   * Chromium takes over the signals when it is ready: handlers that the app set before never run, the first signal quits, and the second
   * one kills, because the default is restored (shell/browser/electron_browser_main_parts_posix.cc, GracefulShutdownHandler).
   */
  #takeSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.removeAllListeners(signal);
      process.once(signal, () => this.quit());
    }
  }

  /** Windows: the session ends, and the process with it as soon as the listeners return (native_window_views_win.cc, WM_ENDSESSION). */
  endSession(): never {
    for (const window of this.windows) window.emit('session-end', { reasons: ['shutdown'] });
    // What still runs of the app is ended by force, its utility processes too.
    for (const end of this.endings) void end();
    process.exit(0);
  }

  /**
   * An installer is ready: macOS closes the windows before the app hears of it, and does not quit when one of them stays
   * (docs/api/auto-updater, `before-quit-for-update`). The updater of the other systems emits this event and then quits.
   */
  beforeUpdate(): void {
    for (const window of this.windows) if (!window.close()) this.#isHeld = true;
  }

  /** The new version is started by nothing here. */
  relaunch(): void {}

  quit(): void {
    if (this.#isEnding || this.#isHeld) return;
    if (this.#isReady && !this.#ask('before-quit')) return;
    for (const window of this.windows) if (!window.close()) return;
    if (!this.#ask('will-quit')) return;
    this.#isEnding = true;
    void this.#end();
  }

  async #end(): Promise<void> {
    this.emit('quit', {}, 0);
    for (const end of this.endings) await end();
    if (this.#lock !== null) rmSync(this.#lock, { force: true });
    process.exit(0);
  }

  /** @returns false when a listener prevented it. */
  #ask(event: string): boolean {
    let isPrevented = false;
    this.emit(event, { preventDefault: () => (isPrevented = true) });
    return !isPrevented;
  }
}

export const app = new StandInApp();

/** Electron's own updater, as the library of updates uses it. */
export const autoUpdater = new EventEmitter().on('before-quit-for-update', () => app.beforeUpdate());
