/** Who may call what is in sign-in-icons.ts (spec/permission-rows.ts). */
import type { PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET !/accounts/login/social/oidc/{provider}/icon.png', refused: {} },
];
