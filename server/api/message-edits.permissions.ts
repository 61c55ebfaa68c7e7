/** Who may call what is in message-edits.ts (spec/permission-rows.ts). */
import { nobody, othersMessage, secretMessage, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'PATCH /messages/{message_id}',
    circumstance: 'sent by somebody else',
    params: othersMessage,
    refused: nobody('not its sender'),
  },
  {
    operation: 'PATCH /messages/{message_id}',
    circumstance: 'topic of one sent by somebody else',
    params: (scene) => ({
      ...othersMessage(scene),
      content: undefined,
      topic: 'elsewhere',
    }),
    refused: withoutAccount,
  },
  {
    operation: 'PATCH /messages/{message_id}',
    circumstance: 'channel of one sent by somebody else',
    params: (scene) => ({
      ...othersMessage(scene),
      content: undefined,
      stream_id: scene.ids.ofMember.channel,
    }),
    refused: { ...withoutAccount, guest: 'no channel' },
  },
  {
    operation: 'PATCH /messages/{message_id}',
    circumstance: 'in a private channel, not subscribed',
    params: secretMessage,
    refused: nobody('no message'),
  },
  {
    operation: 'DELETE /messages/{message_id}',
    circumstance: 'sent by somebody else',
    params: othersMessage,
    refused: {
      ...withoutAccount,
      moderator: 'not to delete',
      member: 'not to delete',
      guest: 'not to delete',
      bot: 'not to delete',
    },
  },
  {
    operation: 'GET /messages/{message_id}/history',
    circumstance: 'in a private channel, not subscribed',
    params: secretMessage,
    refused: nobody('no message'),
  },
];
