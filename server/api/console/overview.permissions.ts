/** Who may call what is in overview.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/overview', refused: belowAdministrators },
  { operation: 'GET /console/status', refused: belowAdministrators },
];
