/**
 * The stand-in for Electron's protocol: Chromium here knows no schemes of the app's own, so their addresses become those of a host
 * that is nowhere, and requests to it are answered by the app.
 */
import type { CustomScheme, Protocol } from 'electron';
import { app } from './app.ts';

type Handler = Parameters<Protocol['handle']>[1];

const ending = '.stand-in';
const handlers = new Map<string, Handler>();
const privileges = new Map<string, NonNullable<CustomScheme['privileges']>>();

export const protocol = {
  /** Before the app is ready, and once (shell/browser/api/electron_api_protocol.cc). */
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges: own = {} } of schemes) privileges.set(scheme, own);
  },
  handle(scheme: string, handler: Handler): void {
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
};

/**
 * "app://pages/a.html" -> "https://pages.app.stand-in/a.html"; other addresses stay.
 * @throws Error for a scheme that is not standard: its pages have no origin, and relative addresses lead nowhere (url::AddStandardScheme)
 */
export function toChromium(url: string): string {
  const { protocol: scheme, host, pathname, search, hash } = new URL(url);
  const own = scheme.slice(0, -1);
  if (!handlers.has(own)) return url;
  const { standard = false, secure = false } = privileges.get(own) ?? {};
  if (!standard) throw new Error(`${own} is not registered as a standard scheme`);
  // A page of a scheme that is not secure has no secure context.
  return `${secure ? 'https' : 'http'}://${host}.${own}${ending}${pathname}${search}${hash}`;
}

/** The way back. */
export function fromChromium(url: string): string {
  const [, host, scheme, rest] = /^https?:\/\/([^/]+)\.([a-z]+)\.stand-in(\/.*)$/.exec(url) ?? [];
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
