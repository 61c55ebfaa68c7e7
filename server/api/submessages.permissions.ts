/** Who may call what is in submessages.ts (spec/permission-rows.ts). */
import { nobody, othersMessage, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /submessage', refused: withoutAccount },
  {
    operation: 'POST /submessage',
    circumstance: 'begun on a message of somebody else',
    params: othersMessage,
    refused: nobody('not yours'),
  },
];
