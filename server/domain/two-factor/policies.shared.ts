/** Accounts that must sign in with two factors. Kept with the settings of the server: never part of events, registration or exports. */
import { z } from 'zod';
import { isAdministrator } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing } from '../acting.ts';
import { serverSetting, storeServerSetting } from '../organization/rows.ts';
import type { UserRow } from '../users/rows.ts';

export const twoFactorPolicySchema = z.enum(['nobody', 'administrators', 'everyone']);
export type TwoFactorPolicy = z.infer<typeof twoFactorPolicySchema>;

/** What holds where no owner has chosen. */
export const twoFactorDefaults: { require_two_factor: TwoFactorPolicy } = { require_two_factor: 'nobody' };

/** Whom the organization requires it of. */
export const twoFactorPolicy = (db: Reader): TwoFactorPolicy =>
  serverSetting(db, 'require_two_factor', twoFactorDefaults.require_two_factor);

/** Owners choose it. It counts from the next sign-in on: sessions and API keys go on working. */
export const changeTwoFactorPolicy = (acting: SystemActing, policy: TwoFactorPolicy): void =>
  storeServerSetting(acting, 'require_two_factor', policy);

/** Whether a person signs in with a password of this server: the second factor belongs to it. */
export const hasLocalPassword = (user: UserRow): boolean => user.is_bot === 0 && user.password_hash !== null;

/** Whether an account has to have it. Accounts of a directory or provider do not: their second factor is asked for there. */
export function mustHaveTwoFactor(db: Reader, user: UserRow): boolean {
  if (!hasLocalPassword(user)) return false;
  const policy = twoFactorPolicy(db);
  return policy === 'everyone' || (policy === 'administrators' && isAdministrator(user));
}
