/**
 * The desktop app: a list of set-up calls. One instance, one window, one server process that lives as long as the app.
 */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, clipboard, Notification, shell } from 'electron';
import envPaths from 'env-paths';
import type { DesktopClient } from '../server/desktop-link.ts';
import { openAppLog, type AppLog } from './app-log.ts';
import { createBadge } from './badge.ts';
import type { DesktopState } from './bridge.ts';
import { parseCommandLine } from './command-line.ts';
import type { DesktopTools } from './desktop-tools.ts';
import { Desktop } from './desktop.ts';
import { dialogs, pickTarget } from './dialogs.ts';
import { setUpIpc } from './ipc.ts';
import { followLinks } from './links.ts';
import { isStartedAtLogin, loginItem } from './login-item.ts';
import { createMenu } from './menu.ts';
import { blocker, watchPower } from './power.ts';
import { setUpSecurity, type Trust } from './security.ts';
import { serviceTools } from './service-tools.ts';
import { openSettings, type SettingsFile } from './settings-file.ts';
import { statusPage } from './status/status-files.ts';
import { registerStatusScheme, serveStatusPage } from './status/status-protocol.ts';
import { createTray } from './tray.ts';
import { builtInFeed } from './updates/update-feed.ts';
import { updater } from './updates/updater.ts';
import { checkEveryMs } from './updates/updates.ts';
import { forkServer } from './utility-server.ts';
import { MainWindow } from './window.ts';

const here = dirname(fileURLToPath(import.meta.url));
const resources = resolve(here, '../../resources');
/** As a file beside the archive: Node reads no archives, and workers and native code need real files. */
const serverEntry = resolve(here, '../server/cli.js').replace(/\bapp\.asar(?=[\\/])/, 'app.asar.unpacked');
const commandLine = parseCommandLine(process.argv, process.env);
const desktopClient: DesktopClient = 'HearthDesktop';
/** How often it is looked whether an update may be installed without a person, in milliseconds. */
const lookAtNightMs = 600_000;

function run(): void {
  const log = openAppLog(join(app.getPath('userData'), 'logs/app.log'), Date.now);
  log.write(`Hearth ${app.getVersion()} on ${process.platform} ${process.arch}`);
  app.on('child-process-gone', (_event, { type, reason }) => log.write(`${type} process ended: ${reason}`));
  app.on('render-process-gone', (_event, _contents, { reason }) => log.write(`page ended: ${reason}`));
  const settings = openSettings(join(app.getPath('userData'), 'desktop-settings.json'), (error) =>
    log.write(`the settings of this computer: ${String(error)}`),
  );
  const followers: DesktopTools['onState'][] = [];
  const desktop = new Desktop(
    desktopTools(settings, (state) => {
      for (const follow of followers) follow(state);
    }),
  );
  const window = new MainWindow({
    preload: join(here, 'preload.cjs'),
    statusPage,
    icon: join(resources, 'icon.png'),
    place: () => settings.get().window,
    onPlace: (place) => settings.change({ window: place }),
    onClose: () => closed(settings),
    onSessionEnd: () => app.quit(),
    onPageBroken: () => desktop.pageBroke(),
  });

  followLinks((path) => window.showPage(path));
  app.on('second-instance', () => void window.show());
  app.on('activate', () => void window.show());
  // The window is only hidden; the server lives on without one.
  app.on('window-all-closed', () => undefined);
  quitInOrder(desktop, window);

  app.once('ready', () => {
    const trust: Trust = { serverUrl: () => desktop.server.status().url, statusPage };
    setUpSecurity(trust);
    serveStatusPage(join(here, 'status'));
    setUpIpc(answers(desktop, window), trust);
    watchPower(desktop.sleep);
    followers.push(
      (state) => window.follow(state),
      createBadge(),
      logStates(log),
      createMenu(menuActions(desktop, window)),
      createTray(resources, trayActions(desktop, window)),
    );
    if (!isStartedAtLogin()) window.show();
    // An installed service serves already, or will in a moment: a second server would take its folder.
    void desktop.service.refresh().finally(() => desktop.server.start());
    void offerMove(settings);
    void desktop.data.tidy();
    void desktop.updates.check();
    setInterval(() => void desktop.updates.check(), checkEveryMs);
    setInterval(() => void desktop.updateAtNight(), lookAtNightMs);
  });
}

