/**
 * Answers the calls of bridge.ts, for our own pages only.
 */
import { app, ipcMain } from 'electron';
import { channels } from './bridge.ts';
import { checkSender, type Trust } from './security.ts';
import type { ServerProcess } from './server-process.ts';

export function setUpIpc(server: ServerProcess, trust: Trust): void {
  const answer = (channel: string, run: () => unknown): void =>
    ipcMain.handle(channel, (event) => {
      checkSender(event, trust);
      return run();
    });
  answer(channels.status, () => server.status());
  answer(channels.restartServer, () => server.start());
  answer(channels.quit, () => app.quit());
}
