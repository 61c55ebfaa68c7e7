/** Who may call what is in organization-pictures.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET !/realm/icon.png', refused: {} },
  { operation: 'GET !/realm/logo.png', refused: {} },
  { operation: 'GET !/realm/night-logo.png', refused: {} },
  { operation: 'POST /realm/icon', refused: belowAdministrators },
  { operation: 'DELETE /realm/icon', refused: belowAdministrators },
  { operation: 'POST /realm/logo', refused: belowAdministrators },
  { operation: 'DELETE /realm/logo', refused: belowAdministrators },
];
