/** Who may call what is in organization-pictures.ts (spec/permission-rows.ts). */
import { type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'GET !/realm/icon.png', refused: {} },
  { operation: 'GET !/realm/logo.png', refused: {} },
  { operation: 'GET !/realm/night-logo.png', refused: {} },
];
