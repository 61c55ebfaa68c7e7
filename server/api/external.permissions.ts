/** Who may call what is in external.ts (spec/permission-rows.ts). */
import { nobody, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  // Of bots only those for incoming webhooks, which are none of the callers here: external.test.ts.
  { operation: 'POST /external/{integration}', refused: nobody('no webhook bot') },
];
