/**
 * The app without Electron: what is known (one state, sent whenever it changes) and what can be done. Everything that touches
 * the system is handed in, so that all of it can be tested as it runs.
 */
import { join } from 'node:path';
import type { Choice, DesktopState, Notice, ShellChoices } from './bridge.ts';
import { createDataFolder, holdsData, type DataFolder, type Dialogs } from './data-folder.ts';
import { createKeepAwake, type Blocker } from './keep-awake.ts';
import { createServerProcess, type Obstacle, type ServerChild, type ServerProcess } from './server-process.ts';
import type { SettingsFile, ShellSettings } from './settings-file.ts';
import { createSleepWatch, type SleepWatch } from './sleep-watch.ts';
import { statusPageModel } from './status-page-model.ts';
import { runTask } from './task.ts';
import { createUpdates, type Updater, type Updates } from './updates.ts';

/** Quitting is said aloud when it takes longer than this, in milliseconds: the window may be hidden. */
export const quitNoticeMs = 1500;

export interface LoginItem {
  isPossible: boolean;
  isOn(): boolean;
  set(isOn: boolean): void;
}

export interface DesktopTools {
  settings: SettingsFile;
  /** From the command line or the environment; it goes before the settings. */
  givenDataDir: string | null;
  usualDataDir: string;
  /** What else the command line says to the server. */
  serverArgs: string[];
  fork: (args: string[]) => ServerChild;
  after: (ms: number, fn: () => void) => () => void;
  /** UNIX milliseconds. */
  now: () => number;
  dialogs: Dialogs;
  blocker: Blocker;
  loginItem: LoginItem;
  updater: Updater;
  /** Where updates are looked for while nobody said otherwise; empty: nowhere. */
  builtInFeed: string;
  openFolder: (path: string) => void;
  quit: () => void;
  /** Tells the person at the machine, wherever they are. */
  notify: (title: string, body: string) => void;
  version: string;
  onState: (state: DesktopState) => void;
}

export interface Desktop {
  state(): DesktopState;
  server: ServerProcess;
  data: DataFolder;
  sleep: SleepWatch;
  updates: Updates;
  /** How much the chat in the window counts as unread. */
  showUnread(count: number): void;
  changeChoices(changes: Partial<ShellChoices>): void;
  choose(choice: Choice): Promise<void>;
  backUp(): Promise<void>;
  share(isOn: boolean): Promise<void>;
  saveLogBundle(path: string): Promise<void>;
  say(notice: Notice | null): void;
  /** Ends what is under way, and the server. `isOver` tells that nothing is left. */
  end(): Promise<void>;
  isOver(): boolean;
  /** The console keeps failing in the window, until somebody asks for it again. */
  pageBroke(): void;
}

