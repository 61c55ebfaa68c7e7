/** Who may call what is in me.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /users/me', refused: withoutAccount },
  { operation: 'DELETE /users/me', refused: { ...withoutAccount, owner: 'last owner' } },
  { operation: 'PATCH /users/me/profile_data', refused: { ...withoutAccount, bot: 'no fields' } },
  { operation: 'DELETE /users/me/profile_data', refused: withoutAccount },
  { operation: 'POST /users/me/api_key/regenerate', refused: withoutAccount },
];
