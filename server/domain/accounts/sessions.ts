/**
 * The console's sessions (table sessions): opened at a sign-in, ended by the user who has them or by what happens to the account, and
 * carried along when the data is swapped. What one proves is in authentication.ts.
 */
import type { OpenSession, OwnSession } from '../../contract/shapes/accounts.ts';
import { clockSlackSecs, daySecs } from '../../durations.ts';
import { unauthorized } from '../../errors.ts';
import { hashToken } from '../../secrets.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import type { Acting, ChatServices, SystemActing, SystemViewing, Viewing } from '../acting.ts';
import { organizationCreatedAt, serverSetting } from '../organization/rows.ts';
import type { UserRow } from '../users/rows.ts';
import type { StoredSession } from './unwritten.ts';

/** Seconds that a session lasts without use. */
const sessionLifetime = 30 * daySecs;
/** Seconds that a session is remembered after its end. */
const rememberedSecs = daySecs;
/** Sessions of an account; the oldest make room. */
const mostSessions = 50;

export interface SessionRow {
  user_id: number;
  csrf_token: string;
  expires_at: number;
}

/** One that is there is remembered; what is none may be anything, and is not. @throws ApiError UNAUTHORIZED */
export function findSession({ db, services }: Pick<SystemViewing, 'db' | 'services'>, hash: string): SessionRow {
  const unwritten = services.unwritten.find(hash);
  if (unwritten !== undefined) return unwritten;
  return db.remember(`session ${hash}`, () => {
    const found = db.get<SessionRow>('SELECT user_id, csrf_token, expires_at FROM sessions WHERE token_hash = ?', hash);
    if (found === undefined) throw unauthorized();
    return found;
  });
}

/** A new session: the cookie's token, of which only a hash is stored, and how many seconds it lasts unused. */
export interface OpenedSession {
  token: string;
  maxAge: number;
  dataId: string;
  row: StoredSession;
}

/** Makes a session for the console; `storeSession` stores it. @param ofData `dataId` of the data */
export function newSession(
  { random, options }: ChatServices,
  { id }: UserRow,
  userAgent: string,
  ofData: string,
): OpenedSession {
  const token = random.token(43);
  const now = Math.floor(options.clock() / 1000);
  return {
    token,
    maxAge: sessionLifetime,
    dataId: ofData,
    row: {
      token_hash: hashToken(token),
      user_id: id,
      csrf_token: random.token(32),
      created_at: now,
      last_used_at: now,
      expires_at: now + sessionLifetime,
      user_agent: userAgent.slice(0, 300),
    },
  };
}

/**
 * Deletes sessions that ended long ago, and dates back those of a clock that was ahead: they last as long as others. Only where
 * the clock is trusted: under a wrong one, all users would be signed out.
 */
export function pruneSessions({ tx, now }: Pick<SystemActing, 'tx' | 'now'>): void {
  tx.run(
    `UPDATE sessions SET expires_at = expires_at - (created_at - ?1), last_used_at = min(last_used_at, ?1), created_at = ?1
     WHERE created_at > ?2`,
    now,
    now + clockSlackSecs,
  );
  tx.run('DELETE FROM sessions WHERE expires_at < ?', now - rememberedSecs);
}

/** Stores a session. The oldest sessions of the account beyond its share are removed; one from the future counts as oldest. */
export function storeSession({ tx, now }: Pick<SystemActing, 'tx' | 'now'>, row: StoredSession): void {
  tx.run(
    `DELETE FROM sessions WHERE token_hash IN
       (SELECT token_hash FROM sessions WHERE user_id = ? ORDER BY created_at > ?, created_at DESC, token_hash LIMIT -1 OFFSET ?)`,
    row.user_id,
    now,
    mostSessions - 1,
  );
  tx.run(
    'INSERT INTO sessions (token_hash, user_id, csrf_token, created_at, last_used_at, expires_at, user_agent) VALUES (?, ?, ?, ?, ?, ?, ?)',
    row.token_hash,
    row.user_id,
    row.csrf_token,
    row.created_at,
    row.last_used_at,
    row.expires_at,
    row.user_agent,
  );
}

/** Opens a session for the console. */
export function openSession(acting: SystemActing, user: UserRow, userAgent: string): OpenedSession {
  const session = newSession(acting.services, user, userAgent, dataId(acting.db));
  storeSession(acting, session.row);
  return session;
}

/** The CSRF token of a session, for a page that was loaded again. @throws ApiError UNAUTHORIZED */
export const csrfTokenOf = (viewing: Pick<SystemViewing, 'db' | 'services'>, token: string): string =>
  findSession(viewing, hashToken(token)).csrf_token;

/** Signs out: the session's cookie works no more. */
export function closeSession(acting: SystemActing, token: string): void {
  acting.services.unwritten.endWith(acting.tx, [hashToken(token)]);
  acting.tx.run('DELETE FROM sessions WHERE token_hash = ?', hashToken(token));
}

/** The sessions of an account that still work, the newest first. */
export function openSessions(
  { db, services, now }: Pick<SystemViewing, 'db' | 'services' | 'now'>,
  userId: number,
): OpenSession[] {
  return workingSessions(db, services, userId, now).map(({ created_at, expires_at, user_agent }) => ({
    created_at,
    expires_at,
    user_agent,
  }));
}

