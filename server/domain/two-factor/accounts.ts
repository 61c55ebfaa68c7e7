/** Second factors of other accounts: who has one, and removing it for a user who has lost phone and recovery codes. */
import { badRequest } from '../../errors.ts';
import type { Reader } from '../../storage/database.ts';
import type { Say } from '../../texts.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { audit } from '../audit/record.ts';
import { findUserByEmail, type UserRow } from '../users/rows.ts';
import { notifyAccount } from './notices.ts';
import { mustHaveTwoFactor } from './policies.shared.ts';
import { deleteTwoFactor, findTwoFactor } from './rows.ts';

/** A user with a password of this server. */
export interface TwoFactorUser {
  user_id: number;
  full_name: string;
  role: number;
  /** UNIX seconds; null: the user signs in with the password alone. */
  turned_on_at: number | null;
  recovery_codes_left: number;
  is_required: boolean;
}

/** Every active user with a password of this server, by name. */
export function twoFactorUsers(db: Reader): TwoFactorUser[] {
  const rows = db.all<UserRow & { turned_on_at: number | null; codes: number }>(
    `SELECT u.*, t.turned_on_at, (SELECT count(*) FROM recovery_codes r WHERE r.user_id = u.id) AS codes
     FROM users u LEFT JOIN two_factor t ON t.user_id = u.id
     WHERE u.is_active = 1 AND u.is_bot = 0 AND u.password_hash IS NOT NULL`,
  );
  return rows
    .map((row) => ({
      user_id: row.id,
      full_name: row.full_name,
      role: row.role,
      turned_on_at: row.turned_on_at,
      recovery_codes_left: row.codes,
      is_required: mustHaveTwoFactor(db, row),
    }))
    .toSorted((one, other) => one.full_name.localeCompare(other.full_name));
}

/**
 * Removes the second factor of another user, who then signs in with the password alone, or sets it up again where it is required.
 * @throws ApiError BAD_REQUEST for the caller's own, which asks for password and code, and for an account without one
 */
export function resetTwoFactor(acting: Acting, user: UserRow): void {
  if (user.id === acting.user.id) throw badRequest('Turn off your own two-factor sign-in in your settings.');
  if (
    !remove(acting, user, (t) =>
      t('{{name}} reset the two-factor sign-in of your account.', { name: acting.user.full_name }),
    )
  )
    throw badRequest('This user has not set up two-factor sign-in.');
}

/** The same from the server's own command line: an only owner has no one to ask. @returns undefined for an unknown address, false where it is off. */
export function resetTwoFactorOf(acting: SystemActing, email: string): boolean | undefined {
  const user = findUserByEmail(acting.db, email);
  if (user === undefined || user.is_bot === 1) return undefined;
  return remove(acting, user, (t) => t('Two-factor sign-in of your account was reset at the computer of the server.'));
}

function remove(acting: SystemActing, user: UserRow, what: (t: Say) => string): boolean {
  if (findTwoFactor(acting.db, user.id) === undefined) return false;
  deleteTwoFactor(acting.tx, user.id);
  acting.services.twoFactor.endSetups(user.id);
  audit(acting, { kind: 'user', action: 'two_factor_reset', subject_id: user.id, subject: user.full_name });
  const isRequired = mustHaveTwoFactor(acting.db, user);
  notifyAccount(acting, user, (t) =>
    [
      what(t),
      isRequired
        ? t('Your organization requires it: your next sign-in asks you to set it up again.')
        : t('You sign in with your password alone until you set it up again in your settings.'),
      t('If you did not ask for this, talk to an owner of your organization.'),
    ].join(' '),
  );
  return true;
}
