/** Who may call what is in team-export.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [{ operation: 'GET /console/team_export', refused: belowOwners }];
