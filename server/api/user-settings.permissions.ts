/** Who may call what is in user-settings.ts (spec/permission-rows.ts). */
import { belowAdministrators, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'PATCH /settings', refused: withoutAccount },
  { operation: 'PATCH /realm/user_settings_defaults', refused: belowAdministrators },
  { operation: 'GET !/confirm-email/{key}', refused: {} },
];
