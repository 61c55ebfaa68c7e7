/** Who may call what is in explorer.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/answer_fields', refused: belowAdministrators },
  { operation: 'GET /console/operations', refused: belowAdministrators },
  { operation: 'GET !/api/openapi.json', refused: {} },
];
