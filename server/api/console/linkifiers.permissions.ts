/** Who may call what is in linkifiers.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /console/linkifiers/test', refused: belowAdministrators },
];
