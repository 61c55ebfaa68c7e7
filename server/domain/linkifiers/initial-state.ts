/** What registration says about linkifiers (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { linkifiers } from './edit.ts';

export const linkifiersState: StateParts = {
  // Clients that do not know URL templates get the key with nothing in it (contract: realm_linkifiers).
  realm_linkifiers: ({ db }, { capabilities }) => ({
    realm_linkifiers: capabilities.linkifier_url_template === true ? linkifiers(db) : [],
  }),
  // Clients of before feature level 54 get the key and nothing in it: patterns are no longer sent in that form.
  realm_filters: () => ({ realm_filters: [] }),
};
