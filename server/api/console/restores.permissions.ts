/** Who may call what is in restores.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /console/backups/{name}/restore', refused: { ...belowOwners, owner: 'wrong password' } },
  { operation: 'POST /console/restores', refused: { ...belowOwners, owner: 'no backup' } },
  { operation: 'POST /console/restores/{restore_id}', refused: { ...belowOwners, owner: 'not handed in' } },
];
