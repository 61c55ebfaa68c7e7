/** Who may call what is in submessages.ts (spec/permission-rows.ts). */
import { nobody, othersMessage, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'POST /submessage',
    circumstance: 'begun on a message of somebody else',
    params: othersMessage,
    refused: nobody('not yours'),
  },
];
