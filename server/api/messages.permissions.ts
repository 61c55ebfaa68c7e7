/** Who may call what is in messages.ts (spec/permission-rows.ts). */
import { nobody, secretMessage, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /messages', refused: withoutAccount },
  {
    operation: 'POST /messages',
    circumstance: 'to a private channel, not subscribed',
    params: () => ({ to: 'secret' }),
    refused: {
      ...withoutAccount,
      owner: 'not to post',
      administrator: 'not to post',
      moderator: 'no such name',
      member: 'no such name',
      guest: 'no such name',
      bot: 'no such name',
    },
  },
  {
    operation: 'POST /messages',
    circumstance: 'directly',
    params: ({ people, other }, who) => ({
      type: 'direct',
      to: [who === 'member' ? other.userId : people.member.userId],
      topic: undefined,
    }),
    refused: withoutAccount,
  },
  { operation: 'GET /messages', refused: withoutAccount },
  { operation: 'GET /messages/{message_id}', refused: withoutAccount },
  {
    operation: 'GET /messages/{message_id}',
    circumstance: 'in a private channel, not subscribed',
    params: secretMessage,
    refused: nobody('no message'),
  },
];
