/** Who may call what is in drafts.ts (spec/permission-rows.ts). */
import { nobody, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'PATCH /drafts/{draft_id}',
    circumstance: 'of somebody else',
    params: (scene) => ({ draft_id: scene.of('other').draft }),
    refused: nobody('no draft'),
  },
  {
    operation: 'DELETE /drafts/{draft_id}',
    circumstance: 'of somebody else',
    params: (scene) => ({ draft_id: scene.of('other').draft }),
    refused: nobody('no draft'),
  },
];
