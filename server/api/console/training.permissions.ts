/** Who may call what is in training.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'POST /console/training/reset',
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
  },
  {
    operation: 'POST /console/training/snapshots',
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
  },
  {
    operation: 'DELETE /console/training/snapshots/{snapshot_name}',
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
  },
  {
    operation: 'GET /console/training/accounts',
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
  },
  {
    operation: 'POST /console/training/faults',
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
  },
  {
    operation: 'DELETE /console/training/faults',
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
  },
  {
    operation: 'DELETE /console/training/faults/{fault_id}',
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
  },
];
