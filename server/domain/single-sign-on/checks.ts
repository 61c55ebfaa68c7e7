/**
 * Hourly checks of provider users: what is kept of a sign-in to ask for it each hour, who is out by the
 * answer, and who comes back with a sign-in.
 */
import { isOwner } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import { phrase, type Phrase } from '../../translation.ts';
import { reactivateUser } from '../accounts/lifecycle.ts';
import { signOutEverywhere } from '../accounts/sign-out.ts';
import type { SystemActing } from '../acting.ts';
import { audit } from '../audit/record.ts';
import { serverSetting, storeServerSetting } from '../organization/rows.ts';
import { carryOutChanges, leavingChange } from '../sign-in-groups/account-change.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { endedChecksOf, findSignInCheck, storeSignInCheck, type SignInCheckRow } from '../users/sign-in-check-rows.ts';
import type { Identity } from './flows.ts';
import { enabledProviders, findLink, findProvider, type ProviderRow } from './rows.ts';
import { fitsJoinRule, updateFromIdentity } from './sign-in.ts';

/** Keeps the newest token of a sign-in or link. @param identity of a linked account. */
export function noteSignInCheck({ db, tx }: SystemActing, provider: ProviderRow, identity: Identity): void {
  const link = findLink(db, identity.issuer, identity.subject);
  if (link === undefined) return;
  const known = findSignInCheck(db, link.id);
  const before = known?.provider_id === provider.id ? known : undefined;
  storeSignInCheck(tx, {
    link_id: link.id,
    user_id: link.user_id,
    provider_id: provider.id,
    refresh_token: identity.refreshToken ?? before?.refresh_token ?? '',
    fits_join_rule: before?.fits_join_rule === 1 || fitsJoinRule(provider, identity) ? 1 : 0,
    is_gone: 0,
    is_ended: 0,
    is_unanswered: identity.refreshToken === undefined ? (before?.is_unanswered ?? 0) : 0,
  });
}

/** Whether the person no longer fits the rule that let them in. An address that the provider does not name decides nothing. */
function isOutOfRule(provider: ProviderRow, check: SignInCheckRow, identity: Identity): boolean {
  if (check.fits_join_rule === 0 || provider.join_policy === 'none') return false;
  if (provider.join_policy === 'domains' && identity.email === '') return false;
  return !fitsJoinRule(provider, identity);
}

/** Whether a sign-in brings a deactivated account back: the provider was the reason. What an administrator closed stays closed. */
export function mayReturn(db: Reader, provider: ProviderRow, identity: Identity): boolean {
  const link = findLink(db, identity.issuer, identity.subject);
  const check = link && findSignInCheck(db, link.id);
  return check?.is_gone === 1 && !isOutOfRule(provider, check, identity);
}

/** @returns the account as it is then: active, if the provider was the reason that it was not. */
export function returned(acting: SystemActing, provider: ProviderRow, user: UserRow, identity: Identity): UserRow {
  if (user.is_active === 1 || !mayReturn(acting.db, provider, identity)) return user;
  reactivateUser(acting, user);
  return findUser(acting.db, user.id) ?? user;
}

/** The row that was asked with, unless another token has taken its place since. */
function asStored(db: Reader, asked: SignInCheckRow): SignInCheckRow | undefined {
  const now = findSignInCheck(db, asked.link_id);
  return now?.provider_id === asked.provider_id && now.refresh_token === asked.refresh_token ? now : undefined;
}

/**
 * Stores the token that works from now on, and updates the account as a sign-in does.
 * @param identity undefined where the provider said too little of it.
 * @returns the row as it is now, and whether the person no longer fits the rule; undefined where there is nothing to store it for.
 */
export function takeAnswer(
  acting: SystemActing,
  provider: ProviderRow,
  asked: SignInCheckRow,
  token: string,
  identity: Identity | undefined,
): { check: SignInCheckRow; isOut: boolean } | undefined {
  const before = asStored(acting.db, asked);
  const user = before && findUser(acting.db, before.user_id);
  if (before === undefined || user?.is_active !== 1) return undefined;
  const fits = identity !== undefined && fitsJoinRule(provider, identity);
  const check = { ...before, refresh_token: token, fits_join_rule: fits ? 1 : before.fits_join_rule, is_unanswered: 0 };
  storeSignInCheck(acting.tx, check);
  const isOut = identity !== undefined && isOutOfRule(provider, check, identity);
  if (identity !== undefined && !isOut) updateFromIdentity(acting, provider, user, identity);
  return { check, isOut };
}

/**
 * Deactivates someone who no longer fits the rule of the provider for joining.
 * @returns why not; null where it is done or needless. @throws ApiError for the only owner
 */
export function putOut(acting: SystemActing, asked: SignInCheckRow, provider: string): Phrase | null {
  const check = asStored(acting.db, asked);
  const user = check && findUser(acting.db, check.user_id);
  if (check === undefined || user?.is_active !== 1) return null;
  if (isOwner(user) && user.password_hash !== null)
    return phrase(
      `${user.full_name} is an owner with a password and stays active, though the account no longer fits the rule of ${provider} for joining.`,
    );
  const remember = ({ tx }: SystemActing): void => storeSignInCheck(tx, { ...check, refresh_token: '', is_gone: 1 });
  const text = phrase(`Deactivate ${user.full_name}: the account no longer fits the rule of ${provider} for joining.`);
  carryOutChanges(acting, user, [leavingChange(text, remember)]);
  return null;
}

/**
 * Signs an account out because the provider no longer accepts its token. The account stays active: a provider also ends tokens for
 * other reasons, and the next sign-in there makes up for it. Until then a password opens it only for owners.
 */
export function endSignIn(acting: SystemActing, asked: SignInCheckRow): void {
  const check = asStored(acting.db, asked);
  const user = check && findUser(acting.db, check.user_id);
  if (check === undefined || user?.is_active !== 1) return;
  const isEnded = isOwner(user) ? 0 : 1;
  storeSignInCheck(acting.tx, { ...check, refresh_token: '', is_ended: isEnded, is_unanswered: 0 });
  signOutEverywhere(acting, user);
  audit(acting, { kind: 'user', action: 'provider_signed_out', subject_id: user.id, subject: user.full_name });
}

/**
 * Why an account may not be entered in another way than by its provider; null where it may.
 * @param entering id of the link that a user signs in with.
 */
export function keptOutBy(db: Reader, user: UserRow, entering?: number): Phrase | null {
  if (isOwner(user)) return null;
  const name = endedChecksOf(db, user.id)
    .filter(({ link_id: id }) => id !== entering)
    .map(({ provider_id: id }) => findProvider(db, id))
    .find((provider) => provider?.is_enabled === 1)?.name;
  return name === undefined
    ? null
    : phrase(
        `${name} no longer accepts your former sign-in. Sign in with ${name} again. If that fails, ask an administrator.`,
      );
}

const problemName = 'sign_in_checks_problem';

/** Why people are not kept as providers say; null while they are. */
export const signInChecksProblem = (db: Reader): string | null =>
  enabledProviders(db).length === 0 ? null : serverSetting<string | null>(db, problemName, null);

/** Remembers how the last hour went. */
export function storeSignInChecksProblem(acting: SystemActing, problem: string | null): void {
  if (serverSetting<string | null>(acting.db, problemName, null) !== problem)
    storeServerSetting(acting, problemName, problem);
}
