/** Who may call what is in first-run.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/setup', refused: {} },
  {
    operation: 'POST /console/setup',
    refused: {
      owner: 'used link',
      administrator: 'used link',
      moderator: 'used link',
      member: 'used link',
      guest: 'used link',
      bot: 'used link',
      deactivated: 'used link',
      stranger: 'used link',
    },
  },
  {
    operation: 'POST /console/setup/check',
    refused: {
      owner: 'used link',
      administrator: 'used link',
      moderator: 'used link',
      member: 'used link',
      guest: 'used link',
      bot: 'used link',
      deactivated: 'used link',
      stranger: 'used link',
    },
  },
  {
    operation: 'POST /console/setup/sample',
    refused: {
      owner: 'used link',
      administrator: 'used link',
      moderator: 'used link',
      member: 'used link',
      guest: 'used link',
      bot: 'used link',
      deactivated: 'used link',
      stranger: 'used link',
    },
  },
  { operation: 'POST /console/sample/leave', refused: { ...belowOwners, owner: 'no sample' } },
  {
    operation: 'POST /console/setup/restores',
    refused: {
      owner: 'used link',
      administrator: 'used link',
      moderator: 'used link',
      member: 'used link',
      guest: 'used link',
      bot: 'used link',
      deactivated: 'used link',
      stranger: 'used link',
    },
  },
  {
    operation: 'POST /console/setup/restores/{restore_id}',
    refused: {
      owner: 'used link',
      administrator: 'used link',
      moderator: 'used link',
      member: 'used link',
      guest: 'used link',
      bot: 'used link',
      deactivated: 'used link',
      stranger: 'used link',
    },
  },
];
