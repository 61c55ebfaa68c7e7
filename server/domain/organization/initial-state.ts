/** What the organization itself answers at registration. */
import { realmDomains } from './domains.ts';
import { realmState } from './realm.ts';
import type { StateParts } from '../acting.ts';

export const organizationState: StateParts = {
  realm: realmState,
  realm_domains: ({ db }) => ({ realm_domains: realmDomains(db) }),
};
