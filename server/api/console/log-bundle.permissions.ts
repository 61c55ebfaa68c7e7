/** Who may call what is in log-bundle.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/log_bundle', refused: belowAdministrators },
];
