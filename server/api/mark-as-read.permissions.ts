/** Who may call what is in mark-as-read.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /mark_all_as_read', refused: withoutAccount },
  { operation: 'POST /mark_stream_as_read', refused: withoutAccount },
  { operation: 'POST /mark_topic_as_read', refused: withoutAccount },
];
