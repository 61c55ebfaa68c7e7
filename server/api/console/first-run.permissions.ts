/** Who may call what is in first-run.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

/** The one-time link decides, whoever calls. */
export const byUsedLink: PermissionRow['refused'] = {
  owner: 'used link',
  administrator: 'used link',
  moderator: 'used link',
  member: 'used link',
  guest: 'used link',
  bot: 'used link',
  deactivated: 'used link',
  stranger: 'used link',
};

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/setup', refused: {} },
  {
    operation: 'POST /console/setup',
    refused: byUsedLink,
  },
  {
    operation: 'POST /console/setup/check',
    refused: byUsedLink,
  },
  {
    operation: 'POST /console/setup/sample',
    refused: byUsedLink,
  },
  { operation: 'POST /console/sample/leave', refused: { ...belowOwners, owner: 'no sample' } },
  {
    operation: 'POST /console/setup/restores',
    refused: byUsedLink,
  },
  {
    operation: 'POST /console/setup/restores/{restore_id}',
    refused: byUsedLink,
  },
];
