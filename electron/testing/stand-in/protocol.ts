/**
 * The stand-in for Electron's protocol: Chromium here knows no schemes of the app's own, so their addresses become those of a host
 * that is nowhere, and requests to it are answered by the app.
 */
import type { Protocol } from 'electron';

type Handler = Parameters<Protocol['handle']>[1];

const ending = '.stand-in';
const handlers = new Map<string, Handler>();

export const protocol = {
  registerSchemesAsPrivileged(): void {},
  handle(scheme: string, handler: Handler): void {
    handlers.set(scheme, handler);
  },
};

/** "app://pages/a.html" -> "http://pages.app.stand-in/a.html"; other addresses stay. */
export function toChromium(url: string): string {
  const { protocol: scheme, host, pathname, search, hash } = new URL(url);
  const isOwn = handlers.has(scheme.slice(0, -1));
  return isOwn ? `http://${host}.${scheme.slice(0, -1)}${ending}${pathname}${search}${hash}` : url;
}

/** The way back. */
export function fromChromium(url: string): string {
  const [, host, scheme, rest] = /^http:\/\/([^/]+)\.([a-z]+)\.stand-in(\/.*)$/.exec(url) ?? [];
  return scheme === undefined ? url : `${scheme}://${host}${rest}`;
}

/** @returns the app's own answer; null when it is not the app's to give. */
export async function answerFor(chromiumUrl: string): Promise<Response | null> {
  const url = fromChromium(chromiumUrl);
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  if (url === chromiumUrl || handler === undefined) return null;
  // Node makes no Request of a scheme it does not know; handlers look at the address.
  return (await Reflect.apply(handler, undefined, [{ url }])) as Response;
}
