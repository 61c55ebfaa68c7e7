/** Who may call what is in saved-snippets.ts (spec/permission-rows.ts). */
import { nobody, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'PATCH /saved_snippets/{saved_snippet_id}',
    circumstance: 'of somebody else',
    params: (scene) => ({
      saved_snippet_id: scene.of('other').snippet,
    }),
    refused: nobody('no snippet'),
  },
  {
    operation: 'DELETE /saved_snippets/{saved_snippet_id}',
    circumstance: 'of somebody else',
    params: (scene) => ({
      saved_snippet_id: scene.of('other').snippet,
    }),
    refused: nobody('no snippet'),
  },
];
