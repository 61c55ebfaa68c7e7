/** Who may call what is in topics.ts (spec/permission-rows.ts). */
import { nobody, secretChannel, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'GET /console/channels/{stream_id}/topics',
    circumstance: 'private, not subscribed',
    params: secretChannel,
    refused: nobody('no channel'),
  },
];
