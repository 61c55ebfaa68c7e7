/** Who may call what is in profile-fields.ts (spec/permission-rows.ts). */
import { belowAdministrators, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /realm/profile_fields', refused: withoutAccount },
  { operation: 'POST /realm/profile_fields', refused: belowAdministrators },
  { operation: 'PATCH /realm/profile_fields', refused: belowAdministrators },
  { operation: 'PATCH /realm/profile_fields/{field_id}', refused: belowAdministrators },
  { operation: 'DELETE /realm/profile_fields/{field_id}', refused: belowAdministrators },
];
