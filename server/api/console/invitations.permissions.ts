/** Who may call what is in invitations.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /console/invitees', refused: { ...withoutAccount, guest: 'no' } },
];
