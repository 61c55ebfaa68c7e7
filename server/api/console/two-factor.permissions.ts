/** Who may call what is in two-factor.ts (spec/permission-rows.ts). */
import { allCallers, nobody, withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /console/two_factor/setup', refused: { ...withoutAccount, bot: 'not bots' } },
  { operation: 'POST /console/two_factor', refused: { ...nobody('set-up ended'), ...withoutAccount } },
  { operation: 'POST /console/two_factor/recovery_codes', refused: { ...nobody('factor off'), ...withoutAccount } },
  { operation: 'DELETE /console/two_factor', refused: { ...nobody('factor off'), ...withoutAccount } },
  { operation: 'POST /console/sign_in/two_factor_setup', refused: allCallers('set up later') },
  { operation: 'POST /console/sign_in/two_factor', refused: allCallers('set-up ended') },
];
