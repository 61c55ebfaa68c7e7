/** Who may call what is in sign-in-providers.ts (spec/permission-rows.ts). */
import { belowOwners, nobody, withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'POST /console/sign_in_providers/{provider_id}/test',
    refused: { ...belowOwners, owner: 'provider away' },
  },
  { operation: 'GET /console/sign_in_links', refused: { ...withoutAccount, bot: 'not bots' } },
  {
    operation: 'POST /console/sign_in_links',
    refused: { ...nobody('provider away'), ...withoutAccount, bot: 'not bots' },
  },
  {
    operation: 'DELETE /console/sign_in_links/{link_id}',
    refused: { ...nobody('not linked'), ...withoutAccount, bot: 'not bots' },
  },
];
