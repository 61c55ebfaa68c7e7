/**
 * An organization at rest: no one reads or writes, but owners, who sign in to the console and bring it back. Nothing is deleted.
 */
import { badRequest } from '../../errors.ts';
import { everyone } from '../../events/audience.ts';
import type { SystemActing } from '../acting.ts';
import { audit } from '../audit/record.ts';
import { deactivatedAt, deactivatedSetting, organizationId, storeServerSetting } from './rows.ts';

/** @throws ApiError BAD_REQUEST when it rests already. */
export function deactivateOrganization(acting: SystemActing): void {
  if (deactivatedAt(acting.db) !== null) throw badRequest('The organization is already deactivated.');
  storeServerSetting(acting, deactivatedSetting, acting.now);
  audit(acting, { kind: 'organization', action: 'deactivated' });
  acting.announce({ type: 'realm', op: 'deactivated', realm_id: organizationId }, everyone);
}

/** @throws ApiError BAD_REQUEST when it does not rest. */
export function reactivateOrganization(acting: SystemActing): void {
  if (deactivatedAt(acting.db) === null) throw badRequest('The organization is not deactivated.');
  storeServerSetting(acting, deactivatedSetting, null);
  audit(acting, { kind: 'organization', action: 'reactivated' });
  acting.afterDurable(() => acting.services.wake.scheduledMessages());
}