export function createDesktop(tools: DesktopTools): Desktop {
  const { settings, serverArgs, now } = tools;
  let dataDir = tools.givenDataDir ?? settings.get().dataDir ?? tools.usualDataDir;
  let port: number | null = null;
  let notice: Notice | null = null;
  let task: DesktopState['task'] = null;
  let isPageBroken = false;
  let unread = 0;
  let mayStartEmpty = false;

  const awake = createKeepAwake(tools.blocker);
  const sleep = createSleepWatch(now, ({ from, until }) => {
    server.slept(from, until);
    changed();
  });
  const server = createServerProcess({
    fork: () => tools.fork(['serve', ...serverArgs, ...portArgs(), '--data-dir', dataDir]),
    obstacle,
    after: tools.after,
    onStatus(status) {
      if (status.state === 'running' && status.hasFallen)
        tools.notify(
          'Hearth runs again',
          'The server stopped unexpectedly and was started again. Nothing that was sent is lost.',
        );
      changed();
    },
    onFacts: () => changed(),
    onListening: () => settings.change({ knownDataDir: dataDir }),
  });
  const updates = createUpdates({
    updater: tools.updater,
    feed: updateFeed,
    backUp: () => server.ask({ what: 'back_up' }),
    stop: () => server.stop(),
    onState: () => changed(),
  });
  const data = createDataFolder({
    dialogs: tools.dialogs,
    current: () => dataDir,
    switchTo(folder) {
      dataDir = folder;
      settings.change({ dataDir: folder, move: null });
    },
    move: { get: () => settings.get().move, set: (move) => settings.change({ move }) },
    run: (command, onProgress, signal) => runTask(tools.fork(command), { onProgress, signal, after: tools.after }),
    server,
    onTask(next) {
      task = next;
      changed();
    },
    onNotice: say,
    now,
  });

  /** Kept for good, unless the command line names one each time. */
  function portArgs(): string[] {
    if (port === null) return [];
    const isGiven = serverArgs.some((word) => word === '--port' || word.startsWith('--port='));
    return [isGiven ? '--port' : '--keep-port', String(port)];
  }

  /** An empty folder where there was data is a missing one: a new server must never begin there by itself. */
  function obstacle(): Obstacle | null {
    const isGone = settings.get().knownDataDir === dataDir && !holdsData(dataDir);
    if (!isGone || mayStartEmpty) return null;
    return { reason: 'missing', message: `${dataDir} held the data when Hearth last ran, and holds none now.` };
  }

  function updateFeed(): string {
    return settings.get().updateFeed ?? tools.builtInFeed;
  }

  function state(): DesktopState {
    const { closeToTray, keepAwake } = settings.get();
    const isWindowWaiting = task !== null && (task.kind !== 'restore' || server.status().state !== 'running');
    return {
      server: server.status(),
      status: server.facts(),
      statusPageModel: statusPageModel(server.status(), isWindowWaiting ? task : null, isPageBroken),
      isPageBroken,
      choices: { openAtLogin: tools.loginItem.isOn(), closeToTray, keepAwake, updateFeed: updateFeed() },
      canOpenAtLogin: tools.loginItem.isPossible,
      dataDir,
      isDataDirGiven: tools.givenDataDir !== null,
      logDir: join(dataDir, 'logs'),
      isKeptAwake: awake.isOn(),
      notice,
      task,
      update: updates.state(),
      version: tools.version,
      // Nobody counts for a server that does not run.
      unread: server.status().state === 'running' ? unread : 0,
    };
  }

  function changed(): void {
    awake.update({ clients: server.facts()?.clients_connected ?? 0, isWanted: settings.get().keepAwake });
    tools.onState(state());
  }

  function say(next: Notice | null): void {
    notice = next;
    changed();
  }

  /** Says how it went, either way. */
  async function told(work: Promise<string>, failed: string): Promise<void> {
    try {
      say({ kind: 'done', text: await work, folder: null });
    } catch (error) {
      say({
        kind: 'failed',
        text: `${failed} ${error instanceof Error ? error.message : String(error)}`,
        folder: null,
      });
    }
  }

  function changeChoices(changes: Partial<ShellChoices>): void {
    const kept: Partial<ShellSettings> = { ...changes };
    if (changes.openAtLogin !== undefined && tools.loginItem.isPossible) tools.loginItem.set(changes.openAtLogin);
    settings.change(kept);
    if (changes.updateFeed !== undefined) updates.forget();
    changed();
  }

  async function choose(choice: Choice): Promise<void> {
    switch (choice) {
      case 'retry':
        isPageBroken = false;
        changed();
        return server.start();
      case 'other_port':
        port = server.status().freePort;
        return server.start();
      case 'start_empty':
        mayStartEmpty = true;
        server.start();
        mayStartEmpty = false;
        return;
      case 'choose_folder':
        return data.choose();
      case 'restore':
        return data.restore();
      case 'recover':
        return data.recover();
      case 'open_logs':
        return tools.openFolder(state().logDir);
      case 'quit':
        return tools.quit();
    }
  }

  return {
    state,
    server,
    data,
    sleep,
    updates,
    showUnread(count) {
      unread = count;
      changed();
    },
    changeChoices,
    choose,
    backUp: () => told(server.ask({ what: 'back_up' }), 'No backup was made.'),
    share: async (on) => {
      await server
        .ask({ what: 'share', on })
        .catch((error: unknown) => say({ kind: 'failed', text: String(error), folder: null }));
    },
    saveLogBundle: (path) => told(server.ask({ what: 'log_bundle', path }), 'The diagnostics were not saved.'),
    say,
    async end() {
      const callOff = tools.after(quitNoticeMs, () =>
        tools.notify('Hearth is closing', 'Everything is being written to disk. This takes a few seconds at most.'),
      );
      await Promise.all([data.end(), server.stop()]);
      callOff();
    },
    isOver: () => server.status().state === 'stopped' && task === null,
    pageBroke() {
      isPageBroken = true;
      changed();
    },
  };
}
