/** What the organization itself answers at registration. */
import { emojiSlice } from '../emoji.ts';
import { linkifierSlice } from '../linkifiers.ts';
import { playgroundSlice } from '../playgrounds.ts';
import { realmDomains } from './domains.ts';
import { realmSlice } from './realm-slice.ts';
import type { SliceTable } from '../slices.ts';

export const organizationSlices: SliceTable = {
  realm: realmSlice,
  realm_domains: ({ db }) => ({ realm_domains: realmDomains(db) }),
  realm_emoji: emojiSlice,
  realm_linkifiers: linkifierSlice,
  // Clients of before feature level 54 get the key and nothing in it: patterns are no longer sent in that form.
  realm_filters: () => ({ realm_filters: [] }),
  realm_playgrounds: playgroundSlice,
};
