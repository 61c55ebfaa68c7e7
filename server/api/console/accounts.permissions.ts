/** Who may call what is in accounts.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /console/accounts/check', refused: belowAdministrators },
  { operation: 'POST /console/accounts', refused: belowAdministrators },
];
