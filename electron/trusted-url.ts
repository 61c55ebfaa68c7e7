/**
 * Trusted pages: the server's own origin and the status page inside the app. Everything else is a stranger.
 */
import { callsOfEveryPage, type Call } from './bridge.ts';

/** @param serverUrl address of the running server, or null. @param statusPage address of the status page. */
export function isTrustedUrl(url: string, serverUrl: string | null, statusPage: string): boolean {
  const asked = parse(url);
  if (asked === null) return false;
  if (asked.href.split(/[?#]/)[0] === statusPage) return true;
  const server = serverUrl === null ? null : parse(serverUrl);
  return server !== null && asked.origin === server.origin && asked.username === '' && asked.password === '';
}

/** The console and the status page, which only show what this server made: they may control the app. */
function isControlPage(url: string, serverUrl: string | null, statusPage: string): boolean {
  if (!isTrustedUrl(url, serverUrl, statusPage)) return false;
  const asked = parse(url);
  return asked?.href.split(/[?#]/)[0] === statusPage || /^\/console(?:\/|$)/.test(asked?.pathname ?? '');
}

/** Whether a page may make a call. The chat shows what others wrote: it may make the few that it needs. */
export function mayCall(url: string, call: Call, serverUrl: string | null, statusPage: string): boolean {
  return callsOfEveryPage.includes(call)
    ? isTrustedUrl(url, serverUrl, statusPage)
    : isControlPage(url, serverUrl, statusPage);
}

/** An uploaded file of this server. */
export function isFile(url: string, serverUrl: string | null): boolean {
  return isTrustedUrl(url, serverUrl, '') && (parse(url)?.pathname.startsWith('/user_uploads/') ?? false);
}

/** What the window of a file shows, by the name: the server sends these in place (server/uploads/types.ts, `shownInPlace`). */
const shown = /\.(?:pdf|txt|text|log|png|jpe?g|gif|webp|avif|bmp|mp3|m4a|og[agv]|opus|wav|flac|aac|mp4|m4v|webm|mov)$/i;

/** Whether an uploaded file is shown in a window; all others, and those that are asked for as a download, are downloaded. */
export function isViewable(url: string): boolean {
  const asked = parse(url);
  return asked !== null && shown.test(asked.pathname) && !asked.searchParams.has('download');
}

/** @returns the name of an uploaded file: the end of its address. */
export function fileName(url: string): string {
  const last = parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Chromium's own viewer of PDF files, which is a frame of the page that shows one (extensions/common/constants.cc, kPdfExtensionId). */
export const isPdfViewer = (url: string): boolean =>
  url.startsWith('chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/');

/** A frame without an address: `srcdoc` and empty frames, whose content is the page's own (electron_navigation_throttle.cc). */
export function isEmptyFrame(url: string): boolean {
  return ['about:srcdoc', 'about:blank'].includes(url);
}

/** What may be handed to the system's browser or mail program. */
export function isOpenableOutside(url: string): boolean {
  return ['http:', 'https:', 'mailto:'].includes(parse(url)?.protocol ?? '');
}

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}
