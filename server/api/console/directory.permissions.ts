/** Who may call what is in directory.ts (spec/permission-rows.ts). */
import { belowOwners, withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/directory', refused: belowOwners },
  { operation: 'PATCH /console/directory', refused: belowOwners },
  { operation: 'POST /console/directory/test_user', refused: { ...belowOwners, owner: 'no directory' } },
  { operation: 'POST /console/directory/preview', refused: { ...belowOwners, owner: 'no directory' } },
  { operation: 'POST /console/directory/synchronize', refused: belowOwners },
  { operation: 'GET /console/own_password', refused: withoutAccount },
];
