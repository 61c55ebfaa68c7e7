/** The provider accounts that a user is linked with, as their settings show them. */
import { badRequest, notFound } from '../../errors.ts';
import type { Acting, Viewing } from '../acting.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { allProviders, deleteLink, enabledProviders, linksOf } from './rows.ts';
import { endGrants } from './sign-in.ts';

export interface OwnLink {
  id: number;
  /** Name of the provider; the host of its issuer where it has been removed. */
  provider: string;
  email: string;
  linked_at: number;
  used_at: number | null;
}

/** What a user is linked with, and can be. */
export interface OwnLinks {
  links: OwnLink[];
  providers: { id: number; name: string; kind: string }[];
  has_password: boolean;
}

/** Bots have a key, and never sign in. @throws ApiError BAD_REQUEST */
export function checkPerson(user: UserRow): void {
  if (user.is_bot === 1) throw badRequest('This endpoint does not accept bot requests.');
}

/** Links of the caller, and what can be linked. @throws ApiError BAD_REQUEST for bots */
export function ownLinks({ db, user }: Viewing): OwnLinks {
  checkPerson(user);
  const links = linksOf(db, user.id);
  const nameOf = (issuer: string): string =>
    allProviders(db).find((provider) => provider.issuer === issuer)?.name ?? new URL(issuer).host;
  return {
    links: links.map(({ id, issuer, email, linked_at, used_at }) => ({
      id,
      provider: nameOf(issuer),
      email,
      linked_at,
      used_at,
    })),
    providers: enabledProviders(db)
      .filter((provider) => !links.some(({ issuer }) => issuer === provider.issuer))
      .map(({ id, name, kind }) => ({ id, name, kind })),
    has_password: user.password_hash !== null,
  };
}

/** What the provider's groups gave ends with the link. @throws ApiError NOT_FOUND; BAD_REQUEST for the only way in. */
export function removeOwnLink(acting: Acting, id: number): void {
  const { db, tx, user } = acting;
  checkPerson(user);
  const links = linksOf(db, user.id);
  const own = links.find((link) => link.id === id);
  if (own === undefined) throw notFound('You are not linked with this account.');
  if (user.password_hash === null && links.length === 1)
    throw badRequest('Choose a password first: without it and without this link you could not sign in.');
  deleteLink(tx, id);
  for (const provider of allProviders(db))
    if (provider.issuer === own.issuer) endGrants(acting, provider, findUser(db, user.id) ?? user);
}
