/**
 * Email addresses that may join: of some domains only (setting emails_restricted_to_domains), or none to throw away.
 * Owns the table realm_domains.
 */
import { isDisposableEmail } from 'disposable-email-domains-js';
import { invalidParameter } from '../../errors.ts';
import { everyone } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import { phrase } from '../../translation.ts';
import type { Acting } from '../acting.ts';
import { organizationSetting } from './rows.ts';
import { checkTotal } from './shares.shared.ts';

export interface RealmDomain {
  domain: string;
  allow_subdomains: boolean;
}

/** All allowed domains, by name. */
export function realmDomains(db: Reader): RealmDomain[] {
  type Row = { domain: string; allow_subdomains: number };
  return db
    .all<Row>('SELECT domain, allow_subdomains FROM realm_domains ORDER BY domain')
    .map((row) => ({ domain: row.domain, allow_subdomains: row.allow_subdomains === 1 }));
}

/**
 * Why an address may not join; null when it may. Where only some domains may, they are chosen by hand: then nothing is said of
 * addresses to throw away (setting disallow_disposable_email_addresses).
 */
export function objectionToAddress(db: Reader, email: string): string | null {
  if (!organizationSetting(db, 'emails_restricted_to_domains')) {
    const isRefused = organizationSetting(db, 'disallow_disposable_email_addresses') && isDisposableEmail(email);
    return isRefused ? phrase('Please use your real email address.') : null;
  }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const allowed = realmDomains(db).some(
    (known) => known.domain === domain || (known.allow_subdomains && domain.endsWith(`.${known.domain}`)),
  );
  return allowed ? null : phrase('Outside your domain.');
}

/** @throws ApiError BAD_REQUEST for a name that is no domain, or is there already. */
export function addRealmDomain(acting: Acting, input: RealmDomain): void {
  const domain = validDomain(input.domain);
  if (realmDomains(acting.db).some((known) => known.domain === domain)) {
    throw invalidParameter('domain', `The domain ${domain} is already a part of your organization.`);
  }
  checkTotal(acting.db, 'email domains');
  acting.tx.run(
    'INSERT INTO realm_domains (domain, allow_subdomains) VALUES (?, ?)',
    domain,
    input.allow_subdomains ? 1 : 0,
  );
  const realmDomain = { domain, allow_subdomains: input.allow_subdomains };
  acting.announce({ type: 'realm_domains', op: 'add', realm_domain: realmDomain }, everyone);
}

/** @throws ApiError BAD_REQUEST when there is no such domain. */
export function changeRealmDomain(acting: Acting, input: RealmDomain): void {
  const { domain } = accessDomain(acting.db, input.domain);
  acting.tx.run(
    'UPDATE realm_domains SET allow_subdomains = ? WHERE domain = ?',
    input.allow_subdomains ? 1 : 0,
    domain,
  );
  const realmDomain = { domain, allow_subdomains: input.allow_subdomains };
  acting.announce({ type: 'realm_domains', op: 'change', realm_domain: realmDomain }, everyone);
}

/** @throws ApiError BAD_REQUEST when there is no such domain. */
export function removeRealmDomain(acting: Acting, name: string): void {
  const { domain } = accessDomain(acting.db, name);
  acting.tx.run('DELETE FROM realm_domains WHERE domain = ?', domain);
  acting.announce({ type: 'realm_domains', op: 'remove', domain }, everyone);
}

function accessDomain(db: Reader, name: string): RealmDomain {
  const found = realmDomains(db).find((known) => known.domain === name.toLowerCase());
  if (found === undefined) throw invalidParameter('domain', `No entry found for domain ${name}.`);
  return found;
}

function validDomain(name: string): string {
  const domain = name.trim().toLowerCase();
  if (domain === '') throw invalidParameter('domain', "Domain can't be empty.");
  if (!/^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/.test(domain)) {
    throw invalidParameter('domain', 'Invalid domain: must be letters, digits, dashes and at least one dot.');
  }
  return domain;
}
