/** Tells administrators who consents that private data are exported (contract: realm_export_consent, since 312). */
import { toUsers } from '../events/audience.ts';
import { isAdministrator } from '../permissions/roles.ts';
import type { SystemActing } from './acting.ts';
import { activeUsers } from './users.ts';

export function announceExportConsent(acting: SystemActing, userId: number, consented: boolean): void {
  const administrators = activeUsers(acting.db).filter((user) => isAdministrator(user) && user.is_bot === 0);
  acting.announce(
    { type: 'realm_export_consent', user_id: userId, consented },
    toUsers(administrators.map((user) => user.id)),
  );
}