/** What the app uses of Electron and of this computer. */
function desktopTools(settings: SettingsFile, onState: DesktopTools['onState']): DesktopTools {
  return {
    settings,
    givenDataDir: commandLine.dataDir,
    usualDataDir: envPaths('Hearth', { suffix: '' }).data,
    serverArgs: commandLine.serverArgs,
    fork: (args) => forkServer(serverEntry, args),
    after: (ms, fn) => {
      const timer = setTimeout(fn, ms);
      return () => clearTimeout(timer);
    },
    now: Date.now,
    dialogs,
    blocker,
    loginItem: loginItem(),
    service: serviceTools(serverEntry),
    updater,
    builtInFeed: app.isPackaged ? builtInFeed(process.resourcesPath) : '',
    openFolder: (path) => void openFolder(path),
    quit: () => app.quit(),
    notify,
    version: app.getVersion(),
    onState,
  };
}

/** Quitting waits for the server, so that everything it was asked to keep is on disk; the window says so meanwhile. */
function quitInOrder(desktop: Desktop, window: MainWindow): void {
  // A signal waits for no answer, and one answer is enough.
  let mayAsk = true;
  app.on('before-quit', (event) => {
    if (desktop.isOver()) return window.release();
    event.preventDefault();
    void (async () => {
      const question = mayAsk ? desktop.quitQuestion() : null;
      if (question !== null && !(await dialogs.confirm({ ...question, confirm: 'Quit Hearth' }))) return;
      mayAsk = false;
      await desktop.end().finally(() => app.quit());
    })();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      mayAsk = false;
      app.quit();
    });
}

/** The first time it is said that the server goes on, so that nobody thinks it had ended. */
function closed(settings: SettingsFile): 'hide' | 'quit' {
  if (!settings.get().closeToTray) {
    app.quit();
    return 'quit';
  }
  if (!settings.get().isTrayExplained) {
    settings.change({ isTrayExplained: true });
    notify('Hearth keeps running', 'Teammates can go on writing. Open or quit it from its icon in the bar.');
  }
  return 'hide';
}

/** Where the system shows no messages, the window and the tray have to do. */
function notify(title: string, body: string): void {
  if (Notification.isSupported()) new Notification({ title, body }).show();
}

function answers(desktop: Desktop, window: MainWindow): Parameters<typeof setUpIpc>[0] {
  return {
    state: () => desktop.state(),
    showUnread: (count) => desktop.showUnread(count),
    changeChoices: (changes) => desktop.changeChoices(changes),
    choose: (choice) => desktop.choose(choice),
    setService: (isOn) => desktop.service.set(isOn),
    restartServer: () => desktop.restart(),
    showWindow: () => void window.show(),
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
    installUpdate: () => desktop.updates.install(),
  };
}

function menuActions(desktop: Desktop, window: MainWindow): Parameters<typeof createMenu>[0] {
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

function trayActions(desktop: Desktop, window: MainWindow): Parameters<typeof createTray>[1] {
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

/** Asked once: from a disk image or the Downloads folder, macOS neither updates the app nor starts it at login. */
async function offerMove(settings: SettingsFile): Promise<void> {
  if (process.platform !== 'darwin' || !app.isPackaged || settings.get().isMoveOffered) return;
  if (app.isInApplicationsFolder()) return;
  settings.change({ isMoveOffered: true });
  const isWanted = await dialogs.confirm({
    title: 'Move Hearth to the Applications folder?',
    detail: 'From there it can update itself and start when you log in. Your data stays where it is.',
    confirm: 'Move to Applications',
  });
  if (isWanted) app.moveToApplicationsFolder();
}

/** @returns a function that notes each new state of the server. */
function logStates(log: AppLog): (state: DesktopState) => void {
  let noted = '';
  return ({ server: { state, message } }) => {
    if (state !== noted) log.write(`server ${state}: ${message}`);
    noted = state;
  };
}

async function saveLogBundle(desktop: Desktop): Promise<void> {
  const stamp = new Date().toISOString().slice(0, 10);
  const path = await pickTarget('Save diagnostics', `hearth-logs-${stamp}.tar.gz`);
  if (path !== null) await desktop.saveLogBundle(path);
}

/** The nearest folder above that is there: one that is missing is what somebody wants to look into. */
async function openFolder(path: string): Promise<void> {
  const problem = await shell.openPath(path);
  if (problem !== '' && dirname(path) !== path) await openFolder(dirname(path));
}

registerStatusScheme();
app.enableSandbox();
// Windows shows messages only of programs that it knows by this name, which the installer gives it too.
if (process.platform === 'win32') app.setAppUserModelId('org.hearth.desktop');
app.setAboutPanelOptions({
  applicationName: 'Hearth',
  applicationVersion: app.getVersion(),
  copyright: 'The Hearth authors',
  iconPath: join(resources, 'icon.png'),
});
// Named for what it is: the server tells its own window from other clients by it.
app.userAgentFallback = `${desktopClient}/${app.getVersion()}`;
if (app.requestSingleInstanceLock()) run();
else app.quit();
