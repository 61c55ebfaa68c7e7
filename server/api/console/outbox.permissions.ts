/** Who may call what is in outbox.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/outbox', refused: belowAdministrators },
  { operation: 'GET /console/outbox/{name}', refused: belowAdministrators },
];
