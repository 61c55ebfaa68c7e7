/** Who may call what is in navigation-views.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /navigation_views', refused: withoutAccount },
  { operation: 'POST /navigation_views', refused: withoutAccount },
  { operation: 'PATCH /navigation_views/{*fragment}', refused: withoutAccount },
  { operation: 'DELETE /navigation_views/{*fragment}', refused: withoutAccount },
];
