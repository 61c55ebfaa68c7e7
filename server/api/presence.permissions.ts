/** Who may call what is in presence.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /users/me/presence', refused: { ...withoutAccount, bot: 'not bots' } },
];
