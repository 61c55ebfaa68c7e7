/** Who may call what is in two-factor-users.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/two_factor_users', refused: belowOwners },
  { operation: 'PATCH /console/two_factor_users', refused: belowOwners },
  { operation: 'DELETE /console/users/{user_id}/two_factor', refused: { ...belowOwners, owner: 'no factor' } },
];
