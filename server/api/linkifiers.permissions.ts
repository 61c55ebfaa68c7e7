/** Who may call what is in linkifiers.ts (spec/permission-rows.ts). */
import { belowAdministrators, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /realm/linkifiers', refused: withoutAccount },
  { operation: 'GET /realm/filters', refused: withoutAccount },
  { operation: 'POST /realm/filters', refused: belowAdministrators },
  { operation: 'PATCH /realm/filters/{filter_id}', refused: belowAdministrators },
  { operation: 'DELETE /realm/filters/{filter_id}', refused: belowAdministrators },
  { operation: 'PATCH /realm/linkifiers', refused: belowAdministrators },
  { operation: 'POST /realm/playgrounds', refused: belowAdministrators },
  { operation: 'DELETE /realm/playgrounds/{playground_id}', refused: belowAdministrators },
];
