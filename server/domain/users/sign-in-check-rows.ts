/** Refresh tokens of people who signed in with a provider, and who is out because of one: rows of the table sign_in_checks. */
import type { Reader, Transaction } from '../../storage/database.ts';

export interface SignInCheckRow {
  link_id: number;
  user_id: number;
  provider_id: number;
  /** A secret, never shown; '' = none. */
  refresh_token: string;
  /** 1: the person fitted the provider's rule for joining. */
  fits_join_rule: number;
  /** 1: deactivated because the account no longer fits the provider's rule for joining. */
  is_gone: number;
  /** 1: signed out because the provider no longer accepts the token, until the next sign-in there. */
  is_ended: number;
  /** 1: a request with this token had no answer, so the provider may have replaced it. */
  is_unanswered: number;
}

/** Of a linked account of a provider; undefined where it never had one. */
export const findSignInCheck = (db: Reader, linkId: number): SignInCheckRow | undefined =>
  db.get<SignInCheckRow>('SELECT * FROM sign_in_checks WHERE link_id = ?', linkId);

/** Those of a provider that can be asked for, of active accounts, by link. */
export const signInChecksOf = (db: Reader, providerId: number): SignInCheckRow[] =>
  db.all<SignInCheckRow>(
    `SELECT c.* FROM sign_in_checks c JOIN users u ON u.id = c.user_id
     WHERE c.provider_id = ? AND c.refresh_token <> '' AND u.is_active = 1 ORDER BY c.link_id`,
    providerId,
  );

/** Stores every column. */
export function storeSignInCheck(tx: Transaction, row: SignInCheckRow): void {
  tx.run(
    `INSERT OR REPLACE INTO sign_in_checks
       (link_id, user_id, provider_id, refresh_token, fits_join_rule, is_gone, is_ended, is_unanswered)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    row.link_id,
    row.user_id,
    row.provider_id,
    row.refresh_token,
    row.fits_join_rule,
    row.is_gone,
    row.is_ended,
    row.is_unanswered,
  );
}

/** Before a request: a crash, or an answer that is lost on the way, leaves this on disk. */
export function noteUnanswered(tx: Transaction, linkId: number): void {
  tx.run('UPDATE sign_in_checks SET is_unanswered = 1 WHERE link_id = ?', linkId);
}

/** Those of an account whose sign-in the provider ended. */
export const endedChecksOf = (db: Reader, userId: number): SignInCheckRow[] =>
  db.all<SignInCheckRow>('SELECT * FROM sign_in_checks WHERE user_id = ? AND is_ended = 1 ORDER BY link_id', userId);

/** Ids of users whom a provider signed out: until they are back, no message leaves the server for them. */
export const usersSignedOutByProviders = (db: Reader): ReadonlySet<number> =>
  db.remember(
    'users signed out by providers',
    () =>
      new Set(
        db
          .all<{ user_id: number }>('SELECT DISTINCT user_id FROM sign_in_checks WHERE is_ended = 1')
          .map(({ user_id: id }) => id),
      ),
  );

/** After an administrator let the user in again. */
export function forgetEndedSignIns(tx: Transaction, userId: number): void {
  tx.run('UPDATE sign_in_checks SET is_ended = 0 WHERE user_id = ?', userId);
}

/** With its link. */
export function deleteSignInCheck(tx: Transaction, linkId: number): void {
  tx.run('DELETE FROM sign_in_checks WHERE link_id = ?', linkId);
}

/** With a deactivation: the caller decides whether a sign-in through the provider may bring the account back. */
export function deleteSignInChecksOfUser(tx: Transaction, userId: number): void {
  tx.run('DELETE FROM sign_in_checks WHERE user_id = ?', userId);
}

/** A provider that is turned off, removed or replaced is not asked, and keeps no user out. */
export function forgetRefreshTokens(tx: Transaction, providerId: number): void {
  tx.run(
    "UPDATE sign_in_checks SET refresh_token = '', is_ended = 0, is_unanswered = 0 WHERE provider_id = ?",
    providerId,
  );
}

/** Tokens of a backup may have been replaced since it was made: that the provider refuses one would say nothing of the user. */
export function forgetAllRefreshTokens(tx: Transaction): void {
  tx.run("UPDATE sign_in_checks SET refresh_token = '', is_unanswered = 0");
}

/** Another rule for joining deactivates no user who joined by the former one. */
export function forgetJoinRule(tx: Transaction, providerId: number): void {
  tx.run('UPDATE sign_in_checks SET fits_join_rule = 0 WHERE provider_id = ?', providerId);
}
