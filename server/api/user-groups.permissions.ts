/** Who may call what is in user-groups.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /user_groups', refused: { ...withoutAccount, guest: 'not guests', bot: 'not bots' } },
  { operation: 'POST /user_groups/create', refused: { ...withoutAccount, guest: 'no' } },
  {
    operation: 'PATCH /user_groups/{user_group_id}',
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', guest: 'no', bot: 'no' },
  },
  {
    operation: 'PATCH /user_groups/{user_group_id}',
    circumstance: 'made by somebody else',
    params: ({ ids }) => ({ user_group_id: ids.group }),
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
  },
  {
    operation: 'POST /user_groups/{user_group_id}/deactivate',
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', guest: 'no', bot: 'no' },
  },
  {
    operation: 'POST /user_groups/{user_group_id}/deactivate',
    circumstance: 'made by somebody else',
    params: ({ ids }) => ({ user_group_id: ids.group }),
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
  },
  {
    operation: 'POST /user_groups/{user_group_id}/members',
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', guest: 'no', bot: 'no' },
  },
  {
    operation: 'POST /user_groups/{user_group_id}/members',
    circumstance: 'made by somebody else',
    params: ({ ids, people }, who) => ({
      user_group_id: ids.group,
      add: [people[who].userId],
    }),
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
  },
  {
    operation: 'POST /user_groups/{user_group_id}/subgroups',
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', guest: 'no', bot: 'no' },
  },
];
