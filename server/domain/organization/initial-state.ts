/** What the organization itself answers at registration. */
import type { StateParts } from '../acting.ts';
import { realmDomains } from './domains.shared.ts';
import { realmState } from './realm.ts';

export const organizationState: StateParts = {
  realm: realmState,
  realm_domains: ({ db }) => ({ realm_domains: realmDomains(db) }),
};
