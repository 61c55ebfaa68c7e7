/**
 * Signing in to the console: a same-site, http-only session cookie, and a CSRF token that the page sends back with whatever
 * changes something.
 */
import { z } from 'zod';
import { ownSessionShape } from '../../contract/shapes/accounts.ts';
import { sessionShape } from '../../contract/shapes/sessions.ts';
import {
  closeSession,
  closeOwnSessions,
  closeSessionsOf,
  csrfTokenOf,
  dataId,
  newSession,
  ownSessions,
  storeSession,
  type OpenedSession,
} from '../../domain/accounts/sessions.ts';
import { writeSignIn } from '../../domain/accounts/write-sign-in.ts';
import { reportGone, reportGoneEverywhere } from '../../domain/presence/report.ts';
import type { UserRow } from '../../domain/users/rows.ts';
import { settingOf } from '../../domain/users/settings.shared.ts';
import { coded, csrfFailed } from '../../errors.ts';
import { browserSessionTokens, readCredentials, sessionCookie, sessionTokens } from '../../http/auth.ts';
import { RawAnswer, type RequestInfo } from '../../http/endpoint.ts';
import { text } from '../../http/params.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import { hashToken } from '../../secrets.ts';
import { checkSignIn, twoFactorCode, type SigningIn } from '../check-sign-in.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: people';

export const signIn = endpoint({
  method: 'POST',
  path: '/console/sign_in',
  access: 'anonymous',
  summary: 'Sign in with e-mail and password; sets the session cookie.',
  personal: false,
  answer: sessionShape,
  params: {
    username: text({ min: 1, max: 300 }),
    password: text({ min: 1, max: 1000, keepSpace: true }).secret(),
    two_factor_code: twoFactorCode,
  },
  async run(call) {
    const { username, password, two_factor_code: code } = call.params;
    checkOwnPage(call.request);
    const user = await checkSignIn(call, username, password, { code });
    return signedIn(user, await storedSession(call, user), call.request);
  },
});

/** Opens a session for a browser that has proved whose account it is; on a full disk it works from memory. */
export async function storedSession({ services, request, write }: SigningIn, user: UserRow): Promise<OpenedSession> {
  const userAgent = String(request.headers['user-agent'] ?? '');
  const session = newSession(services, user, userAgent, await services.storage.read(dataId));
  await writeSignIn(services, write, (acting) => storeSession(acting, session.row), session.row);
  return session;
}

/**
 * A page elsewhere could send a form here, and have the browser be signed in as someone of its choice. Such a form says where
 * it comes from, and has no headers of its own. @throws ApiError CSRF_FAILED
 */
export function checkOwnPage({ headers }: RequestInfo): void {
  const { origin } = headers;
  if (typeof origin !== 'string' || headers['x-requested-with'] !== undefined) return;
  const site = headers['sec-fetch-site'];
  if (site === undefined ? !isSameHost(origin, String(headers.host)) : site !== 'same-origin') throw csrfFailed();
}

/** Whether a page is of the host of a request, for browsers that do not say so. A proxy may pass the host without its port. */
function isSameHost(origin: string, host: string): boolean {
  const page = URL.parse(origin);
  const own = URL.parse(`${page?.protocol}//${host}`);
  if (page === null || own === null) return false;
  return page.host === own.host || (!/:\d+$/.test(host) && page.hostname === own.hostname);
}

/** The answer that puts the session into the browser. @param more further fields of it */
export function signedIn(user: UserRow, session: OpenedSession, request: RequestInfo, more: object = {}): RawAnswer {
  return new RawAnswer({
    headers: { 'Content-Type': 'application/json', 'Set-Cookie': cookie(session.token, session.maxAge, request) },
    body: JSON.stringify({
      result: 'success',
      msg: '',
      csrf_token: session.row.csrf_token,
      data_id: session.dataId,
      ...who(user),
      ...more,
    }),
  });
}

export const session = endpoint({
  method: 'GET',
  path: '/console/session',
  access: 'authenticated',
  summary: 'Who is signed in, and the CSRF token of the session.',
  personal: false,
  answer: sessionShape,
  params: {},
  async run(call) {
    const credentials = readCredentials(call.request.headers);
    return call.read((viewing) => ({
      csrf_token: credentials.kind === 'session' ? csrfTokenOf(viewing, credentials.token) : null,
      data_id: dataId(viewing.db),
      ...who(viewing.user),
    }));
  },
});

export const signOut = endpoint({
  method: 'POST',
  path: '/console/sign_out',
  access: 'authenticated',
  whileDeactivated: true,
  summary: 'End this session.',
  personal: false,
  answer: {},
  params: {},
  async run(call) {
    const { headers } = call.request;
    // Also the one of the other protocol, which the same browser may have: a user who signs out means to be out.
    const credentials = readCredentials(headers);
    const tokens = credentials.kind === 'session' ? browserSessionTokens(headers) : [];
    const { unwritten } = call.services;
    await unwritten.settled();
    if (tokens.some((token) => unwritten.find(hashToken(token)) === undefined))
      await call.write((acting) => {
        if (credentials.kind === 'session') reportGone(acting, credentials.token);
        for (const token of tokens) closeSession(acting, token);
      });
    else for (const token of tokens) unwritten.end(hashToken(token));
    return new RawAnswer({
      headers: { 'Content-Type': 'application/json', 'Set-Cookie': cookie('', 0, call.request) },
      body: JSON.stringify({ result: 'success', msg: '' }),
    });
  },
});

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/console/sign_out_everywhere',
  access: 'authenticated',
  whileDeactivated: true,
  summary: 'End every session of this account.',
  personal: false,
  answer: {},
  params: {},
  run: ({ write }) =>
    write((acting) => {
      closeSessionsOf(acting, acting.user.id);
      reportGoneEverywhere(acting, acting.user);
      return {};
    }),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/console/sessions',
  access: 'authenticated',
  summary: 'Where you are signed in.',
  personal: false,
  answer: { sessions: z.array(ownSessionShape) },
  params: {},
  run: ({ read, request }) => read((viewing) => ({ sessions: ownSessions(viewing, sessionTokens(request.headers)) })),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/console/sessions/{session_id}',
  access: 'authenticated',
  whileDeactivated: true,
  summary: 'Sign out in one other place.',
  personal: false,
  answer: {},
  params: { session_id: text({ min: 1, max: 100 }).describe('As listed; "others" for all but the one that asks.') },
  run: ({ write, request, params: { session_id: id } }) =>
    write((acting) => {
      const own = new Set(
        ownSessions(acting, sessionTokens(request.headers)).flatMap((one) => (one.is_current ? [one.session_id] : [])),
      );
      const ended = closeOwnSessions(acting, (each) => (id === 'others' ? !own.has(each) : each === id));
      if (ended === 0 && id !== 'others') throw coded('SESSION_NOT_FOUND', 'This session has ended already.', 404);
      return {};
    }),
});

function who(user: UserRow) {
  return {
    user_id: user.id,
    email: user.email,
    full_name: user.full_name,
    role: user.role,
    is_admin: isAdministrator(user),
    default_language: settingOf(user, 'default_language'),
    twenty_four_hour_time: settingOf(user, 'twenty_four_hour_time'),
  };
}

/** The header that puts a session into a browser, or takes it out. */
export function cookie(token: string, maxAge: number, request: RequestInfo): string {
  const isSecure = request.origin.startsWith('https:');
  const name = sessionCookie(isSecure ? 'https' : 'http', request.headers);
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${isSecure ? '; Secure' : ''}`;
}
