/**
 * Puts `window.desktop` into the app's own pages. Runs sandboxed: it can only pass messages, and passes only these.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { channels, type DesktopBridge, type ServerStatus } from './bridge.ts';

const desktop: DesktopBridge = {
  platform: process.platform,
  status: () => ipcRenderer.invoke(channels.status) as Promise<ServerStatus>,
  onStatus: (listener) => {
    const forward = (_event: unknown, status: ServerStatus): void => listener(status);
    ipcRenderer.on(channels.statusChanged, forward);
    return () => ipcRenderer.off(channels.statusChanged, forward);
  },
  restartServer: () => ipcRenderer.invoke(channels.restartServer) as Promise<void>,
  quit: () => ipcRenderer.invoke(channels.quit) as Promise<void>,
};

contextBridge.exposeInMainWorld('desktop', desktop);
