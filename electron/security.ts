/**
 * What no page in this app may do: leave the server's origin, open windows, take permissions, or talk to the main
 * process from a foreign frame. Applied to every web contents there will ever be, before it loads anything.
 */
import { basename, join } from 'node:path';
import { app, session, shell, type IpcMainInvokeEvent, type Session } from 'electron';
import { isOpenableOutside, isTrustedUrl } from './trusted-url.ts';

export interface Trust {
  serverUrl: () => string | null;
  /** Address of the status page. */
  statusPage: string;
}

/** What our own pages may have: to say that there is a message, and to copy an address. */
const permissions = new Set(['notifications', 'clipboard-sanitized-write']);

export function setUpSecurity(trust: Trust): void {
  const trusted = (url: string): boolean => isTrustedUrl(url, trust.serverUrl(), trust.statusPage);
  const stay = (event: { preventDefault: () => void; url: string }): void => {
    if (trusted(event.url)) return;
    event.preventDefault();
    openOutside(event.url);
  };
  app.on('web-contents-created', (_created, contents) => {
    contents.on('will-navigate', stay);
    contents.on('will-redirect', stay);
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame && !trusted(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
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
  guarded.setUSBProtectedClassesHandler(() => []);
  // Where it goes is asked each time; the name is the file's own, without any folder in it.
  guarded.on('will-download', (_event, item) =>
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), basename(item.getFilename())) }),
  );
}

/** Messages count only from the top frame of one of our own pages. @throws Error for any other sender. */
export function checkSender(event: IpcMainInvokeEvent, trust: Trust): void {
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null || !isTrustedUrl(frame.url, trust.serverUrl(), trust.statusPage)) {
    throw new Error('This page may not control the app.');
  }
}

function openOutside(url: string): void {
  if (isOpenableOutside(url)) void shell.openExternal(url);
}
