/** Who may call what is in user-settings.ts (spec/permission-rows.ts). */
import { type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [{ operation: 'GET !/confirm-email/{key}', refused: {} }];
