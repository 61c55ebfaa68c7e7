/** What the organization itself answers at registration. */
import { realmDomains } from './domains.ts';
import { realmSlice } from './realm.ts';
import type { SliceTable } from '../acting.ts';

export const organizationState: SliceTable = {
  realm: realmSlice,
  realm_domains: ({ db }) => ({ realm_domains: realmDomains(db) }),
};
