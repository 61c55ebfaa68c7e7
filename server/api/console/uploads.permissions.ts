/** Who may call what is in uploads.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/uploads', refused: belowAdministrators },
  { operation: 'DELETE /console/uploads/{upload_id}', refused: belowAdministrators },
];
