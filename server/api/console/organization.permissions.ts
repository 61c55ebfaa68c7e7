/** Who may call what is in organization.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/organization', refused: withoutAccount },
];
