/** Which explanations somebody has seen: the table onboarding_steps. */
import type { Reader, Transaction } from '../../storage/database.ts';

export const seenSteps = (db: Reader, userId: number): Set<string> =>
  new Set(
    db.all<{ name: string }>('SELECT name FROM onboarding_steps WHERE user_id = ?', userId).map(({ name }) => name),
  );

export function insertSeenStep(tx: Transaction, userId: number, name: string): void {
  tx.run('INSERT OR IGNORE INTO onboarding_steps (user_id, name) VALUES (?, ?)', userId, name);
}
