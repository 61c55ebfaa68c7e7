/**
 * The desktop app: a list of set-up calls. One instance, one window, one server process that lives as long as the app.
 */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, Notification, shell } from 'electron';
import envPaths from 'env-paths';
import type { DesktopClient } from '../server/desktop-link.ts';
import { answers, menuActions, openFolder, trayActions } from './actions.ts';
import { openAppLog, type AppLog } from './app-log.ts';
import { createBadge } from './badge.ts';
import type { DesktopState } from './bridge.ts';
import { parseCommandLine } from './command-line.ts';
import type { DesktopTools } from './desktop-tools.ts';
import { Desktop } from './desktop.ts';
import { dialogs } from './dialogs.ts';
import { setUpIpc } from './ipc.ts';
import { followLinks } from './links.ts';
import { isStartedAtLogin, loginItem } from './login-item.ts';
import { windowAtStart } from './login-rules.ts';
import { createMenu } from './menu.ts';
import { blocker, watchPower } from './power.ts';
import { formerProfileName, isSharedWithProfile, profileName } from './profile.ts';
import { answerSecondStart, explainSecondStart, secondStart } from './second-start.ts';
import { setUpSecurity, type Trust } from './security.ts';
import { serviceTools } from './service-tools.ts';
import { openSettings, type SettingsFile } from './settings-file.ts';
import { statusPage } from './status/status-files.ts';
import { registerStatusScheme, serveStatusPage } from './status/status-protocol.ts';
import { t, useSystemLanguage } from './texts.ts';
import { hasTray } from './tray-host.ts';
import { createTray } from './tray.ts';
import { updateUnattended } from './updates/night.ts';
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
/** One answer to the question before quitting is enough. */
let mayAsk = true;
const settingsName = 'desktop-settings.json';
/** Asks the running Hearth to quit in order: for the launcher and for installers on Windows, where no signal can. */
const quitFlag = '--quit';

/** Signals, installers and the end of the session wait for no answer. */
function quitUnasked(): void {
  mayAsk = false;
  app.quit();
}

function run(): void {
  const log = openAppLog(join(app.getPath('userData'), 'logs/app.log'), Date.now);
  log.write(`Hearth ${app.getVersion()} on ${process.platform} ${process.arch}`);
  app.on('child-process-gone', (_event, { type, reason }) => log.write(`${type} process ended: ${reason}`));
  app.on('render-process-gone', (_event, _contents, { reason }) => log.write(`page ended: ${reason}`));
  const former = join(app.getPath('appData'), formerProfileName, settingsName);
  const onProblem = (error: unknown): void => log.write(String(error));
  const settings = openSettings(join(app.getPath('userData'), settingsName), onProblem, former);
  const followers: DesktopTools['onState'][] = [];
  const desktop = new Desktop(
    desktopTools(
      settings,
      (state) => {
        for (const follow of followers) follow(state);
      },
      (isReleased) => window.release(isReleased),
      loginItem(onProblem),
    ),
  );
  const window = new MainWindow({
    preload: join(here, 'preload.cjs'),
    statusPage,
    icon: join(resources, 'icon.png'),
    place: () => settings.get().window,
    onPlace: (place) => settings.change({ window: place }),
    onClose: () => closed(settings, hasTray()),
    // Electron ends the process as soon as this returns (native_window_views_win.cc, WM_ENDSESSION).
    // A service goes on without the app.
    onSessionEnd: () => {
      if (!desktop.service.isServing()) desktop.server.stopNow();
    },
    onPageBroken: () => desktop.pageBroke(),
  });

  followLinks((path) => window.showPage(path));
  followSecondStarts(window);
  app.on('activate', () => void window.show());
  // The window is only hidden; the server lives on without one.
  app.on('window-all-closed', () => undefined);
  quitInOrder(desktop, window);

  app.once('ready', () => {
    useSystemLanguage(app.getPreferredSystemLanguages());
    const trust: Trust = { serverUrl: () => desktop.server.status().url, statusPage };
    setUpSecurity(trust, desktop.downloads);
    serveStatusPage(join(here, 'status'));
    setUpIpc(answers(desktop, window), trust);
    watchPower(desktop.sleep, quitUnasked);
    followers.push(
      (state) => window.follow(state),
      createBadge(),
      logStates(log),
      createMenu(menuActions(desktop, window)),
      createTray(resources, trayActions(desktop, window)),
    );
    // Now: Chromium replaces handlers that were set before.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quitUnasked);
    window.begin(windowAtStart(process.platform, isStartedAtLogin(), hasTray()));
    // An installed service serves already, or will in a moment: a second server would take its folder.
    void desktop.service.refresh().finally(() => desktop.server.start());
    void offerMove(settings);
    void desktop.data.tidy();
    lookForUpdates(desktop, settings);
  });
}

