/** From a proved identity to an account: by its link, by joining an existing account, or by making one. */
import { ApiError } from '../../errors.ts';
import { phrase } from '../../translation.ts';
import { join } from '../accounts/join.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { carryOutChanges, type AccountChange } from '../sign-in-groups/account-change.ts';
import { grantChanges } from '../sign-in-groups/grants.ts';
import type { GroupRule, GroupSource } from '../sign-in-groups/rules.ts';
import { changeFullName } from '../users/edit.ts';
import { findUser, findUserByEmail, isSameAddress, latinLower, possibleName, type UserRow } from '../users/rows.ts';
import type { Identity } from './flows.ts';
import { SignInRefusal } from './refusal.ts';
import { findLink, insertLink, linksOf, noteLinkUse, providerSource, type ProviderRow } from './rows.ts';

/** What a sign-in would do: enter an account, join one (with its password or without), or make one. */
export type Outcome =
  | { kind: 'linked' | 'link' | 'password'; user: UserRow }
  /** Without an account. */
  | { kind: 'join' };

/** Either the account, or the one whose password has to prove that it is the same person's. */
export type Resolution = { user: UserRow } | { needsPasswordOf: UserRow };

/**
 * Changes nothing. @param invitation key of the invitation that the browser came with.
 * @throws SignInRefusal where nothing may be joined or made.
 */
export function outcomeOf(
  db: SystemViewing['db'],
  provider: ProviderRow,
  identity: Identity,
  invitation: string | undefined,
): Outcome {
  const link = findLink(db, identity.issuer, identity.subject);
  if (link !== undefined) return { kind: 'linked', user: findUser(db, link.user_id) as UserRow };
  if (identity.email === '') throw new SignInRefusal(`${provider.name} gave no email address.`);
  const existing = findUserByEmail(db, identity.email);
  if (existing === undefined || existing.is_bot === 1) {
    if (invitation === undefined && !fitsJoinRule(provider, identity))
      throw new SignInRefusal(
        `No account here has the address ${identity.email}. Ask an administrator of your organization for an invitation.`,
      );
    return { kind: 'join' };
  }
  if (!isSameAddress(existing.delivery_email, identity.email))
    throw new SignInRefusal(`The address ${identity.email} is not the one of the account that it looks like.`);
  if (!identity.isEmailVerified)
    throw new SignInRefusal(
      `An account with the address ${identity.email} exists here, but ${provider.name} does not confirm that the address is yours. Sign in with your password, and link ${provider.name} in your settings.`,
    );
  return { kind: provider.links_automatically === 1 ? 'link' : 'password', user: existing };
}

/** Carries out what `outcomeOf` says. @throws SignInRefusal */
export function resolveIdentity(
  acting: SystemActing,
  provider: ProviderRow,
  identity: Identity,
  invitation: string | undefined,
): Resolution {
  const outcome = outcomeOf(acting.db, provider, identity, invitation);
  if (outcome.kind === 'password') return { needsPasswordOf: outcome.user };
  const user = outcome.kind === 'join' ? makeAccount(acting, identity, invitation) : outcome.user;
  const link = findLink(acting.db, identity.issuer, identity.subject);
  if (link === undefined) linkIdentity(acting, user, identity);
  else noteLinkUse(acting.tx, link.id, identity.email, acting.now);
  return { user };
}

function makeAccount(acting: SystemActing, identity: Identity, invitation: string | undefined): UserRow {
  try {
    return join(acting, invitation ?? null, {
      fullName: nameOfNew(identity),
      passwordHash: null,
      isAdmitted: true,
      email: identity.email,
      timezone: '',
    });
  } catch (error) {
    throw error instanceof ApiError ? new SignInRefusal(error.message) : error;
  }
}

/** The name of an account that is made for a person. */
export const nameOfNew = ({ name, email }: Identity): string =>
  possibleName(name) || possibleName(email.split('@')[0] ?? '') || 'User';

/** Whether this provider's rule lets a person join without an invitation. */
export function fitsJoinRule(provider: ProviderRow, identity: Identity): boolean {
  if (provider.join_policy === 'group') {
    const wanted = provider.join_group.toLowerCase();
    return wanted !== '' && identity.groups.some((group) => group.toLowerCase() === wanted);
  }
  if (provider.join_policy !== 'domains' || !identity.isEmailVerified) return false;
  const domain = latinLower(identity.email.slice(identity.email.lastIndexOf('@') + 1));
  return (JSON.parse(provider.join_domains) as string[]).includes(domain);
}

/** @throws SignInRefusal for a provider's account that is linked with another account. */
export function linkIdentity(acting: SystemActing, user: UserRow, identity: Identity): void {
  const { issuer, subject, email } = identity;
  const known = findLink(acting.db, issuer, subject);
  if (known?.user_id === user.id) return;
  if (known !== undefined)
    throw new SignInRefusal('This account of the provider is linked with another account here. Unlink it there first.');
  if (linksOf(acting.db, user.id).some((link) => link.issuer === issuer))
    throw new SignInRefusal('Another account of this provider is linked with your account. Unlink it first.');
  insertLink(acting.tx, { issuer, subject, user_id: user.id, email, linked_at: acting.now });
}

/**
 * The name, and what the groups give, which follow the provider at each sign-in.
 * @param user undefined where there is no account yet.
 */
export function changesOf(
  db: SystemViewing['db'],
  provider: ProviderRow,
  user: UserRow | undefined,
  identity: Identity,
): AccountChange[] {
  const name = possibleName(identity.name);
  const present = user?.full_name ?? nameOfNew(identity);
  const rename: AccountChange = {
    kind: 'other',
    text: phrase(`Rename ${present} to ${name}.`),
    run: (acting, account) => takeName(acting, account, name),
  };
  const isRenamed = user !== undefined && name !== '' && name !== present;
  // Without a claim for groups nothing is known of them: what people have here stays.
  const grants =
    provider.groups_claim === '' ? [] : grantChanges(db, user, present, sourceOf(provider), identity.groups);
  return [...(isRenamed ? [rename] : []), ...grants];
}

/** Names of groups are compared without regard to case. */
const sourceOf = (provider: ProviderRow): GroupSource => ({
  id: providerSource(provider),
  provider: provider.name,
  rules: JSON.parse(provider.group_mappings) as GroupRule[],
  normal: (group) => group.trim().toLowerCase(),
});

/** Carries out what `changesOf` says. @returns the user as stored afterwards. */
export function updateFromIdentity(
  acting: SystemActing,
  provider: ProviderRow,
  user: UserRow,
  identity: Identity,
): UserRow {
  return carryOutChanges(acting, user, changesOf(acting.db, provider, user, identity));
}

/** After a link has ended: nothing of the provider's groups goes on counting. */
export function endGrants(acting: SystemActing, provider: ProviderRow, user: UserRow): void {
  const source = { ...sourceOf(provider), rules: [] };
  carryOutChanges(acting, user, grantChanges(acting.db, user, user.full_name, source, []));
}

/** A name that is not possible here, or taken, keeps no one out. */
function takeName(acting: SystemActing, user: UserRow, name: string): void {
  try {
    changeFullName(acting, user, name);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
