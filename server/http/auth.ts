/**
 * Authentication of the caller: credentials are read from the request here; the look-up of the account is handed in by start.ts.
 * Basic authentication carries e-mail and API key (spec: Authentication 1); the console uses a session cookie
 * with a CSRF token.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { badRequest, invalidApiKey, unauthorized } from '../errors.ts';
import type { Credentials } from '../secrets.ts';
import type { TrustedProxies } from './proxies.ts';

/**
 * Names of session cookies without a port: those of sessions from before names had ports. Browsers accept a name with the prefix over
 * HTTPS only, from the host itself: no network and no other page can set it.
 */
const sessionCookies = { http: 'hearth_session', https: '__Host-hearth_session' } as const;
/** The server's port of requests whose Host header names none, by their headers: some proxies pass the name alone. */
const ownPorts = new WeakMap<object, number>();
/** Session cookies of HTTP that came over HTTPS, by the headers of their request: they count for signing out alone. */
const setAside = new WeakMap<object, string>();

/**
 * The name of a session's cookie. Browsers send cookies to all ports of a host, so that each port has a name of its own: two
 * servers of one machine do not replace each other's sessions. HTTPS has another name than HTTP, and each counts over its own
 * protocol alone: a person may use both.
 * @param headers of the request. Without a port of its own in the Host header, the name has the port of the server.
 */
export function sessionCookie(
  protocol: keyof typeof sessionCookies,
  headers: Pick<IncomingHttpHeaders, 'host'>,
): string {
  const named = /:(\d{1,5})$/.exec(headers.host ?? '')?.[1];
  const port = named === undefined || named === usualPorts[protocol] ? ownPorts.get(headers) : named;
  return port === undefined ? sessionCookies[protocol] : `${sessionCookies[protocol]}_${port}`;
}

const usualPorts = { http: '80', https: '443' } as const;

/** Notes the port on which a request came, which names its session's cookie where its Host header has none. */
export function noteOwnPort({ headers, socket }: IncomingMessage): void {
  if (socket.localPort !== undefined) ownPorts.set(headers, socket.localPort);
}

/**
 * @returns the credentials that a request carries.
 * @throws ApiError UNAUTHORIZED when the Authorization header cannot be read.
 */
export function readCredentials(headers: IncomingHttpHeaders): Credentials {
  const { authorization } = headers;
  if (authorization !== undefined) return knownCredentials(authorization);
  const [token] = sessionTokens(headers);
  if (token === undefined) return { kind: 'none' };
  const csrf = headers['x-csrf-token'];
  return { kind: 'session', token, csrfToken: typeof csrf === 'string' ? csrf : undefined };
}

/** @returns the key in an address (`?api_key=`), for services that can send no header; undefined where there is none. @throws ApiError UNAUTHORIZED for what is no key. */
export function keyInAddress(url: string): Credentials | undefined {
  const apiKey = new URLSearchParams(url.split('?', 2)[1] ?? '').get('api_key');
  if (apiKey === null || apiKey === '') return undefined;
  if (apiKey.includes('\0')) throw badRequest('api_key must not contain null bytes');
  if (!/^[\w-]{1,200}$/.test(apiKey)) throw invalidApiKey();
  return { kind: 'lone key', apiKey };
}

/** The tokens of all sessions that a request carries, the one that counts first. */
export function sessionTokens(headers: Pick<IncomingHttpHeaders, 'cookie' | 'host'>): string[] {
  return tokensIn(headers.cookie, headers);
}

function tokensIn(cookie: string | undefined, headers: Pick<IncomingHttpHeaders, 'host'>): string[] {
  if (cookie === undefined) return [];
  const names = [sessionCookie('https', headers), sessionCookie('http', headers), ...Object.values(sessionCookies)];
  return [...new Set(names)].flatMap((name) => cookieValue(cookie, name) ?? []);
}

/** The tokens of all sessions of a browser, also of the one that it has over HTTP and that does not count over HTTPS. */
export function browserSessionTokens(headers: IncomingHttpHeaders): string[] {
  return [...sessionTokens(headers), ...tokensIn(setAside.get(headers), headers)];
}

/**
 * Removes sessions of the other protocol from a request. Over HTTP a browser does not send those of HTTPS, so something else has set
 * them. Over HTTPS it sends those of HTTP, which the network or another program of that host may have set.
 */
export function dropForeignSession(request: IncomingMessage, proxies: TrustedProxies): void {
  const { headers } = request;
  const { cookie } = headers;
  if (cookie === undefined || !cookie.includes(sessionCookies.http)) return;
  const isSecure = proxies.protocolOf(request) === 'https';
  const foreignName = sessionCookies[isSecure ? 'http' : 'https'];
  const pairs = cookie.split(';');
  const foreign = pairs.filter((pair) => pair.trim().startsWith(foreignName));
  if (foreign.length === 0) return;
  headers.cookie = pairs.filter((pair) => !foreign.includes(pair)).join(';');
  if (isSecure) setAside.set(headers, foreign.join(';'));
}

/** What was read from the newest headers: a client sends the same with each of its requests. */
const known = new Map<string, Credentials>();
const mostKnown = 10_000;
/** Characters: an address and a key take less, and what a stranger sends may be as long as a request. */
const longestKnown = 600;

function knownCredentials(header: string): Credentials {
  const found = known.get(header);
  if (found !== undefined) return found;
  const read = basicCredentials(header);
  if (header.length > longestKnown) return read;
  if (known.size >= mostKnown) known.clear();
  known.set(header, read);
  return read;
}

function basicCredentials(header: string): Credentials {
  const encoded = /^basic ([a-z0-9+/=_-]+)\s*$/i.exec(header)?.[1];
  if (encoded === undefined) throw unauthorized('This endpoint requires HTTP basic authentication.');
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 1 || colon === pair.length - 1) throw unauthorized('Invalid authorization header for basic auth');
  return { kind: 'key', email: pair.slice(0, colon), apiKey: pair.slice(colon + 1) };
}

/** @param cookie the header. @returns undefined where it has no such cookie. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}
