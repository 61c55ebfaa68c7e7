/** Who may call what is in message-flags.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /messages/flags', refused: withoutAccount },
  { operation: 'POST /messages/flags/narrow', refused: withoutAccount },
];
