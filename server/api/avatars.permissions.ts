/** Who may call what is in avatars.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET !/avatar/{user_id_or_email}', refused: withoutAccount },
  { operation: 'GET !/avatar/{user_id_or_email}/{size}', refused: withoutAccount },
];
