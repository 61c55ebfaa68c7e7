/** Who may call what is in register.ts (spec/permission-rows.ts). */
import { withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [{ operation: 'POST /register', refused: withoutAccount }];
