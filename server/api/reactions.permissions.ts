/** Who may call what is in reactions.ts (spec/permission-rows.ts). */
import { nobody, secretMessage, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'POST /messages/{message_id}/reactions',
    circumstance: 'in a private channel, not subscribed',
    params: secretMessage,
    refused: nobody('no message'),
  },
];
