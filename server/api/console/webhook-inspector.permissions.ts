/** Who may call what is in webhook-inspector.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'GET /console/training/webhook_inspector',
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
    operation: 'POST /console/training/webhook_inspector',
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
    operation: 'PATCH /console/training/webhook_inspector',
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
    operation: 'DELETE /console/training/webhook_inspector',
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
    operation: 'POST /console/training/webhook_inspector/{caught_id}/resend',
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
    operation: 'POST /console/training/catch',
    refused: {
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'no demo',
      member: 'no demo',
      guest: 'no demo',
      bot: 'no demo',
      deactivated: 'no demo',
      stranger: 'no demo',
    },
  },
];
