/** Who may call what is in user-status.ts (spec/permission-rows.ts). */
import { belowAdministrators, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /users/me/status', refused: withoutAccount },
  { operation: 'GET /users/{user_id}/status', refused: withoutAccount },
  { operation: 'POST /users/{user_id}/status', refused: belowAdministrators },
];
