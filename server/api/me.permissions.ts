/** Who may call what is in me.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'DELETE /users/me', refused: { ...withoutAccount, owner: 'last owner' } },
  { operation: 'PATCH /users/me/profile_data', refused: { ...withoutAccount, bot: 'no fields' } },
];
