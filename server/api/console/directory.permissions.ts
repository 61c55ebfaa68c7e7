/** Who may call what is in directory.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /console/directory/test_user', refused: { ...belowOwners, owner: 'no directory' } },
  { operation: 'POST /console/directory/preview', refused: { ...belowOwners, owner: 'no directory' } },
];
