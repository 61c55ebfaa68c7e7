/** Who may call what is in statistics.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/statistics/messages', refused: belowAdministrators },
  { operation: 'GET /console/statistics/channels', refused: belowAdministrators },
  { operation: 'GET /console/server_health', refused: belowAdministrators },
];
