/**
 * The app without Electron: what is known (one state, sent whenever it changes) and what can be done. Everything that touches
 * the system is handed in, so that all of it can be tested as it runs.
 */
import { join } from 'node:path';
import type { Choice, DesktopState, Notice, ServerStatus, ShellChoices } from './bridge.ts';
import { withPort } from './command-line.ts';
import { DataFolder } from './data-folder.ts';
import { mayUseFeed, type DesktopTools } from './desktop-tools.ts';
import { Downloads } from './downloads.ts';
import { messageOf } from './error-message.ts';
import { FolderMemory } from './folder-memory.ts';
import { createKeepAwake, type KeepAwake } from './keep-awake.ts';
import { forgetLastWords, lastWords } from './last-words.ts';
import { quitQuestion, type QuitQuestion } from './quit-question.ts';
import { ServerProcess } from './server-process.ts';
import { ServiceControl } from './service-control.ts';
import { connectToService } from './service-link.ts';
import { isFeed } from './settings-file.ts';
import { createSleepWatch, type SleepWatch } from './sleep-watch.ts';
import { statusPageModel } from './status/status-page-model.ts';
import { runTask } from './task.ts';
import { t } from './texts.ts';
import { createUpdates, type Updates } from './updates/updates.ts';

/** Quitting is said aloud when it takes longer than this, in milliseconds: the window may be hidden. */
export const quitNoticeMs = 1500;

export class Desktop {
  readonly server: ServerProcess;
  readonly data: DataFolder;
  readonly sleep: SleepWatch;
  readonly updates: Updates;
  readonly service: ServiceControl;
  readonly downloads: Downloads;
  readonly #tools: DesktopTools;
  readonly #awake: KeepAwake;
  readonly #folder: FolderMemory;
  #port: number | null = null;
  #notice: Notice | null = null;
  #task: DesktopState['task'] = null;
  #isPageBroken = false;
  #unread = 0;
  #mayStartEmpty = false;

