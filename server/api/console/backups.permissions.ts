/** Who may call what is in backups.ts (spec/permission-rows.ts). */
import { belowAdministrators, belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/backups', refused: belowAdministrators },
  { operation: 'POST /console/backups', refused: belowAdministrators },
  { operation: 'GET /console/backups/{name}', refused: belowOwners },
  { operation: 'DELETE /console/backups/{name}', refused: belowOwners },
  { operation: 'PATCH /console/backup_settings', refused: belowOwners },
  { operation: 'POST /console/backups/{name}/check', refused: belowOwners },
];
