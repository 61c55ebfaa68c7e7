/**
 * The desktop app: a list of set-up calls. One instance, one window, one server process that lives as long as the app.
 */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { app } from 'electron';
import { setUpIpc } from './ipc.ts';
import { setUpSecurity, type Trust } from './security.ts';
import { createServerProcess } from './server-process.ts';
import { forkServer } from './utility-server.ts';
import { createMainWindow } from './window.ts';

const here = dirname(fileURLToPath(import.meta.url));
const statusPage = pathToFileURL(join(here, 'status/index.html')).href;
const serverEntry = resolve(here, '../server/cli.js');
// What follows `--` is meant for the server; electron/launch.mjs puts it there.
const separator = process.argv.indexOf('--');
const serverArgs = ['serve', ...(separator === -1 ? [] : process.argv.slice(separator + 1))];

function run(): void {
  const window = createMainWindow(join(here, 'preload.cjs'), statusPage, resolve(here, '../../resources/icon.png'));
  const server = createServerProcess({
    fork: () => forkServer(serverEntry, serverArgs),
    after: (ms, fn) => {
      const timer = setTimeout(fn, ms);
      return () => clearTimeout(timer);
    },
    onStatus: (status) => window.follow(status),
  });
  const trust: Trust = { serverUrl: () => server.status().url, statusPage };
  let stopped = false;

  app.on('second-instance', () => window.show());
  app.on('activate', () => window.show());
  app.on('window-all-closed', () => app.quit());
  // Quitting waits for the server, so that everything it was asked to keep is on disk.
  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    void server.stop().finally(() => {
      stopped = true;
      app.quit();
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());

  app.once('ready', () => {
    setUpSecurity(trust);
    setUpIpc(server, trust);
    window.show();
    server.start();
  });
}

if (app.requestSingleInstanceLock()) run();
else app.quit();
