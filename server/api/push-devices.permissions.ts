/** Who may call what is in push-devices.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /mobile_push/register', refused: withoutAccount },
  { operation: 'POST /users/me/mobile_push_reg_id', refused: withoutAccount },
  { operation: 'DELETE /users/me/android_gcm_reg_id', refused: withoutAccount },
  { operation: 'POST /users/me/apns_device_token', refused: withoutAccount },
  { operation: 'DELETE /users/me/apns_device_token', refused: withoutAccount },
  { operation: 'POST /mobile_push/test_notification', refused: withoutAccount },
  { operation: 'POST /mobile_push/e2ee/test_notification', refused: withoutAccount },
];
