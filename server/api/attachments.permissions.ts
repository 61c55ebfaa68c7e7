/** Who may call what is in attachments.ts (spec/permission-rows.ts). */
import { nobody, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'DELETE /attachments/{attachment_id}',
    circumstance: 'uploaded by somebody else',
    params: (scene) => ({
      attachment_id: scene.of('other').attachment,
    }),
    refused: nobody('no upload'),
  },
];
