/** Who may call what is in organization.ts (spec/permission-rows.ts). */
import { belowAdministrators, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  {
    operation: 'PATCH /realm',
    circumstance: 'message retention',
    params: () => ({ name: undefined, message_retention_days: 30 }),
    refused: { ...belowAdministrators, administrator: 'owners' },
  },
  {
    operation: 'PATCH /realm',
    circumstance: 'who may create groups',
    params: ({ ids }) => ({ name: undefined, can_create_groups: ids.moderators }),
    refused: { ...belowAdministrators, administrator: 'owners' },
  },
];
