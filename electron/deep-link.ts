/**
 * Links of Hearth's own (hearth://…), which other programs can hold: they open a page of this computer's server in the window.
 * `hearth://chat/#narrow/…`, `hearth://console/users` and `hearth://join/KEY` stand for `/chat/#narrow/…` and so on.
 * A link only leads to a page: it does nothing and changes nothing.
 */

export const linkScheme = 'hearth';

const rooms = new Set(['chat', 'console', 'join']);
const maxLength = 2000;

/** @returns the path of a page, with what follows it; null for anything that is no such link. */
export function pageOfLink(text: string): string | null {
  if (text.length > maxLength || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, pathname, search, hash } = new URL(text);
  if (protocol !== `${linkScheme}:` || port !== '' || username !== '' || !rooms.has(hostname)) return null;
  // Through a base: `..` and `\` cannot lead out of the room.
  const page = new URL(`/${hostname}${pathname === '' ? '/' : pathname}`, 'http://localhost');
  if (!page.pathname.startsWith(`/${hostname}/`)) return null;
  return `${page.pathname}${search}${hash}`;
}

/** @param argv of a start of the app. @returns the first link in it. */
export function linkInArguments(argv: readonly string[]): string | null {
  return argv.find((word) => word.startsWith(`${linkScheme}://`)) ?? null;
}
