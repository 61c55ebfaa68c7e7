/** Who may call what is in network.ts (spec/permission-rows.ts). */
import { belowAdministrators, belowOwners, withoutAccount, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/network', refused: belowAdministrators },
  { operation: 'GET /console/team_address', refused: withoutAccount },
  { operation: 'POST /console/network/refresh', refused: belowAdministrators },
  { operation: 'POST /console/network/acknowledge', refused: belowAdministrators },
  { operation: 'POST /console/network/reach_test', refused: belowAdministrators },
  { operation: 'POST /console/network/certificate', refused: belowOwners },
  { operation: 'POST /console/network/certificate/make', refused: belowOwners },
  { operation: 'DELETE /console/network/certificate', refused: belowOwners },
  { operation: 'GET /console/network_settings', refused: belowAdministrators },
  { operation: 'PATCH /console/network_settings', refused: belowOwners },
];
