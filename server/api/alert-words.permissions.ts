/** Who may call what is in alert-words.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /users/me/alert_words', refused: withoutAccount },
  { operation: 'POST /users/me/alert_words', refused: withoutAccount },
  { operation: 'DELETE /users/me/alert_words', refused: withoutAccount },
];
