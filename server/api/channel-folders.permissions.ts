/** Who may call what is in channel-folders.ts (spec/permission-rows.ts). */
import { belowAdministrators, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /channel_folders/create', refused: belowAdministrators },
  { operation: 'GET /channel_folders', refused: withoutAccount },
  { operation: 'PATCH /channel_folders', refused: belowAdministrators },
  { operation: 'PATCH /channel_folders/{channel_folder_id}', refused: belowAdministrators },
];
