/** The second factor of one's own account: setting it up, new recovery codes, turning it off. */
import { badRequest } from '../../errors.ts';
import { hashToken } from '../../secrets.ts';
import type { SystemActing, SystemViewing, Viewing } from '../acting.ts';
import { audit, type AuditEntry } from '../audit/record.ts';
import { organizationSetting } from '../organization/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { newRecoveryCodes, newSecret, recoveryHash, setupAddress } from './codes.ts';
import { setupEnded, twoFactorFailed } from './errors.ts';
import type { TwoFactorSetup } from './memory.ts';
import { notifyAccount } from './notices.ts';
import { hasLocalPassword, mustHaveTwoFactor } from './policies.shared.ts';
import { countRecoveryCodes, deleteTwoFactor, findTwoFactor, insertTwoFactor, replaceRecoveryCodes } from './rows.ts';
import { stepByClocks } from './verify.ts';

/** What settings show of it. */
export interface OwnTwoFactor {
  /** Whether the account has a password of this server, which the second factor belongs to. */
  is_available: boolean;
  is_on: boolean;
  /** UNIX seconds. */
  turned_on_at: number | null;
  recovery_codes_left: number;
  is_required: boolean;
}

/** The caller's own second factor; never its secret. */
export function ownTwoFactor({ db, user }: Pick<Viewing, 'db' | 'user'>): OwnTwoFactor {
  const row = findTwoFactor(db, user.id);
  return {
    is_available: hasLocalPassword(user),
    is_on: row !== undefined,
    turned_on_at: row?.turned_on_at ?? null,
    recovery_codes_left: countRecoveryCodes(db, user.id),
    is_required: mustHaveTwoFactor(db, user),
  };
}

/** What an authenticator app takes over, and the token with which the set-up goes on. */
export interface OfferedSecret {
  secret: string;
  otpauth_url: string;
  setup_token: string;
}

/** Names a password without being its hash. */
const markOf = (user: UserRow): string => hashToken(user.password_hash ?? '');

/** Begins a set-up; nothing is stored. The caller has checked the password. @throws ApiError BAD_REQUEST */
export function offerSecret({ db, services }: SystemViewing, user: UserRow): OfferedSecret {
  checkMayTurnOn({ db }, user);
  const secret = newSecret(services.random);
  return {
    secret,
    otpauth_url: setupAddress(secret, organizationSetting(db, 'name'), user.delivery_email),
    setup_token: services.twoFactor.seal({ userId: user.id, secret, passwordMark: markOf(user) }),
  };
}

function checkMayTurnOn({ db }: Pick<SystemViewing, 'db'>, user: UserRow): void {
  if (user.is_bot === 1) throw badRequest('This endpoint does not accept bot requests.');
  if (!hasLocalPassword(user))
    throw badRequest('You do not sign in with a password of this server: set up a second factor where you sign in.');
  if (findTwoFactor(db, user.id) !== undefined) throw badRequest('Two-factor sign-in is on already.');
}

/**
 * Turns it on with the first code of the app. @returns the recovery codes, which are shown this once.
 * @throws ApiError TWO_FACTOR_FAILED, or BAD_REQUEST for a set-up that has ended
 */
export function turnOnTwoFactor(acting: SystemActing, user: UserRow, setup: TwoFactorSetup, code: string): string[] {
  if (setup.userId !== user.id || setup.passwordMark !== markOf(user)) throw setupEnded();
  checkMayTurnOn(acting, user);
  if (!acting.services.twoFactor.isCurrent(setup)) throw setupEnded();
  const step = stepByClocks(acting, setup.secret, code);
  if (step === null) throw twoFactorFailed(400, acting.now);
  insertTwoFactor(acting.tx, user.id, setup.secret, acting.now, step);
  acting.services.twoFactor.endSetups(user.id);
  note(acting, user, 'two_factor_on');
  notifyAccount(acting, user, (t) =>
    t('Two-factor sign-in was turned on for your account. If it was not you, talk to an owner of your organization.'),
  );
  return storeNewCodes(acting, user);
}

/** Makes new recovery codes; those of before are good no more. The caller has checked password and code. */
export function renewRecoveryCodes(acting: SystemActing, user: UserRow): string[] {
  if (findTwoFactor(acting.db, user.id) === undefined) throw isOff();
  note(acting, user, 'recovery_codes_made');
  return storeNewCodes(acting, user);
}

/** Turns it off. The caller has checked password and code. @throws ApiError BAD_REQUEST where the organization requires it */
export function turnOffTwoFactor(acting: SystemActing, user: UserRow): void {
  checkMayTurnOff(acting, user);
  deleteTwoFactor(acting.tx, user.id);
  acting.services.twoFactor.endSetups(user.id);
  note(acting, user, 'two_factor_off');
  notifyAccount(acting, user, (t) =>
    t('Two-factor sign-in was turned off for your account. If it was not you, change your password now.'),
  );
}

/** @throws ApiError BAD_REQUEST where it is off, or the organization requires it */
export function checkMayTurnOff({ db }: Pick<SystemViewing, 'db'>, user: UserRow): void {
  if (findTwoFactor(db, user.id) === undefined) throw isOff();
  if (mustHaveTwoFactor(db, user))
    throw badRequest('Your organization requires two-factor sign-in: it cannot be turned off.');
}

const isOff = () => badRequest('Two-factor sign-in is off.');

function storeNewCodes(acting: SystemActing, user: UserRow): string[] {
  const codes = newRecoveryCodes(acting.services.random);
  replaceRecoveryCodes(
    acting.tx,
    user.id,
    codes.map((code) => recoveryHash(user.id, code)),
  );
  return codes;
}

const note = (acting: SystemActing, user: UserRow, action: AuditEntry['action']): void =>
  audit(acting, { kind: 'user', action, subject_id: user.id, subject: user.full_name });
