/** Who may call what is in users.ts (spec/permission-rows.ts). */
import { belowAdministrators, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /users', refused: withoutAccount },
  {
    operation: 'PATCH /users/{user_id}',
    circumstance: 'role of a member',
    params: () => ({ role: 300 }),
    refused: belowAdministrators,
  },
  {
    operation: 'PATCH /users/{user_id}',
    circumstance: 'member becomes owner',
    params: () => ({ role: 100 }),
    refused: { ...belowAdministrators, administrator: 'no' },
  },
  {
    operation: 'PATCH /users/{user_id}',
    circumstance: 'an owner',
    params: ({ people }) => ({ user_id: people.owner.userId }),
    refused: belowAdministrators,
  },
  {
    operation: 'PATCH /users/{user_id}',
    circumstance: 'address',
    params: () => ({ new_email: 'mia.new@example.com' }),
    refused: { ...belowAdministrators, administrator: 'not addresses' },
  },
  {
    operation: 'PATCH /users/{user_id}',
    circumstance: 'the right to create users',
    params: ({ people }) => ({
      user_id: people.administrator.userId,
      can_create_users: false,
    }),
    refused: { ...belowAdministrators, administrator: 'owners' },
  },
  {
    operation: 'DELETE /users/{user_id}',
    circumstance: 'an owner',
    params: ({ people }) => ({ user_id: people.owner.userId }),
    refused: {
      ...withoutAccount,
      owner: 'last one',
      administrator: 'no',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
  },
  { operation: 'POST /users/{user_id}/reactivate', refused: belowAdministrators },
];
