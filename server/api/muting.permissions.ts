/** Who may call what is in muting.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /users/me/muted_users/{muted_user_id}', refused: withoutAccount },
  { operation: 'DELETE /users/me/muted_users/{muted_user_id}', refused: withoutAccount },
];
