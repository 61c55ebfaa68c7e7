/** Who may call what is in organization.ts (spec/permission-rows.ts). */
import { belowOwners, withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/organization', refused: withoutAccount },
  { operation: 'GET /console/organization/state', refused: belowOwners },
  { operation: 'POST /console/organization/deactivate', refused: belowOwners },
  { operation: 'POST /console/organization/reactivate', refused: { owner: 'not deactivated', ...belowOwners } },
];
