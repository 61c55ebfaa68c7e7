/** Who may call what is in audit-log.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/audit_log', refused: belowOwners },
  { operation: 'GET /console/audit_log/export', refused: belowOwners },
];
