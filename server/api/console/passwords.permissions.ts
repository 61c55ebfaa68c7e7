/** Who may call what is in passwords.ts (spec/permission-rows.ts). */
import { type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/new_password/{reset_key}', refused: {} },
  { operation: 'POST /console/new_password/{reset_key}', refused: {} },
  { operation: 'POST /console/forgotten_password', refused: {} },
];
