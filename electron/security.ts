/**
 * What no page in this app may do: leave the server's origin, open windows, take permissions, or talk to the main
 * process from a foreign frame. Applied to every web contents there will ever be, before it loads anything.
 */
import { basename, join } from 'node:path';
import { app, session, shell, type IpcMainInvokeEvent, type Session } from 'electron';
import type { Call } from './bridge.ts';
import { isEmptyFrame, isFile, isOpenableOutside, isTrustedUrl, mayCall } from './trusted-url.ts';

export interface Trust {
  serverUrl: () => string | null;
  /** Address of the status page. */
  statusPage: string;
}

/** What our own pages may have: to show notifications, to copy text, and to play a film on the whole screen. */
const permissions = new Set(['notifications', 'clipboard-sanitized-write', 'fullscreen']);

export function setUpSecurity(trust: Trust): void {
  const trusted = (url: string): boolean => isTrustedUrl(url, trust.serverUrl(), trust.statusPage);
  app.on('web-contents-created', (_created, contents) => {
    /** Files of the server are downloaded here: the system's browser has no session, and a file has no way back. */
    const open = (url: string): void => {
      if (isFile(url, trust.serverUrl())) contents.downloadURL(url);
      else openOutside(url);
    };
    const stay = (event: { preventDefault: () => void; url: string }): void => {
      if (trusted(event.url) && !isFile(event.url, trust.serverUrl())) return;
      event.preventDefault();
      open(event.url);
    };
    contents.on('will-navigate', stay);
    contents.on('will-redirect', (event) => {
      if (event.isMainFrame) stay(event);
      else if (!trusted(event.url)) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame && !trusted(event.url) && !isEmptyFrame(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      open(url);
      return { action: 'deny' };
    });
  });
  guard(session.defaultSession, trusted);
}

function guard(guarded: Session, trusted: (url: string) => boolean): void {
  guarded.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(isMainFrame && permissions.has(permission) && trusted(requestingUrl)),
  );
  guarded.setPermissionCheckHandler((_contents, permission, origin) => permissions.has(permission) && trusted(origin));
  guarded.setDevicePermissionHandler(() => false);
  // Where it goes is asked each time; the name is the file's own, without any folder in it.
  guarded.on('will-download', (_event, item) =>
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), basename(item.getFilename())) }),
  );
}

/** Messages count only from the top frame of one of our own pages, and only calls of that page. @throws Error for any other. */
export function checkSender(event: IpcMainInvokeEvent, call: Call, trust: Trust): void {
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null || !mayCall(frame.url, call, trust.serverUrl(), trust.statusPage)) {
    throw new Error('This page may not control the app.');
  }
}

function openOutside(url: string): void {
  if (isOpenableOutside(url)) void shell.openExternal(url);
}
