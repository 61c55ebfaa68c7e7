/** Who may call what is in users.ts (spec/permission-rows.ts). */
import { belowAdministrators, withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/bots/{bot_id}', refused: { ...withoutAccount, moderator: 'no', guest: 'no', bot: 'no' } },
  {
    operation: 'POST /console/users/{user_id}/password_link',
    circumstance: 'of an owner',
    params: ({ people }) => ({ user_id: people.owner.userId }),
    refused: { ...belowAdministrators, administrator: 'no' },
  },
  {
    operation: 'POST /console/users/{user_id}/sign_out',
    circumstance: 'of an owner',
    params: ({ people }) => ({ user_id: people.owner.userId }),
    refused: { ...belowAdministrators, administrator: 'no' },
  },
];
