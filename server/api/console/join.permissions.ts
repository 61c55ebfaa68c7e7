/** Who may call what is in join.ts (spec/permission-rows.ts). */
import { type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/join/{key}', refused: {} },
  { operation: 'POST /console/join/{key}', refused: {} },
  { operation: 'POST /console/join', refused: {} },
];
