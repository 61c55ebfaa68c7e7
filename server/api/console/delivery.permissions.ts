/** Who may call what is in delivery.ts (spec/permission-rows.ts). */
import { belowOwners, type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'POST /console/delivery_settings/certificate_check',
    refused: { ...belowOwners, owner: 'no mail server' },
  },
];
