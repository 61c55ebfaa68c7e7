/** Rows of the tables sign_in_providers and sign_in_links. */
import type { Reader, Transaction } from '../../storage/database.ts';
import { deleteSignInCheck, forgetRefreshTokens } from '../users/sign-in-check-rows.ts';

export interface ProviderRow {
  id: number;
  slug: string;
  name: string;
  kind: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  is_enabled: number;
  links_automatically: number;
  join_policy: 'none' | 'domains' | 'group';
  /** JSON of string[]. */
  join_domains: string;
  join_group: string;
  groups_claim: string;
  /** JSON of GroupRule[]. */
  group_mappings: string;
  /** A PNG in base64; '' = the drawing of its kind. */
  icon: string;
}

export interface LinkRow {
  id: number;
  issuer: string;
  subject: string;
  user_id: number;
  email: string;
  linked_at: number;
  used_at: number | null;
}

const providerColumns = [
  'slug',
  'name',
  'kind',
  'issuer',
  'client_id',
  'client_secret',
  'is_enabled',
  'links_automatically',
  'join_policy',
  'join_domains',
  'join_group',
  'groups_claim',
  'group_mappings',
  'icon',
] as const;

/** Its name among the sources of groups. */
export const providerSource = ({ id }: Pick<ProviderRow, 'id'>): string => `oidc:${id}`;

/** Every provider, by id. */
export const allProviders = (db: Reader): readonly ProviderRow[] =>
  db.remember('sign-in providers', () => db.all<ProviderRow>('SELECT * FROM sign_in_providers ORDER BY id'));

/** Providers that people can sign in with. */
export const enabledProviders = (db: Reader): ProviderRow[] =>
  allProviders(db).filter(({ is_enabled: isEnabled }) => isEnabled === 1);

/** @returns undefined where there is none. */
export const findProvider = (db: Reader, id: number): ProviderRow | undefined =>
  allProviders(db).find((provider) => provider.id === id);

/** @param slug its name in addresses. */
export const findProviderBySlug = (db: Reader, slug: string): ProviderRow | undefined =>
  allProviders(db).find((provider) => provider.slug === slug);

/** @returns the id of the new row. */
export function insertProvider(tx: Transaction, row: Omit<ProviderRow, 'id'>): number {
  return tx.run(
    `INSERT INTO sign_in_providers (${providerColumns.join(', ')}) VALUES (${providerColumns.map(() => '?').join(', ')})`,
    ...providerColumns.map((column) => row[column]),
  ).lastId;
}

/** Stores every column again. */
export function updateProvider(tx: Transaction, row: ProviderRow): void {
  tx.run(
    `UPDATE sign_in_providers SET ${providerColumns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
    ...providerColumns.map((column) => row[column]),
    row.id,
  );
}

/** Its links stay. */
export function deleteProvider(tx: Transaction, id: number): void {
  forgetRefreshTokens(tx, id);
  tx.run('DELETE FROM sign_in_providers WHERE id = ?', id);
}

/** Issuer and subject name an account of a provider. */
export const findLink = (db: Reader, issuer: string, subject: string): LinkRow | undefined =>
  db.get<LinkRow>('SELECT * FROM sign_in_links WHERE issuer = ? AND subject = ?', issuer, subject);

/** Links of one account, oldest first. */
export const linksOf = (db: Reader, userId: number): LinkRow[] =>
  db.all<LinkRow>('SELECT * FROM sign_in_links WHERE user_id = ? ORDER BY id', userId);

/** Active accounts that are linked with a provider and cannot be asked for: it gave them no refresh token. */
export const countUnchecked = (db: Reader, { id, issuer }: Pick<ProviderRow, 'id' | 'issuer'>): number =>
  db.get<{ n: number }>(
    `SELECT count(*) AS n FROM sign_in_links l JOIN users u ON u.id = l.user_id WHERE l.issuer = ? AND u.is_active = 1
       AND NOT EXISTS (SELECT 1 FROM sign_in_checks c WHERE c.link_id = l.id AND c.provider_id = ?
         AND (c.refresh_token <> '' OR c.is_ended = 1))`,
    issuer,
    id,
  )?.n ?? 0;

/** Active accounts that the provider signed out, and that have not signed in there since. */
export const countSignedOut = (db: Reader, { id }: Pick<ProviderRow, 'id'>): number =>
  db.get<{ n: number }>(
    `SELECT count(*) AS n FROM sign_in_checks c JOIN users u ON u.id = c.user_id
     WHERE c.provider_id = ? AND c.is_ended = 1 AND u.is_active = 1`,
    id,
  )?.n ?? 0;

/** The caller has checked that neither side is linked. */
export function insertLink(tx: Transaction, row: Omit<LinkRow, 'id' | 'used_at'>): void {
  tx.run(
    'INSERT INTO sign_in_links (issuer, subject, user_id, email, linked_at) VALUES (?, ?, ?, ?, ?)',
    row.issuer,
    row.subject,
    row.user_id,
    row.email,
    row.linked_at,
  );
}

/** Notes a sign-in. @param now UNIX seconds. */
export function noteLinkUse(tx: Transaction, id: number, email: string, now: number): void {
  tx.run('UPDATE sign_in_links SET email = ?, used_at = ? WHERE id = ?', email, now, id);
}

/** Ends a way to sign in. */
export function deleteLink(tx: Transaction, id: number): void {
  deleteSignInCheck(tx, id);
  tx.run('DELETE FROM sign_in_links WHERE id = ?', id);
}
