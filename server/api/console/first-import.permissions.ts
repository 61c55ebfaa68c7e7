/** Who may call what is in first-import.ts (spec/permission-rows.ts): callers with the token of the set-up link. */
import { type PermissionRow } from '../../spec/permission-rows.ts';
import { byUsedLink as refused } from './first-run.permissions.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /console/setup/imports/state', refused },
  { operation: 'POST /console/setup/imports', refused },
  { operation: 'POST /console/setup/imports/from_file', refused },
  { operation: 'POST /console/setup/imports/start', refused },
  { operation: 'POST /console/setup/imports/cancel', refused },
];
