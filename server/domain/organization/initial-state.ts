/** What the organization itself answers at registration. */
import { emojiSlice } from '../emoji/edit.ts';
import { linkifierSlice } from '../linkifiers/edit.ts';
import { playgroundSlice } from '../playgrounds/edit.ts';
import { realmDomains } from './domains.ts';
import { realmSlice } from './realm.ts';
import type { SliceTable } from '../acting.ts';

export const organizationSlices: SliceTable = {
  realm: realmSlice,
  realm_domains: ({ db }) => ({ realm_domains: realmDomains(db) }),
  realm_emoji: emojiSlice,
  realm_linkifiers: linkifierSlice,
  // Clients of before feature level 54 get the key and nothing in it: patterns are no longer sent in that form.
  realm_filters: () => ({ realm_filters: [] }),
  realm_playgrounds: playgroundSlice,
};
