/**
 * Puts `window.desktop` into the app's own pages. Runs sandboxed: it can only pass messages, and passes only these.
 */
import { contextBridge, ipcRenderer } from 'electron';
import {
  callsOfEveryPage,
  channelOf,
  stateChanged,
  type Call,
  type DesktopBridge,
  type DesktopState,
} from './bridge.ts';

/** @returns the function that passes this one call on. */
const pass =
  <K extends Call>(call: K) =>
  (...args: Parameters<DesktopBridge[K]>): ReturnType<DesktopBridge[K]> =>
    ipcRenderer.invoke(channelOf(call), ...args) as ReturnType<DesktopBridge[K]>;

const desktop: DesktopBridge = {
  platform: process.platform,
  onState: (listener) => {
    const forward = (_event: unknown, state: DesktopState): void => listener(state);
    ipcRenderer.on(stateChanged, forward);
    return () => ipcRenderer.off(stateChanged, forward);
  },
  state: pass('state'),
  showUnread: pass('showUnread'),
  changeChoices: pass('changeChoices'),
  choose: pass('choose'),
  setService: pass('setService'),
  restartServer: pass('restartServer'),
  showWindow: pass('showWindow'),
  openDownload: pass('openDownload'),
  showDownload: pass('showDownload'),
  dismissDownload: pass('dismissDownload'),
  chooseDataFolder: pass('chooseDataFolder'),
  moveDataFolder: pass('moveDataFolder'),
  restoreBackup: pass('restoreBackup'),
  openDataFolder: pass('openDataFolder'),
  openLogFolder: pass('openLogFolder'),
  openNoticeFolder: pass('openNoticeFolder'),
  dismissNotice: pass('dismissNotice'),
  saveLogBundle: pass('saveLogBundle'),
  checkForUpdate: pass('checkForUpdate'),
  downloadUpdate: pass('downloadUpdate'),
  installUpdate: pass('installUpdate'),
};

/** The chat shows what others wrote: it gets the calls that it needs. The main process checks each call again (ipc.ts). */
const isControlPage = location.protocol === 'hearth:' || /^\/console(?:\/|$)/.test(location.pathname);
const offered = Object.entries(desktop).filter(
  ([name]) => isControlPage || ['platform', 'onState', ...callsOfEveryPage].includes(name),
);

contextBridge.exposeInMainWorld('desktop', Object.fromEntries(offered));
