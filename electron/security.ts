/**
 * Restrictions of all pages in this app: leave the server's origin, open windows, take permissions, or talk to the main
 * process from a foreign frame. Applied to every web contents there will ever be, before it loads anything.
 */
import { basename, join } from 'node:path';
import { app, session, shell, systemPreferences, type IpcMainInvokeEvent, type Session } from 'electron';
import type { Call } from './bridge.ts';
import type { Downloads } from './downloads.ts';
import { isViewer, viewFile } from './file-viewer.ts';
import { mayHave, mayTake } from './permissions.ts';
import {
  isEmptyFrame,
  isFile,
  isOpenableOutside,
  isPdfViewer,
  isTrustedUrl,
  isViewable,
  mayCall,
} from './trusted-url.ts';

export interface Trust {
  serverUrl: () => string | null;
  /** Address of the status page. */
  statusPage: string;
}

/** @param downloads learns of files that were saved, and of those that the server did not give */
export function setUpSecurity(trust: Trust, downloads: Downloads): void {
  const trusted = (url: string): boolean => isTrustedUrl(url, trust.serverUrl(), trust.statusPage);
  app.on('web-contents-created', (_created, contents) => {
    /** Files of the server stay here: the system's browser has no session. A page that shows a file has no way back. */
    const open = (url: string): void => {
      if (!isFile(url, trust.serverUrl())) openOutside(url);
      else if (isViewable(url)) viewFile(url, (name) => downloads.failed(name));
      else contents.downloadURL(url);
    };
    const stay = (event: { preventDefault: () => void; url: string }): void => {
      if (trusted(event.url) && !isFile(event.url, trust.serverUrl()) && !isViewer(contents)) return;
      event.preventDefault();
      open(event.url);
    };
    contents.on('will-navigate', stay);
    contents.on('will-redirect', (event) => {
      if (event.isMainFrame) stay(event);
      else if (!trusted(event.url)) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (event.isMainFrame || trusted(event.url) || isEmptyFrame(event.url)) return;
      if (!(isViewer(contents) && isPdfViewer(event.url))) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      open(url);
      return { action: 'deny' };
    });
  });
  guard(session.defaultSession, trusted);
  followDownloads(session.defaultSession, downloads);
}

function guard(guarded: Session, trusted: (url: string) => boolean): void {
  guarded.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const isOurs = details.isMainFrame && trusted(details.requestingUrl);
    if (!isOurs || !mayTake(permission, 'mediaTypes' in details ? details : {})) return answer(false);
    if (permission === 'media') void hasMicrophone().then(answer, () => answer(false));
    else answer(true);
  });
  guarded.setPermissionCheckHandler(
    (_contents, permission, origin, details) => mayHave(permission, details) && trusted(origin),
  );
  guarded.setDevicePermissionHandler(() => false);
}

/** A Mac asks its user once for each app. */
const hasMicrophone = async (): Promise<boolean> =>
  process.platform === 'darwin' ? systemPreferences.askForMediaAccess('microphone') : true;

/** Where a file goes is asked each time; the name is the file's own, without any folder in it. */
function followDownloads(guarded: Session, downloads: Downloads): void {
  guarded.on('will-download', (_event, item) => {
    const name = basename(item.getFilename());
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), name) });
    item.once('done', (_done, state) => downloads.ended(name, item.getSavePath(), state));
  });
}

/** Messages count only from the top frame of one of our own pages, and only calls of that page. @throws Error for any other. */
export function checkSender(event: IpcMainInvokeEvent, call: Call, trust: Trust): void {
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null || !mayCall(frame.url, call, trust.serverUrl(), trust.statusPage)) {
    throw new Error('This page may not control the app.');
  }
}

/** A page that opens more addresses than this within the time is not followed: a script could fill the screen with windows. */
const mostOpenings = 5;
const openingsMs = 10_000;
let openings: number[] = [];

function openOutside(url: string): void {
  if (!isOpenableOutside(url)) return;
  const now = performance.now();
  openings = openings.filter((at) => now - at < openingsMs);
  if (openings.length >= mostOpenings) return;
  openings.push(now);
  void shell.openExternal(url);
}
