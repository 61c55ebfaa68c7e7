/** Who may call what is in explorer.ts (spec/permission-rows.ts). */
import { type PermissionRow } from '../../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [{ operation: 'GET !/api/openapi.json', refused: {} }];
