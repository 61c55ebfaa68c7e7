/** Whose password this is: the one check behind every way to sign in. Failures count per address and account. */
import { noteSignIn } from '../domain/accounts/sign-in-notice.ts';
import { checkAwake } from '../domain/organization-settings/rows.ts';
import { findUserByEmail, type UserRow } from '../domain/users/rows.ts';
import { ApiError, authenticationFailed, userDeactivated } from '../errors.ts';
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
  // A password of this server is looked at first: it works when the directory does not.
  const own = isRight ? user : undefined;
  const proved = own ?? (await askDirectory(services, username, password, failedStatus));
  if (proved === undefined) throw authenticationFailed(failedStatus);
  if (proved.is_active === 0) throw userDeactivated();
  if (!isOwner(proved)) await services.storage.read(checkAwake);
  await services.signIns.succeeded(request.ip, username);
  const { ip, origin, headers } = request;
  await noteSignIn(services, proved, { ip, origin, userAgent: String(headers['user-agent'] ?? '') });
  return proved;
}

async function askDirectory(
  services: Call['services'],
  username: string,
  password: string,
  failedStatus?: 401,
): Promise<UserRow | undefined> {
  try {
    return await services.directory.signIn(username, password);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'AUTHENTICATION_FAILED' || failedStatus === undefined)
      throw error;
    throw authenticationFailed(failedStatus, error.message);
  }
}
