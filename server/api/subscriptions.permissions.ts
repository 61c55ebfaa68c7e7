/** Who may call what is in subscriptions.ts (spec/permission-rows.ts). */
import { nobody, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /users/me/subscriptions', refused: { ...withoutAccount, guest: 'not guests' } },
  {
    operation: 'POST /users/me/subscriptions',
    circumstance: 'a private channel, not subscribed',
    params: () => ({ subscriptions: [{ name: 'secret' }] }),
    refused: nobody('no access'),
  },
  {
    operation: 'POST /users/me/subscriptions',
    circumstance: 'a public channel',
    params: () => ({ subscriptions: [{ name: 'second' }] }),
    refused: { ...withoutAccount, guest: 'no access' },
  },
  {
    operation: 'POST /users/me/subscriptions',
    circumstance: 'somebody else',
    params: ({ other }) => ({
      subscriptions: [{ name: 'members' }],
      principals: [other.userId],
    }),
    refused: { ...withoutAccount, guest: 'no access' },
  },
  {
    operation: 'DELETE /users/me/subscriptions',
    circumstance: 'somebody else',
    params: ({ other }) => ({ principals: [other.userId] }),
    refused: { ...withoutAccount, moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
  },
];
