/** Who may call what is in events.ts (spec/permission-rows.ts). */
import { nobody, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'GET /events',
    refused: {
      ...withoutAccount,
      owner: 'no queue',
      administrator: 'no queue',
      moderator: 'no queue',
      guest: 'no queue',
      bot: 'no queue',
    },
  },
  {
    operation: 'GET /events',
    circumstance: 'queue of somebody else',
    params: ({ ids }) => ({ queue_id: ids.queueOfOther }),
    refused: nobody('no queue'),
  },
  {
    operation: 'DELETE /events',
    refused: {
      ...withoutAccount,
      owner: 'no queue',
      administrator: 'no queue',
      moderator: 'no queue',
      guest: 'no queue',
      bot: 'no queue',
    },
  },
  {
    operation: 'DELETE /events',
    circumstance: 'queue of somebody else',
    params: ({ ids }) => ({ queue_id: ids.queueOfOther }),
    refused: nobody('no queue'),
  },
];
