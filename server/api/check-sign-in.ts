/** Whose password this is, and the second step after it: the one check behind every way to sign in. Failures count per address and account. */
import { noteSignIn } from '../domain/accounts/sign-in-notice.ts';
import { writeSignIn } from '../domain/accounts/write-sign-in.ts';
import { systemActing, systemViewing, type SystemActing, type SystemViewing } from '../domain/acting.ts';
import { causeOf, setCause } from '../domain/audit/cause.ts';
import { checkAwake } from '../domain/organization/rows.ts';
import { keptOutBy } from '../domain/single-sign-on/checks.ts';
import { readCode } from '../domain/two-factor/codes.ts';
import { twoFactorFailed, twoFactorRequired, twoFactorSetupRequired } from '../domain/two-factor/errors.ts';
import { notifyWrongCodes } from '../domain/two-factor/notices.ts';
import { mustHaveTwoFactor } from '../domain/two-factor/policies.shared.ts';
import { findTwoFactor, noteUsedStep } from '../domain/two-factor/rows.ts';
import { takeRecoveryCode, usableStep } from '../domain/two-factor/verify.ts';
import { findUserByEmail, type UserRow } from '../domain/users/rows.ts';
import { ApiError, authenticationFailed, userDeactivated } from '../errors.ts';
import { text } from '../http/params.ts';
import { isOwner } from '../permissions/roles.ts';
import { verifyNothing, verifyPassword } from '../secrets.ts';
import type { Reader } from '../storage/database.ts';
import type { Call } from './endpoint.ts';

export type SigningIn = Pick<Call<SystemViewing, SystemActing>, 'services' | 'request' | 'write'>;

/** The parameter of every way to sign in that takes a second factor. */
export const twoFactorCode = text({ max: 100 })
  .secret()
  .optional()
  .describe('Where the account has two-factor sign-in: the code of the authenticator app, or a recovery code.');

/** What is asked for beside the password. */
export interface SecondStep {
  /** As it was typed; undefined where none was sent. */
  code?: string | undefined;
  /** HTTP status of a failure, where it is not the usual one. */
  failedStatus?: 401 | undefined;
}

/**
 * Signs in: the password, and the second factor of accounts that have one or must. A directory and its second factor are one answer.
 * @throws ApiError as `checkPassword`; once the password is right also TWO_FACTOR_REQUIRED, TWO_FACTOR_FAILED, TWO_FACTOR_SETUP_REQUIRED
 */
export async function checkSignIn(
  call: SigningIn,
  username: string,
  password: string,
  { code, failedStatus }: SecondStep = {},
): Promise<UserRow> {
  const { user, isLocal } = await provePassword(call, username, password, failedStatus);
  if (isLocal) await checkSecondStep(call, user, username, code ?? '', failedStatus ?? 403);
  await completed(call, user, username);
  return user;
}

/**
 * The password alone, of a session that goes on.
 * An unknown account costs as much time as a wrong password, so that neither reveals which addresses have accounts.
 * @throws ApiError AUTHENTICATION_FAILED, USER_DEACTIVATED, REALM_DEACTIVATED for all but owners, RATE_LIMIT_HIT.
 */
export async function checkPassword(call: SigningIn, username: string, password: string): Promise<UserRow> {
  const { user } = await provePassword(call, username, password);
  await completed(call, user, username);
  return user;
}

/**
 * The password alone, of a caller who is not signed in by it: it clears no count of wrong passwords or codes.
 * @throws ApiError as `checkPassword`
 */
export async function checkPasswordOnly(call: SigningIn, username: string, password: string): Promise<UserRow> {
  const { user } = await provePassword(call, username, password);
  await call.services.signIns.unfinished(call.request.ip, username);
  return user;
}

interface Proved {
  user: UserRow;
  /** Whether a password of this server was right. */
  isLocal: boolean;
}

async function provePassword(
  { services, request }: SigningIn,
  username: string,
  password: string,
  failedStatus?: 401,
): Promise<Proved> {
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
  if (own !== undefined) await services.storage.read((db) => checkNotKeptOut(db, own, failedStatus));
  return { user: proved, isLocal: own !== undefined };
}

