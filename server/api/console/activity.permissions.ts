/** Who may call what is in activity.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/activity', refused: belowAdministrators },
  { operation: 'GET /console/event_queues', refused: belowAdministrators },
  { operation: 'DELETE /console/event_queues/{queue_id}', refused: belowAdministrators },
];
