/** Who may call what is in server-info.ts (spec/permission-rows.ts). */
import { type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /server_settings', refused: {} },
  { operation: 'GET !/static/emoji/emoji-data.json', refused: {} },
];
