/** Who may call what is in onboarding-steps.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /users/me/onboarding_steps', refused: withoutAccount },
];
