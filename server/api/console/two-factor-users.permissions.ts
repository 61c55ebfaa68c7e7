/** Who may call what is in two-factor-users.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'DELETE /console/users/{user_id}/two_factor', refused: { ...belowOwners, owner: 'no factor' } },
];
