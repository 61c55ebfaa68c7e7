/** Who may call what is in reminders.ts (spec/permission-rows.ts). */
import { nobody, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'DELETE /reminders/{reminder_id}',
    circumstance: 'of somebody else',
    params: (scene) => ({ reminder_id: scene.of('other').reminder }),
    refused: nobody('no reminder'),
  },
];