/** What the app uses of Electron and of this computer. */
function desktopTools(
  settings: SettingsFile,
  onState: DesktopTools['onState'],
  releaseWindows: DesktopTools['releaseWindows'],
  login: DesktopTools['loginItem'],
): DesktopTools {
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
    loginItem: login,
    service: serviceTools(serverEntry),
    updater,
    builtInFeed: app.isPackaged ? builtInFeed(process.resourcesPath) : '',
    openFolder: (path) => void openFolder(path),
    openFile: (path) => shell.openPath(path),
    showFile: (path) => shell.showItemInFolder(path),
    isShared: (dataDir) => isSharedWithProfile(dataDir, app.getPath('userData')),
    hasSandbox: !app.commandLine.hasSwitch('no-sandbox'),
    releaseWindows,
    quit: () => app.quit(),
    notify,
    version: app.getVersion(),
    onState,
  };
}

/** Quitting waits for the server, so that all acknowledged data is on disk; the window shows that. */
function quitInOrder(desktop: Desktop, window: MainWindow): void {
  app.on('before-quit', (event) => {
    if (desktop.isOver()) return window.release();
    event.preventDefault();
    void (async () => {
      const question = mayAsk ? desktop.quitQuestion() : null;
      if (question !== null && !(await dialogs.confirm({ ...question, confirm: t('Quit Hearth') }))) return;
      mayAsk = false;
      await desktop.end().finally(() => app.quit());
    })();
  });
}

/** The first time, a notification explains that the server goes on. Without a tray the window has to remain reachable. */
function closed(settings: SettingsFile, isTrayShown: boolean): 'hide' | 'minimize' | 'quit' {
  if (!settings.get().closeToTray) {
    app.quit();
    return 'quit';
  }
  if (!settings.get().isTrayExplained && Notification.isSupported()) {
    settings.change({ isTrayExplained: true });
    const text = isTrayShown
      ? t('Teammates can keep chatting. Open or quit it from its icon in the bar.')
      : t('Teammates can keep chatting. Its window is minimized: quit it from its menu.');
    notify(t('Hearth keeps running'), text);
  }
  return isTrayShown ? 'hide' : 'minimize';
}

/** Where the system shows no messages, the window and the tray have to do. */
function notify(title: string, body: string): void {
  if (Notification.isSupported()) new Notification({ title, body }).show();
}

function lookForUpdates(desktop: Desktop, settings: SettingsFile): void {
  void desktop.updates.check();
  setInterval(() => void desktop.updates.check(), checkEveryMs);
  setInterval(() => void updateAtNight(desktop, settings), lookAtNightMs);
}

/** Installs a waiting update at night when no client is connected. */
async function updateAtNight(desktop: Desktop, settings: SettingsFile): Promise<void> {
  await updateUnattended(desktop.updates, {
    isWanted: settings.get().updateAtNight,
    now: new Date(),
    connected: desktop.server.facts()?.clients_connected ?? null,
    isBusy: desktop.state().task !== null,
  });
}

function followSecondStarts(window: MainWindow): void {
  app.on('second-instance', (_event, argv, _directory, data) => {
    answerSecondStart(app.getPath('userData'), data);
    if (argv.includes(quitFlag)) quitUnasked();
    else window.show();
  });
}

/** Asked once: from a disk image or the Downloads folder, macOS neither updates the app nor starts it at login. */
async function offerMove(settings: SettingsFile): Promise<void> {
  if (process.platform !== 'darwin' || !app.isPackaged || settings.get().isMoveOffered) return;
  if (app.isInApplicationsFolder()) return;
  settings.change({ isMoveOffered: true });
  const isWanted = await dialogs.confirm({
    title: t('Move Hearth to the Applications folder?'),
    detail: t('From there it can update itself and start when you log in. Your data stays where it is.'),
    confirm: t('Move to Applications'),
  });
  if (isWanted) app.moveToApplicationsFolder();
}

/** @returns a function that notes each new state of the server. */
function logStates(log: AppLog): (state: DesktopState) => void {
  let logged = '';
  return ({ server: { state, message } }) => {
    if (state !== logged) log.write(`server ${state}: ${message}`);
    logged = state;
  };
}

/** In the terminal; without an answer also in a dialog, as the app was most likely started by its icon. */
function explain(): void {
  const { dataDir, serverArgs } = commandLine;
  const ignored = [...(dataDir === null ? [] : ['--data-dir', dataDir]), ...serverArgs];
  const text = explainSecondStart(app.getPath('userData'), second, ignored);
  process.stderr.write(`${text}\n`);
  if (!text.startsWith('Hearth is already')) dialog.showErrorBox(t('Hearth did not start'), text);
}

// A terminal that is gone is no reason for a dialog about an exception (EPIPE, EIO).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Before anything reads them: the name decides the profile's folder and the words in the menus of macOS.
app.setName('Hearth');
if (!app.commandLine.hasSwitch('user-data-dir'))
  app.setPath('userData', join(app.getPath('appData'), profileName(app.isPackaged)));
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
// The server recognizes the app's own window by it.
app.userAgentFallback = `${desktopClient}/${app.getVersion()}`;
const second = secondStart(process.pid);
const isFirst = app.requestSingleInstanceLock(second);
if (isFirst && !process.argv.includes(quitFlag)) run();
else {
  if (!isFirst && !process.argv.includes(quitFlag)) explain();
  app.quit();
}
