/** Account of a request's credentials (spec: Authentication). */
import {
  csrfFailed,
  invalidApiKey,
  mayOnlySend,
  realmDeactivated,
  unauthorized,
  unauthorizedPrincipal,
  userDeactivated,
} from '../../errors.ts';
import { isAdministrator, isOwner } from '../../permissions/roles.ts';
import { sameSecret, secretHash, type Credentials, type Entrance } from '../../secrets.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { announceBotUpdated } from '../bots/wire.ts';
import { deactivatedAt, organizationSetting } from '../organization/rows.ts';
import { findDirectoryRowByName } from '../users/directory-rows.ts';
import { BotType, findUser, findUserByApiKey, findUserByEmail, updateUserRow } from '../users/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { findSession } from './sessions.ts';

/** Compared with when there is no such account, so that both cases take the same time. */
const noKey = 'x'.repeat(32);

type AuthenticationView = Pick<SystemViewing, 'db' | 'now' | 'services'>;

/**
 * @param method of the request: a session may change things only with its CSRF token.
 * @returns the account; undefined where no one needs one.
 * @throws ApiError UNAUTHORIZED, USER_DEACTIVATED, REALM_DEACTIVATED, UNAUTHORIZED_PRINCIPAL, CSRF_FAILED, or 403 for a bot that may only send.
 */
export function authenticate(
  asked: AuthenticationView,
  credentials: Credentials,
  { access, whileDeactivated }: Entrance,
  method: string,
): UserRow | undefined {
  const { db } = asked;
  if (access === 'anonymous') return undefined;
  if (credentials.kind === 'none') throw unauthorized();
  const user = userOf(asked, credentials, method);
  if (user.is_active === 0) throw userDeactivated();
  if (deactivatedAt(db) !== null) {
    // Owners look at it and bring it back, in the console.
    if (credentials.kind !== 'session' || !isOwner(user)) throw realmDeactivated();
    if (!isRead(method) && whileDeactivated !== true) throw realmDeactivated(403);
  }
  if (access !== 'sender' && user.bot_type === BotType.incomingWebhook) throw mayOnlySend();
  if (access === 'administrator' && !isAdministrator(user)) throw unauthorizedPrincipal();
  if (access === 'owner' && !isOwner(user)) throw unauthorizedPrincipal('Must be an organization owner');
  return user;
}

/** Whether those without an account see what is web-public: the server and the organization must both want it. */
export const mayBeVisited = ({ db, services }: Pick<SystemViewing, 'db' | 'services'>): boolean =>
  services.options.webPublicChannelsEnabled &&
  organizationSetting(db, 'enable_spectator_access') &&
  deactivatedAt(db) === null;

function userOf(
  asked: AuthenticationView,
  credentials: Exclude<Credentials, { kind: 'none' }>,
  method: string,
): UserRow {
  const { db } = asked;
  if (credentials.kind === 'session') return userBySession(asked, credentials, method);
  if (credentials.kind === 'key') return userByKey(db, credentials);
  const user = findUserByApiKey(db, credentials.apiKey);
  if (user === undefined) throw invalidApiKey();
  return user;
}

/** Clients that got their key with a name of the directory go on with that name. */
function userOfDirectory(db: Reader, name: string): UserRow | undefined {
  const row = name === '' ? undefined : findDirectoryRowByName(db, name);
  return row === undefined ? undefined : findUser(db, row.user_id);
}

/** Proved once, a key is looked up by its hash until accounts change; what is wrong is compared each time, and kept nowhere. */
function userByKey(db: Reader, credentials: Extract<Credentials, { kind: 'key' }>): UserRow {
  const { email, apiKey } = credentials;
  return db.remember(rememberedAs(credentials), () => {
    const user = findUserByEmail(db, email) ?? userOfDirectory(db, email);
    if (!sameSecret(user?.api_key ?? noKey, apiKey) || user === undefined) throw invalidApiKey();
    return user;
  });
}

/** What accounts are remembered as: the same object comes with every request of a client (http/auth.ts). */
const names = new WeakMap<Credentials, string>();

function rememberedAs(credentials: Extract<Credentials, { kind: 'key' }>): string {
  const known = names.get(credentials);
  if (known !== undefined) return known;
  const name = `account by key ${secretHash(credentials)} ${credentials.email}`;
  names.set(credentials, name);
  return name;
}

function userBySession(
  asked: AuthenticationView,
  credentials: Extract<Credentials, { kind: 'session' }>,
  method: string,
): UserRow {
  const { db, now } = asked;
  const session = findSession(asked, secretHash(credentials));
  if (session.expires_at < now) throw isClosed(db, session.user_id) ? userDeactivated() : unauthorized();
  if (!isRead(method) && !sameSecret(session.csrf_token, credentials.csrfToken ?? '')) throw csrfFailed();
  const user = findUser(db, session.user_id);
  if (user === undefined) throw unauthorized();
  return user;
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

const isClosed = (db: Reader, userId: number): boolean =>
  db.get<{ is_active: number }>('SELECT is_active FROM users WHERE id = ?', userId)?.is_active === 0;

/** Gives an account a new key; the old one stops working at once. @returns the key. */
export function regenerateApiKey(acting: SystemActing, user: UserRow): string {
  const key = acting.services.random.token(32);
  updateUserRow(acting.tx, user.id, { api_key: key });
  if (user.is_bot === 1) announceBotUpdated(acting, { ...user, api_key: key }, { api_key: key });
  return key;
}
