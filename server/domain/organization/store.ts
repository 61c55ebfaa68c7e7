/**
 * The organization: its settings, what they allow, and changing them. Owns the table realm_settings.
 * Reading alone is in organization/rows.ts, which imports no other noun.
 */
import { everyone } from '../../events/audience.ts';
import type { SystemActing } from '../acting.ts';
import { changedOlderForms, olderForms } from './older-forms.ts';
import { organization, type OrganizationSettings, storeServerSetting } from './rows.ts';
import { alone, toWire } from './wire.ts';

/**
 * Writes settings and announces those that changed (events `realm` / `update_dict` and `update`). Refuses nothing:
 * who may change what is checked in organization/edit.ts.
 */
export function setOrganization(acting: SystemActing, changes: Partial<OrganizationSettings>): void {
  const before = organization(acting.db);
  const olderBefore = olderForms(acting.db, before);
  const changed: Partial<OrganizationSettings> = {};
  for (const [name, value] of Object.entries(changes)) {
    if (JSON.stringify(before[name as keyof OrganizationSettings]) === JSON.stringify(value)) continue;
    storeSetting(acting, name as keyof OrganizationSettings, value);
    Object.assign(changed, { [name]: value });
  }
  const now = organization(acting.db);
  const data = toWire(changed, now);
  if (Object.keys(data).length > 0) {
    acting.announce({ type: 'realm', op: 'update_dict', property: 'default', data }, everyone);
  }
  const older = changedOlderForms(olderBefore, olderForms(acting.db, now));
  for (const one of [...alone(changed), ...older]) acting.announce({ type: 'realm', op: 'update', ...one }, everyone);
}

/** Writes one setting and notifies no one. */
export function storeSetting(acting: SystemActing, name: keyof OrganizationSettings, value: unknown): void {
  storeServerSetting(acting, name, value);
}
