/** Who may call what is in refused-calls.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'GET /console/bots/{bot_id}/refused_calls',
    refused: { ...withoutAccount, moderator: 'no', guest: 'no', bot: 'no' },
  },
];
