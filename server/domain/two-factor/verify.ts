/** Code verification: one of the authenticator app, or a recovery code. Each works once. */
import { possibleTimes } from '../../options.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { audit } from '../audit/record.ts';
import type { UserRow } from '../users/rows.ts';
import { readCode, recoveryHash, stepOf } from './codes.ts';
import { notifyAccount } from './notices.ts';
import { countRecoveryCodes, deleteRecoveryCode, findTwoFactor, usedSteps } from './rows.ts';

/** @returns the step of a secret whose code was typed, by any clock; null for a wrong code. A used code is good by none of them. */
export function stepByClocks(
  { services }: Pick<SystemViewing, 'services'>,
  secret: string,
  typed: string,
): number | null {
  const read = readCode(typed);
  if (read.kind !== 'app') return null;
  for (const timeMs of possibleTimes(services.options)) {
    const step = stepOf(secret, read.code, timeMs);
    if (step !== null) return step;
  }
  return null;
}

/** @returns the step whose code was typed; null for a wrong code, and for one that was used. Changes nothing. */
export function usableStep(viewing: SystemViewing, userId: number, typed: string): number | null {
  const row = findTwoFactor(viewing.db, userId);
  const step = row === undefined ? null : stepByClocks(viewing, row.secret, typed);
  return row === undefined || step === null || usedSteps(row).includes(step) ? null : step;
}

/** Uses up a recovery code, and notifies the account's user. @returns whether it was one. */
export function takeRecoveryCode(acting: SystemActing, user: UserRow, typed: string): boolean {
  if (!deleteRecoveryCode(acting.tx, user.id, recoveryHash(user.id, typed))) return false;
  const left = countRecoveryCodes(acting.db, user.id);
  audit(acting, { kind: 'user', action: 'recovery_code_used', subject_id: user.id, subject: user.full_name });
  notifyAccount(acting, user, (t) =>
    t(
      'A recovery code of your account was used. {{count}} of them are left. If it was not you, change your password and make new recovery codes now.',
      {
        count: left,
        defaultValue_one:
          'A recovery code of your account was used. {{count}} of them is left. If it was not you, change your password and make new recovery codes now.',
      },
    ),
  );
  return true;
}
