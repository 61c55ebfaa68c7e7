/** Who may call what is in organization.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /console/organization/reactivate', refused: { owner: 'not deactivated', ...belowOwners } },
];
