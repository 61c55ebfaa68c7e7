/** Who may call what is in scheduled-messages.ts (spec/permission-rows.ts). */
import { nobody, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'POST /scheduled_messages',
    circumstance: 'to a private channel, not subscribed',
    params: ({ ids }) => ({
      type: 'channel',
      to: ids.secret,
      topic: 'plans',
    }),
    refused: {
      ...withoutAccount,
      owner: 'not to post',
      administrator: 'not to post',
      moderator: 'no such id',
      member: 'no such id',
      guest: 'no such id',
      bot: 'no such id',
    },
  },
  {
    operation: 'PATCH /scheduled_messages/{scheduled_message_id}',
    circumstance: 'of somebody else',
    params: (scene) => ({
      scheduled_message_id: scene.of('other').scheduled,
    }),
    refused: nobody('not scheduled'),
  },
  {
    operation: 'DELETE /scheduled_messages/{scheduled_message_id}',
    circumstance: 'of somebody else',
    params: (scene) => ({
      scheduled_message_id: scene.of('other').scheduled,
    }),
    refused: nobody('not scheduled'),
  },
];
