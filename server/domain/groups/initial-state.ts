/** What registration says about user groups (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { SliceTable } from '../acting.ts';
import { groupsWire } from './edit.ts';

export const groupsState: SliceTable = {
  realm_user_groups: ({ db }, options) => ({
    realm_user_groups: groupsWire(db, options.capabilities.include_deactivated_groups === true),
  }),
};
