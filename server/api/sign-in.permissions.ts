/** Who may call what is in sign-in.ts (spec/permission-rows.ts). */
import { type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /fetch_api_key', refused: {} },
  { operation: 'POST !/accounts/login/mobile', refused: {} },
];
