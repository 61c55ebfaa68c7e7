/** Who may call what is in sessions.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /console/sign_in', refused: {} },
  { operation: 'GET /console/session', refused: withoutAccount },
  { operation: 'GET /console/sessions', refused: withoutAccount },
  { operation: 'DELETE /console/sessions/{session_id}', refused: withoutAccount },
  { operation: 'POST /console/sign_out', refused: withoutAccount },
  { operation: 'POST /console/sign_out_everywhere', refused: withoutAccount },
];
