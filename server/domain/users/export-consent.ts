/** Export consent events: users who consent that private data are exported (contract: realm_export_consent, since 312). */
import { toUsers } from '../../events/audience.ts';
import type { SystemActing } from '../acting.ts';
import { administratorIds } from './rows.ts';

/** @param consented whether private data of theirs may be exported now. */
export function announceExportConsent(acting: SystemActing, userId: number, consented: boolean): void {
  acting.announce({ type: 'realm_export_consent', user_id: userId, consented }, toUsers(administratorIds(acting.db)));
}
