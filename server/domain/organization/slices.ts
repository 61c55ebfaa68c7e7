/** What the organization itself answers at registration. */
import type { Viewing } from '../acting.ts';
import { emojiSlice } from '../emoji.ts';
import { linkifierSlice } from '../linkifiers.ts';
import { mayBy, organizationSetting } from '../organization.ts';
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
  realm_user: ownPermissions,
};

/** What the caller may do, as older clients read it. */
function ownPermissions({ db, user, services }: Viewing): Record<string, unknown> {
  const publicChannels = mayBy(db, user, 'can_create_public_channel_group');
  const privateChannels = mayBy(db, user, 'can_create_private_channel_group');
  return {
    can_create_streams: publicChannels || privateChannels,
    can_create_public_streams: publicChannels,
    can_create_private_streams: privateChannels,
    can_create_web_public_streams:
      services.options.webPublicStreamsEnabled &&
      organizationSetting(db, 'enable_spectator_access') &&
      mayBy(db, user, 'can_create_web_public_channel_group'),
    can_subscribe_other_users: mayBy(db, user, 'can_add_subscribers_group'),
    can_invite_others_to_realm: mayBy(db, user, 'can_invite_users_group'),
  };
}
