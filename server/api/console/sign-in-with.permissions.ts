/** Who may call what is in sign-in-with.ts (spec/permission-rows.ts). */
import { callers, type Caller, type PermissionRow } from '../../spec/permission-rows.ts';
import type { Word } from '../../spec/refusals.ts';

/** Everyone may ask; nothing was begun at a provider here. */
const all = <W extends Word>(word: W): Record<Caller, W> =>
  Object.fromEntries(callers.map((caller) => [caller, word])) as Record<Caller, W>;

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET !/accounts/login/social/oidc/{provider}', refused: all('no provider') },
  { operation: 'GET !/accounts/login/social/oidc/{provider}/callback', refused: all('no provider') },
  { operation: 'POST !/accounts/login/social/oidc/password', refused: all('no provider') },
  { operation: 'POST /console/sign_in_with_token', refused: all('no token') },
];
