/**
 * Control interface of the stand-in: one address on loopback, written into the file that STAND_IN_FILE names. A test reads what was
 * recorded and does what a person at the machine would do.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { mock } from 'node:test';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { profilePath } from './chromium.ts';
import { recorded, type Recorded } from './recorded.ts';
import { session } from './session.ts';
import { answerDialog, menuOf, nativeTheme, powerMonitor, type DialogAnswer } from './system.ts';

/** What a test can ask for. */
export type Order =
  | { order: 'recorded' }
  | { order: 'click'; where: 'tray' | 'menu'; label: string }
  | { order: 'answer'; answer: DialogAnswer }
  | { order: 'close' }
  | { order: 'power'; event: 'suspend' | 'resume' | 'shutdown' }
  | { order: 'end-session' }
  | { order: 'full-screen' }
  | { order: 'dark'; isDark: boolean }
  /** Brings the window to any address, as no page of the app can. */
  | { order: 'load'; url: string }
  | { order: 'crash' }
  /** Stops the app's timers: none fires after this. */
  | { order: 'hold' }
  | {
      order: 'check';
      permission: 'notifications' | 'media' | 'geolocation' | 'fullscreen';
      url: string;
      mediaType?: string;
    };

export async function openControl(): Promise<void> {
  const file = process.env['STAND_IN_FILE'];
  if (file === undefined) return;
  const server = createServer((request, response) => {
    void run(request).then(
      (answer) => response.end(JSON.stringify(answer ?? null)),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(JSON.stringify(String(error)));
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.address() as AddressInfo;
  // Of the last time; Chromium writes the port of this one.
  rmSync(join(profilePath(), 'DevToolsActivePort'), { force: true });
  writeFileSync(`${file}.unfinished`, JSON.stringify({ port, pid: process.pid, profile: profilePath() }));
  renameSync(`${file}.unfinished`, file);
  app.endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
}

async function run(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Order;
  const [window] = BrowserWindow.getAllWindows();
  switch (asked.order) {
    case 'recorded': {
      const windows = BrowserWindow.getAllWindows().map((each) => each.recorded());
      return { ...recorded, windows } satisfies Recorded;
    }
    case 'click':
      return menuOf(asked.where)?.click(asked.label);
    case 'answer':
      return answerDialog(asked.answer);
    case 'close':
      return window?.close();
    case 'power':
      return powerMonitor.emit(asked.event, {
        preventDefault: () => (recorded.isShutdownPrevented = true),
      });
    case 'end-session':
      return app.endSession();
    case 'full-screen':
      return window?.setFullScreen(true);
    case 'dark':
      nativeTheme.shouldUseDarkColors = asked.isDark;
      return nativeTheme.emit('updated');
    case 'load':
      return window?.webContents.load(asked.url);
    case 'crash':
      return window?.webContents.forcefullyCrashRenderer();
    case 'hold':
      return mock.timers.enable({ apis: ['setTimeout'] });
    case 'check':
      return session.defaultSession.checks(asked.permission, asked.url, asked.mediaType);
  }
}
