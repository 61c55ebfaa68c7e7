/**
 * Which pages are ours: the server's own origin and the status page inside the app. Everything else is a stranger.
 */

/** @param serverUrl address of the running server, or null. @param statusPage address of the status page. */
export function isTrustedUrl(url: string, serverUrl: string | null, statusPage: string): boolean {
  const asked = parse(url);
  if (asked === null) return false;
  if (asked.href.split(/[?#]/)[0] === statusPage) return true;
  const server = serverUrl === null ? null : parse(serverUrl);
  return server !== null && asked.origin === server.origin && asked.username === '' && asked.password === '';
}

/** What may be handed to the system's browser or mail program. */
export function isOpenableOutside(url: string): boolean {
  return ['http:', 'https:', 'mailto:'].includes(parse(url)?.protocol ?? '');
}

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}
