/** Who may call what is in sign-in-with.ts (spec/permission-rows.ts). Everyone may ask; nothing was begun at a provider here. */
import { allCallers, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET !/accounts/login/social/oidc/{provider}', refused: allCallers('no provider') },
  { operation: 'GET !/accounts/login/social/oidc/{provider}/callback', refused: allCallers('no provider') },
  { operation: 'POST !/accounts/login/social/oidc/password', refused: allCallers('no provider') },
  { operation: 'POST /console/sign_in_with_token', refused: allCallers('no token') },
];
