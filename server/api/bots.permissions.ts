/** Who may call what is in bots.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /bots', refused: { ...withoutAccount, guest: 'no', bot: 'no' } },
  { operation: 'PATCH /bots/{bot_id}', refused: { ...withoutAccount, moderator: 'no', guest: 'no', bot: 'no' } },
  {
    operation: 'PATCH /bots/{bot_id}',
    circumstance: 'of somebody else',
    params: ({ ids }) => ({ bot_id: ids.botOfOther }),
    refused: { ...withoutAccount, moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
  },
  { operation: 'DELETE /bots/{bot_id}', refused: { ...withoutAccount, moderator: 'no', guest: 'no', bot: 'no' } },
  {
    operation: 'DELETE /bots/{bot_id}',
    circumstance: 'of somebody else',
    params: ({ ids }) => ({ bot_id: ids.botOfOther }),
    refused: { ...withoutAccount, moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
  },
  {
    operation: 'POST /bots/{bot_id}/api_key/regenerate',
    refused: { ...withoutAccount, moderator: 'no', guest: 'no', bot: 'no' },
  },
  {
    operation: 'POST /bots/{bot_id}/api_key/regenerate',
    circumstance: 'of somebody else',
    params: ({ ids }) => ({ bot_id: ids.botOfOther }),
    refused: { ...withoutAccount, moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
  },
];
