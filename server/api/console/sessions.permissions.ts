/** Who may call what is in sessions.ts (spec/permission-rows.ts). */
import { type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [{ operation: 'POST /console/sign_in', refused: {} }];