  constructor(tools: DesktopTools) {
    const { settings, now } = tools;
    this.#tools = tools;
    this.#folder = new FolderMemory(tools);
    this.#awake = createKeepAwake(tools.blocker);
    this.sleep = createSleepWatch(now, ({ from, until }) => {
      this.server.slept(from, until);
      this.#changed();
    });
    this.server = new ServerProcess({
      fork: () => {
        const folder = this.#folder.current();
        if (this.service.isServing())
          return connectToService(folder, tools.after, this.service.isOurs() ? tools.version : null);
        forgetLastWords(folder);
        return tools.fork(['serve', ...withPort(tools.serverArgs, this.#port), '--data-dir', folder]);
      },
      lastWords: () => lastWords(this.#folder.current()),
      obstacle: () => (this.#mayStartEmpty ? null : this.#folder.obstacle()),
      after: tools.after,
      onStatus: (status) => this.#follow(status),
      onFacts: () => this.#changed(),
      onListening: () =>
        void (this.#folder.listens() && this.data.separate(() => this.server.ask({ what: 'back_up' }))),
    });
    this.updates = createUpdates({
      updater: tools.updater,
      feed: () => this.#updateFeed(),
      backUp: () => this.server.ask({ what: 'back_up' }),
      stop: () => {
        tools.releaseWindows(true);
        return this.#stopForUpdate();
      },
      goOn: () => {
        tools.releaseWindows(false);
        this.server.start();
      },
      after: tools.after,
      onState: () => this.#changed(),
    });
    this.data = this.#makeDataFolder();
    this.downloads = new Downloads({ ...tools, onChange: () => this.#changed() });
    this.service = new ServiceControl({
      tools: tools.service,
      dataDir: () => this.#folder.current(),
      flags: () => tools.serverArgs,
      isInstalled: () => settings.get().service,
      remember: (isInstalled) => settings.change({ service: isInstalled }),
      server: this.server,
      onNotice: (notice) => this.say(notice),
      onChange: () => this.#changed(),
    });
  }

  #makeDataFolder(): DataFolder {
    const { settings, dialogs, fork, after, now } = this.#tools;
    return new DataFolder({
      dialogs,
      current: () => this.#folder.current(),
      switchTo: (folder) => {
        this.#folder.use(folder);
        this.service.leaveBehind();
      },
      move: { get: () => settings.get().move, set: (move) => settings.change({ move }) },
      run: (command, onProgress, signal) => runTask(fork(command), { onProgress, signal, after }),
      server: {
        stop: () => this.server.stop(),
        start: () => {
          this.server.start();
          void this.service.follow();
        },
      },
      onTask: (task) => {
        this.#task = task;
        this.#changed();
      },
      onNotice: (notice) => this.say(notice),
      now,
    });
  }

  state(): DesktopState {
    const { settings, loginItem, givenDataDir, version, hasSandbox } = this.#tools;
    const { closeToTray, keepAwake, updateAtNight } = settings.get();
    const status = this.server.status();
    const isRunning = status.state === 'running';
    const isWindowWaiting = this.#task !== null && (this.#task.kind !== 'restore' || !isRunning);
    return {
      server: status,
      status: this.server.facts(),
      statusPageModel: statusPageModel(status, isWindowWaiting ? this.#task : null, {
        isPageBroken: this.#isPageBroken,
        hasUsualFolder: this.#folder.hasUsual(),
      }),
      isPageBroken: this.#isPageBroken,
      choices: { openAtLogin: loginItem.isOn(), closeToTray, keepAwake, updateFeed: this.#updateFeed(), updateAtNight },
      service: this.service.state(),
      canOpenAtLogin: loginItem.isPossible,
      dataDir: this.#folder.current(),
      isDataDirGiven: givenDataDir !== null,
      logDir: join(this.#folder.current(), 'logs'),
      hasSandbox,
      isKeptAwake: this.#awake.isOn(),
      notice: this.#notice,
      download: this.downloads.last(),
      task: this.#task,
      update: this.updates.state(),
      version,
      // A server that does not run has no unread messages.
      unread: isRunning ? this.#unread : 0,
    };
  }

  /** How much the chat in the window counts as unread. */
  showUnread(count: number): void {
    this.#unread = count;
    this.#changed();
  }

  async changeChoices(changes: Partial<ShellChoices>): Promise<void> {
    const { settings, loginItem, dialogs } = this.#tools;
    const feed = changes.updateFeed;
    if (feed !== undefined && feed !== '' && feed !== this.#updateFeed()) {
      if (!isFeed(feed)) settings.change({ updateFeed: feed });
      if (!(await mayUseFeed(dialogs, feed))) return this.#changed();
    }
    if (changes.openAtLogin !== undefined && loginItem.isPossible) loginItem.set(changes.openAtLogin);
    settings.change({ ...changes });
    if (feed !== undefined) this.updates.forget();
    this.#changed();
  }

  async choose(choice: Choice): Promise<void> {
    switch (choice) {
      case 'retry':
        this.#isPageBroken = false;
        this.#folder.readAgain();
        this.#changed();
        // A service that was stopped does not answer: the system starts it.
        if (this.service.state().isOn && !this.service.isRunning()) await this.service.start();
        return this.server.start();
      case 'other_port':
        this.#port = this.server.status().freePort;
        return this.server.start();
      case 'start_empty':
        this.#mayStartEmpty = true;
        this.server.start();
        this.#mayStartEmpty = false;
        return;
      case 'usual_folder':
        this.#folder.useUsual();
        return this.server.start();
      case 'choose_folder':
        return this.data.choose();
      case 'restore':
        return this.data.restore();
      case 'recover':
        return this.data.recover();
      case 'open_logs':
        return this.#tools.openFolder(this.state().logDir);
      case 'quit':
        return this.#tools.quit();
    }
  }

  /** Stops the server in order and starts it again; a service is started again by the system. */
  async restart(): Promise<void> {
    if (this.service.isServing()) return this.server.restart();
    await this.server.stop();
    this.server.start();
  }

  /** What a person should know before the app quits; null: nothing. */
  quitQuestion(): QuitQuestion | null {
    return this.service.isServing() ? null : quitQuestion(this.state());
  }

  backUp(): Promise<void> {
    return this.#sayOutcome(this.server.ask({ what: 'back_up' }), t('No backup was created.'));
  }

  saveLogBundle(path: string): Promise<void> {
    return this.#sayOutcome(this.server.ask({ what: 'log_bundle', path }), t('The diagnostics were not saved.'));
  }

  async share(on: boolean): Promise<void> {
    try {
      await this.server.ask({ what: 'share', on });
    } catch (error) {
      this.say({ kind: 'failed', text: messageOf(error), folder: null });
    }
  }

  say(notice: Notice | null): void {
    this.#notice = notice;
    this.#changed();
  }

  /** The console keeps failing in the window, until the person asks for it again. */
  pageBroke(): void {
    this.#isPageBroken = true;
    this.#changed();
  }

  /** Ends what is under way, and the server. */
  async end(): Promise<void> {
    const { after, notify } = this.#tools;
    const callOff = after(quitNoticeMs, () =>
      notify(t('Hearth is closing'), t('Saving all data to disk. This takes a few seconds at most.')),
    );
    await Promise.all([this.data.end(), this.service.isServing() ? this.server.leave() : this.server.stop()]);
    callOff();
  }

  /** A service goes on during an update, and is restarted by the new app (service-link.ts). Windows replaces no program that runs. */
  #stopForUpdate(): Promise<void> {
    return this.service.isServing() && process.platform !== 'win32' ? this.server.leave() : this.server.stop();
  }

  /** Nothing is left that has to end. */
  isOver(): boolean {
    return this.server.status().state === 'stopped' && this.#task === null;
  }

  #follow({ state, hasFallen }: ServerStatus): void {
    if (state === 'running' && hasFallen)
      this.#tools.notify(
        t('Hearth was restarted'),
        t('The server stopped unexpectedly and was started again. No sent messages are lost.'),
      );
    this.#changed();
  }

  #changed(): void {
    const { settings, onState } = this.#tools;
    this.#awake.update({
      clients: this.server.facts()?.clients_connected ?? 0,
      isWanted: settings.get().keepAwake,
    });
    onState(this.state());
  }

  #updateFeed(): string {
    return this.#tools.settings.get().updateFeed ?? this.#tools.builtInFeed;
  }

  /** Says how it went, either way. */
  async #sayOutcome(work: Promise<string>, failed: string): Promise<void> {
    try {
      this.say({ kind: 'done', text: await work, folder: null });
    } catch (error) {
      this.say({ kind: 'failed', text: `${failed} ${messageOf(error)}`, folder: null });
    }
  }
}
