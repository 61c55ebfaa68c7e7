/** What registration says about user groups (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import { JsonText } from '../../json-text.ts';
import { isVisitor } from '../users/rows.ts';
import type { StateParts } from '../acting.ts';
import { groupsFor } from './edit.ts';

/** What a group's shape is read from. */
const tables = ['user_groups', 'user_group_members', 'user_group_subgroups', 'users'];

export const groupsState: StateParts = {
  realm_user_groups: (viewing, options) => {
    const withDeactivated = options.capabilities.include_deactivated_groups === true;
    // The same for everybody who has an account.
    const key = `groups for ${isVisitor(viewing.user) ? 'visitors' : 'everybody'} ${withDeactivated}`;
    const make = (): JsonText => new JsonText([JSON.stringify(groupsFor(viewing, withDeactivated))]);
    return { realm_user_groups: viewing.db.remember(key, tables, make) };
  },
};
