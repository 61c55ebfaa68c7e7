/** Who may call what is in imports.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /console/imports', refused: { ...belowOwners, owner: 'no export' } },
  { operation: 'POST /console/imports/from_file', refused: { ...belowOwners, owner: 'no such file' } },
  { operation: 'POST /console/imports/start', refused: { ...belowOwners, owner: 'no file chosen' } },
  { operation: 'GET /console/imports/report', refused: { ...belowOwners, owner: 'no report' } },
];
