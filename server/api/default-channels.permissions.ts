/** Who may call what is in default-channels.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /default_streams', refused: belowAdministrators },
  { operation: 'DELETE /default_streams', refused: belowAdministrators },
];
