/** Who may call what is in presence.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/presence', refused: belowAdministrators },
  { operation: 'GET /console/presence/history', refused: belowAdministrators },
];
