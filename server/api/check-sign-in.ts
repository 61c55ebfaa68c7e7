/** Whose password this is: the one check behind every way to sign in. Failures count per address and account. */
import { noteSignIn } from '../domain/accounts/sign-in-notice.ts';
import { checkAwake } from '../domain/organization-settings/rows.ts';
import { findUserByEmail, type UserRow } from '../domain/users/rows.ts';
import { authenticationFailed, userDeactivated } from '../errors.ts';
import { isOwner } from '../permissions/roles.ts';
import { verifyNothing, verifyPassword } from '../secrets.ts';
import type { Call } from './endpoint.ts';

/**
 * An unknown account costs as much time as a wrong password, so that neither tells which addresses have accounts.
 * @param failedStatus HTTP status of a failure, where it is not the usual one.
 * @throws ApiError AUTHENTICATION_FAILED, USER_DEACTIVATED, REALM_DEACTIVATED for all but owners, RATE_LIMIT_HIT.
 */
export async function checkSignIn(
  call: Pick<Call, 'services' | 'request'>,
  username: string,
  password: string,
  failedStatus?: 401,
): Promise<UserRow> {
  const { services, request } = call;
  await services.signIns.attempt(request.ip, username);
  const user = await services.storage.read((db) => findUserByEmail(db, username));
  const hash = user?.password_hash ?? null;
  const isRight =
    hash === null ? await verifyNothing(password, services.options.passwordCost) : await verifyPassword(password, hash);
  if (!isRight || user === undefined) throw authenticationFailed(failedStatus);
  if (user.is_active === 0) throw userDeactivated();
  if (!isOwner(user)) await services.storage.read(checkAwake);
  await services.signIns.succeeded(request.ip, username);
  const { ip, origin, headers } = request;
  await noteSignIn(services, user, { ip, origin, userAgent: String(headers['user-agent'] ?? '') });
  return user;
}
