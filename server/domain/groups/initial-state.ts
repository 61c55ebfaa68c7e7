/** What registration says about user groups (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { groupsFor } from './edit.ts';

export const groupsState: StateParts = {
  realm_user_groups: (viewing, options) => ({
    realm_user_groups: groupsFor(viewing, options.capabilities.include_deactivated_groups === true),
  }),
};
