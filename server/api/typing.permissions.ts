/** Who may call what is in typing.ts (spec/permission-rows.ts). */
import { nobody, othersMessage, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'POST /typing',
    circumstance: 'private channel, not subscribed',
    params: ({ ids }) => ({
      type: 'channel',
      stream_id: ids.secret,
      topic: 'plans',
      to: undefined,
    }),
    refused: nobody('no channel'),
  },
  {
    operation: 'POST /messages/{message_id}/typing',
    circumstance: 'sent by somebody else',
    params: othersMessage,
    refused: nobody('not its sender'),
  },
];