function workingSessions(db: Reader, { unwritten }: ChatServices, userId: number, now: number): StoredSession[] {
  const stored = db.all<StoredSession>(
    'SELECT * FROM sessions WHERE user_id = ? AND expires_at >= ? ORDER BY created_at DESC, token_hash',
    userId,
    now,
  );
  const kept = unwritten.ofUser(userId).filter(({ expires_at: end }) => end >= now);
  const written = stored.filter(({ token_hash: hash }) => unwritten.find(hash) === undefined);
  return [...kept, ...written].toSorted((one, other) => other.created_at - one.created_at);
}

/** Characters of a session's hash that name it among those of one account: they open nothing. */
const sessionIdLength = 16;
const sessionId = (tokenHash: string): string => tokenHash.slice(0, sessionIdLength);

/** Where the caller is signed in, the newest first. @param current tokens of the browser that asks. */
export function ownSessions({ db, services, user, now }: Viewing, current: readonly string[]): OwnSession[] {
  const own = new Set(current.map((token) => sessionId(hashToken(token))));
  return workingSessions(db, services, user.id, now).map(({ token_hash, created_at, last_used_at, user_agent }) => {
    const id = sessionId(token_hash);
    return { session_id: id, created_at, last_used_at, user_agent, is_current: own.has(id) };
  });
}

/** Ends sessions of the caller. @param isEnded is given their ids. @returns how many. */
export function closeOwnSessions({ tx, db, user, services }: Acting, isEnded: (id: string) => boolean): number {
  const stored = db.all<{ token_hash: string }>('SELECT token_hash FROM sessions WHERE user_id = ?', user.id);
  const ended = [...stored, ...services.unwritten.ofUser(user.id)]
    .map(({ token_hash: hash }) => hash)
    .filter((hash) => isEnded(sessionId(hash)));
  services.unwritten.endWith(tx, ended);
  for (const hash of ended) tx.run('DELETE FROM sessions WHERE token_hash = ?', hash);
  return new Set(ended).size;
}

/** Ends the sessions of an account that is closed. They are remembered for a while, so that its pages learn why they are over. */
export function endSessionsOfClosed(acting: SystemActing, userId: number): void {
  acting.services.unwritten.endOfUser(acting.tx, userId);
  acting.tx.run('UPDATE sessions SET expires_at = min(expires_at, ?) WHERE user_id = ?', acting.now - 1, userId);
}

/** Ends every session of an account: after a password change, or when someone asks for it. */
export function closeSessionsOf(acting: SystemActing, userId: number): void {
  acting.services.unwritten.endOfUser(acting.tx, userId);
  acting.tx.run('DELETE FROM sessions WHERE user_id = ?', userId);
}

/**
 * What distinguishes these data from those that were here before under the same accounts: a demo that was put back is another one, and
 * what its pages still had to send belongs to what is gone. Empty until there was a reset.
 */
export const dataId = (db: Reader): string => serverSetting(db, 'data_id', '');

/** Ends the sessions of everyone. */
export function endAllSessions(tx: Transaction): void {
  tx.run('DELETE FROM sessions');
}

/** A session and whose it is. */
interface MovedSession extends StoredSession {
  delivery_email: string;
  role: number;
}

/** The sessions of an organization whose data is about to be swapped. */
export interface MovedSessions {
  /** Tells organizations apart. */
  createdAt: number;
  sessions: MovedSession[];
}

/** @returns the sessions of accounts that are not deactivated, with what tells whether they may go on. */
export function sessionsToMove(db: Reader): MovedSessions {
  const sessions = db.all<MovedSession>(
    'SELECT s.*, u.delivery_email, u.role FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.is_active = 1',
  );
  return { createdAt: organizationCreatedAt(db) ?? 0, sessions };
}

/**
 * Makes these the only sessions, as far as the accounts are there, open, and may do no more than before: a user who was an
 * administrator when a backup was made, and is none any more, does not become one again by it.
 * @param isKnown whether a user who has this address stays signed in to the data of another organization; in that of the same
 *   one, everyone does who has the same account and address.
 */
export function giveSessions(
  tx: Transaction,
  { createdAt, sessions }: MovedSessions,
  isKnown: (address: string) => boolean,
): void {
  endAllSessions(tx);
  const isSame = (organizationCreatedAt(tx) ?? 0) === createdAt;
  for (const one of isSame ? sessions : sessions.filter((each) => isKnown(each.delivery_email)))
    tx.run(
      `INSERT INTO sessions (token_hash, user_id, csrf_token, created_at, last_used_at, expires_at, user_agent)
       SELECT ?, id, ?, ?, ?, ?, ? FROM users WHERE delivery_email = ? AND is_active = 1 AND role >= ? AND (id = ? OR NOT ?)`,
      one.token_hash,
      one.csrf_token,
      one.created_at,
      one.last_used_at,
      one.expires_at,
      one.user_agent,
      one.delivery_email,
      one.role,
      one.user_id,
      isSame ? 1 : 0,
    );
}
