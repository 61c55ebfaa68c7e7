/** Who may call what is in user-topics.ts (spec/permission-rows.ts). */
import { secretChannel, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'POST /user_topics',
    circumstance: 'private, not subscribed',
    params: secretChannel,
    refused: {
      ...withoutAccount,
      owner: 'no channel',
      administrator: 'no channel',
      moderator: 'no channel',
      member: 'no channel',
      guest: 'no channel',
      bot: 'no channel',
    },
  },
];
