/** The stand-in for Electron's `app`: paths, one instance, and the order in which an app ends. */
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App, LoginItemSettings, Settings } from 'electron';
import { recorded } from './recorded.ts';

/** What of Electron's `app` is here. */
type Covered = Pick<
  App,
  | 'enableSandbox'
  | 'getAppPath'
  | 'getLoginItemSettings'
  | 'getPath'
  | 'getVersion'
  | 'isPackaged'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'setBadgeCount'
  | 'setAboutPanelOptions'
  | 'setAppUserModelId'
  | 'setLoginItemSettings'
  | 'userAgentFallback'
>;

/** A window, as far as the end of the app is concerned. */
interface Closable {
  close(): boolean;
}

class StandInApp extends EventEmitter implements Covered {
  readonly isPackaged = false;
  userAgentFallback = 'Mozilla/5.0 (stand-in)';
  readonly windows = new Set<Closable>();
  /** Run when the app ends. */
  readonly endings: (() => Promise<unknown> | void)[] = [];
  #appPath = '';
  #words: string[] = [];
  #isReady = false;
  #isEnding = false;
  #lock: string | null = null;

  begin(appPath: string, words: string[]): void {
    this.#appPath = appPath;
    this.#words = words;
  }

  /** @param prepare what has to be there before the app hears that it is ready. */
  async becomeReady(prepare: () => Promise<void>): Promise<void> {
    if (this.#isEnding) return;
    await prepare();
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
    const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
    const given = this.#words.find((word) => word.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length);
    const path = name === 'userData' ? (given ?? join(config, 'hearth')) : join(config, 'stand-in', name);
    mkdirSync(path, { recursive: true });
    return path;
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

  requestSingleInstanceLock(): boolean {
    const path = join(this.getPath('userData'), 'stand-in.lock');
    try {
      const { pid } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number };
      process.kill(pid, 0);
      // Electron passes the second command line on to the first instance; a signal is enough to say that there was one.
      process.kill(pid, 'SIGUSR2');
      return false;
    } catch {
      writeFileSync(path, JSON.stringify({ pid: process.pid }));
      this.#lock = path;
      process.on('SIGUSR2', () => this.emit('second-instance', {}, [], '', undefined));
      return true;
    }
  }

  /** Any number is taken, and 0 removes it; true where the system has a badge (shell/browser/browser_linux.cc, browser_mac.mm). */
  setBadgeCount(count = 0): boolean {
    recorded.badge = count;
    return true;
  }

  quit(): void {
    if (this.#isEnding) return;
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
