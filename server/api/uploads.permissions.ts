/** Who may call what is in uploads.ts (spec/permission-rows.ts). */
import { nobody, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET !/user_uploads/{realm_id_str}/{*filename}', refused: withoutAccount },
  {
    operation: 'GET !/user_uploads/{realm_id_str}/{*filename}',
    circumstance: 'uploaded by somebody else, not shared',
    params: (scene) => ({
      filename: scene.of('other').upload.split('/').slice(1).join('/'),
    }),
    refused: nobody('no file'),
  },
  { operation: 'GET !/user_uploads/temporary/{ticket}/{*filename}', refused: {} },
  { operation: 'GET !/user_uploads/thumbnail/{realm_id_str}/{random}/{filename}/{format}', refused: withoutAccount },
];
