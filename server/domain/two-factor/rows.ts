/** Rows of the tables two_factor and recovery_codes. */
import type { Reader, Transaction } from '../../storage/database.ts';

export interface TwoFactorRow {
  user_id: number;
  /** Base32 (RFC 4648); never leaves the server after set-up. */
  secret: string;
  /** UNIX seconds. */
  turned_on_at: number;
  /** JSON of number[]. */
  used_steps: string;
}

/** Steps that are remembered of an account: their number does not depend on a clock, which may jump. */
export const mostUsedSteps = 50;

/** @returns undefined for an account that signs in with its password alone. */
export const findTwoFactor = (db: Reader, userId: number): TwoFactorRow | undefined =>
  db.get<TwoFactorRow>('SELECT * FROM two_factor WHERE user_id = ?', userId);

/** Steps of 30 seconds since 1970 whose codes were used, the newest last. */
export const usedSteps = (row: Pick<TwoFactorRow, 'used_steps'>): number[] => JSON.parse(row.used_steps) as number[];

/** The account has none yet. @param now UNIX seconds. @param step whose code proved the secret */
export function insertTwoFactor(tx: Transaction, userId: number, secret: string, now: number, step: number): void {
  tx.run(
    'INSERT INTO two_factor (user_id, secret, turned_on_at, used_steps) VALUES (?, ?, ?, ?)',
    userId,
    secret,
    now,
    JSON.stringify([step]),
  );
}

/** Notes that the code of a step was used. Does nothing for a step that is noted, or an account that was turned off. */
export function noteUsedStep(tx: Transaction, userId: number, step: number): void {
  const row = findTwoFactor(tx, userId);
  if (row === undefined || usedSteps(row).includes(step)) return;
  const steps = JSON.stringify([...usedSteps(row), step].slice(-mostUsedSteps));
  tx.run('UPDATE two_factor SET used_steps = ? WHERE user_id = ?', steps, userId);
}

/** Forgets the secret and the recovery codes. */
export function deleteTwoFactor(tx: Transaction, userId: number): void {
  tx.run('DELETE FROM recovery_codes WHERE user_id = ?', userId);
  tx.run('DELETE FROM two_factor WHERE user_id = ?', userId);
}

/** Puts these in the place of all recovery codes. */
export function replaceRecoveryCodes(tx: Transaction, userId: number, hashes: readonly string[]): void {
  tx.run('DELETE FROM recovery_codes WHERE user_id = ?', userId);
  for (const hash of hashes) tx.run('INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)', userId, hash);
}

/** @returns whether there was such a code; it is good no more. */
export const deleteRecoveryCode = (tx: Transaction, userId: number, hash: string): boolean =>
  tx.run('DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?', userId, hash).changes === 1;

/** How many recovery codes are still good. */
export const countRecoveryCodes = (db: Reader, userId: number): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM recovery_codes WHERE user_id = ?', userId)?.n ?? 0;