/** A password of this server does not open what a provider has ended. @throws ApiError AUTHENTICATION_FAILED */
function checkNotKeptOut(db: Reader, user: UserRow, failedStatus?: 401): void {
  const why = keptOutBy(db, user);
  if (why !== null) throw authenticationFailed(failedStatus, why);
}

async function completed({ services, request }: SigningIn, user: UserRow, username: string): Promise<void> {
  const { ip, origin, headers } = request;
  await services.signIns.succeeded(ip, username);
  await noteSignIn(services, user, { ip, origin, userAgent: String(headers['user-agent'] ?? '') });
}

async function checkSecondStep(
  call: SigningIn,
  user: UserRow,
  username: string,
  code: string,
  status: 401 | 403,
): Promise<void> {
  const { services, request } = call;
  const { isOn, isRequired } = await services.storage.read((db) => ({
    isOn: findTwoFactor(db, user.id) !== undefined,
    isRequired: mustHaveTwoFactor(db, user),
  }));
  if (!isOn && !isRequired) return;
  if (!isOn || code.trim() === '') {
    // No failure, and no success: a caller that has only the password cannot clear the count of wrong codes.
    await services.signIns.unfinished(request.ip, username);
    throw isOn ? twoFactorRequired(status) : twoFactorSetupRequired(status);
  }
  await useSecondFactor(call, user, code, status);
}

/**
 * Uses up a code of the account. On disk when it returns, so that no restart lets a code work twice; on a full disk the code of an app
 * is kept in memory, as the sign-in is, and a recovery code is refused.
 * @throws ApiError TWO_FACTOR_FAILED, RATE_LIMIT_HIT; STORAGE_UNAVAILABLE for a recovery code on a full disk
 */
export async function useSecondFactor(
  { services, request, write }: SigningIn,
  user: UserRow,
  typed: string,
  status: 400 | 401 | 403,
): Promise<void> {
  const { ip, origin } = request;
  const account = user.delivery_email;
  if (readCode(typed).kind === 'recovery') {
    // No guess finds a recovery code, so wrong codes of the app do not keep it from working.
    if (await write((acting) => takeRecoveryCode(asUser(acting, user), user, typed))) return;
  } else {
    await takeCodeAttempt(services, ip, account);
    const step = await services.storage.read((db) => usableStep(systemViewing(db, services, origin), user.id, typed));
    if (step !== null && services.twoFactor.claim(user.id, step)) {
      await writeSignIn(services, write, ({ tx }) => noteUsedStep(tx, user.id, step));
      await services.signIns.codeSucceeded(ip, account);
      services.twoFactor.forgetFailures(user.id);
      return;
    }
  }
  await services.signIns.codeFailed(ip, account);
  await noteWrongCode(services, user, origin);
  throw twoFactorFailed(status, Math.floor(services.options.clock() / 1000));
}

/** @throws ApiError RATE_LIMIT_HIT */
async function takeCodeAttempt({ signIns }: Call['services'], ip: string, account: string): Promise<void> {
  try {
    await signIns.attemptCode(ip, account);
  } catch (refused) {
    await signIns.codeFailed(ip, account);
    throw refused;
  }
}

/** Lists the wrong code for owners, and notifies the user after several: the password is known to the caller. */
async function noteWrongCode(services: Call['services'], user: UserRow, origin: string): Promise<void> {
  if (!services.twoFactor.noteFailure(user.id, 'The password was right, the code was not.')) return;
  try {
    await services.storage.transaction((tx) => notifyWrongCodes(systemActing(tx, services, origin), user));
  } catch (error) {
    // On a full disk the refusal is the answer all the same.
    services.log.error({ err: error, userId: user.id }, 'a user was not notified of wrong codes');
  }
}

/** The audit log names the user: the password was right. */
function asUser(acting: SystemActing, { id, full_name: name }: UserRow): SystemActing {
  setCause(acting.tx, { ...causeOf(acting.tx), user_id: id, user_name: name });
  return acting;
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
