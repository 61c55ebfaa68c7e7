/** Who may call what is in exports.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /export/realm', refused: belowAdministrators },
  { operation: 'POST /export/realm', refused: belowAdministrators },
  { operation: 'GET /export/realm/consents', refused: belowAdministrators },
  { operation: 'GET !/exports/{file_name}', refused: belowAdministrators },
  { operation: 'POST /realm/test_welcome_bot_custom_message', refused: belowAdministrators },
];
