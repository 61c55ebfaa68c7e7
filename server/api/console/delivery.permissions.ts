/** Who may call what is in delivery.ts (spec/permission-rows.ts). */
import { belowAdministrators, belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET /console/delivery_settings', refused: belowAdministrators },
  { operation: 'PATCH /console/delivery_settings', refused: belowOwners },
  {
    operation: 'POST /console/delivery_settings/certificate_check',
    refused: { ...belowOwners, owner: 'no mail server' },
  },
  { operation: 'POST /console/delivery_settings/test_mail', refused: belowAdministrators },
  { operation: 'GET /console/deliveries', refused: belowAdministrators },
  { operation: 'GET /console/deliveries/{delivery_id}', refused: belowAdministrators },
  { operation: 'POST /console/deliveries/{delivery_id}/retry', refused: belowAdministrators },
];
