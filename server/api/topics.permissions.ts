/** Who may call what is in topics.ts (spec/permission-rows.ts). */
import { nobody, secretChannel, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /users/me/{stream_id}/topics', refused: withoutAccount },
  {
    operation: 'GET /users/me/{stream_id}/topics',
    circumstance: 'private, not subscribed',
    params: secretChannel,
    refused: nobody('no channel'),
  },
  {
    operation: 'POST /streams/{stream_id}/delete_topic',
    refused: { ...withoutAccount, moderator: 'deleters', member: 'deleters', guest: 'deleters', bot: 'deleters' },
  },
  {
    operation: 'POST /streams/{stream_id}/delete_topic',
    circumstance: 'in the channel of member',
    params: ({ ids }) => ({ stream_id: ids.ofMember.channel }),
    refused: { ...withoutAccount, moderator: 'deleters', member: 'deleters', guest: 'no channel', bot: 'deleters' },
  },
];
