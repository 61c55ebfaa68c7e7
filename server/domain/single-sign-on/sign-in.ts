/** From a proved identity to an account: by its link, by joining an existing account, or by making one. */
import { ApiError } from '../../errors.ts';
import { join } from '../accounts/join.ts';
import type { SystemActing } from '../acting.ts';
import { applyGroupMappings, type GroupMapping } from '../sign-in-groups/mapping.ts';
import { changeFullName } from '../users/edit.ts';
import { findUser, findUserByEmail, type UserRow } from '../users/rows.ts';
import type { Identity } from './flows.ts';
import { SignInRefusal } from './refusal.ts';
import { findLink, insertLink, linksOf, noteLinkUse, type ProviderRow } from './rows.ts';

/** Either the account, or the one whose password has to prove that it is the same person's. */
export type Resolution = { user: UserRow } | { needsPasswordOf: UserRow };

/**
 * @param invitation key of the invitation that the browser came with.
 * @throws SignInRefusal where nothing may be joined or made.
 */
export function resolveIdentity(
  acting: SystemActing,
  provider: ProviderRow,
  identity: Identity,
  invitation: string | undefined,
): Resolution {
  const link = findLink(acting.db, identity.issuer, identity.subject);
  if (link !== undefined) {
    noteLinkUse(acting.tx, link.id, identity.email, acting.now);
    return { user: findUser(acting.db, link.user_id) as UserRow };
  }
  if (identity.email === '') throw new SignInRefusal(`${provider.name} gave no email address.`);
  const existing = findUserByEmail(acting.db, identity.email);
  if (existing !== undefined && existing.is_bot === 0) return resolveExisting(acting, provider, identity, existing);
  const user = makeAccount(acting, provider, identity, invitation);
  linkIdentity(acting, user, identity);
  return { user };
}

function resolveExisting(acting: SystemActing, provider: ProviderRow, identity: Identity, user: UserRow): Resolution {
  if (!identity.isEmailVerified)
    throw new SignInRefusal(
      `An account with the address ${identity.email} exists here, but ${provider.name} does not confirm that the address is yours. Sign in with your password, and link ${provider.name} in your settings.`,
    );
  if (provider.links_automatically === 0) return { needsPasswordOf: user };
  linkIdentity(acting, user, identity);
  return { user };
}

function makeAccount(
  acting: SystemActing,
  provider: ProviderRow,
  identity: Identity,
  invitation: string | undefined,
): UserRow {
  if (invitation === undefined && !mayJoin(provider, identity))
    throw new SignInRefusal(
      `No account here has the address ${identity.email}. Ask an administrator of your organization for an invitation.`,
    );
  try {
    return join(acting, invitation ?? null, {
      fullName: identity.name === '' ? (identity.email.split('@')[0] ?? '') : identity.name,
      passwordHash: null,
      isAdmitted: true,
      email: identity.email,
      timezone: '',
    });
  } catch (error) {
    throw error instanceof ApiError ? new SignInRefusal(error.message) : error;
  }
}

/** Whether this provider's rule lets a person join without an invitation. */
function mayJoin(provider: ProviderRow, identity: Identity): boolean {
  if (provider.join_policy === 'group') {
    const wanted = provider.join_group.toLowerCase();
    return wanted !== '' && identity.groups.some((group) => group.toLowerCase() === wanted);
  }
  if (provider.join_policy !== 'domains' || !identity.isEmailVerified) return false;
  const domain = identity.email.slice(identity.email.lastIndexOf('@') + 1).toLowerCase();
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

/** Takes over the name and what the groups are mapped to, at each sign-in. @returns the user as stored afterwards. */
export function updateFromIdentity(
  acting: SystemActing,
  provider: ProviderRow,
  user: UserRow,
  identity: Identity,
): UserRow {
  const named = identity.name === '' ? user : { ...user, full_name: takeName(acting, user, identity.name) };
  // Without a claim for groups nothing is known of them: what people have here stays.
  if (provider.groups_claim === '') return named;
  return applyGroupMappings(acting, named, JSON.parse(provider.group_mappings) as GroupMapping[], identity.groups);
}

/** A name that is not possible here, or taken, keeps no one out. */
function takeName(acting: SystemActing, user: UserRow, name: string): string {
  try {
    return changeFullName(acting, user, name);
  } catch (error) {
    if (error instanceof ApiError) return user.full_name;
    throw error;
  }
}
