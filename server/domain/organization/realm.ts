/**
 * The `realm` part of the registration answer: every setting with `realm_` before its name, the forms that older clients
 * read, and the server's own limits and abilities (contract: RegisterResponse; spec: Limits).
 */
import { emptyTopicDisplayName } from '../../events/topic-name.ts';
import { permissionRules } from '../../permissions/group-settings.ts';
import type { Reader } from '../../storage/database.ts';
import type { Viewing } from '../acting.ts';
import { groupSettingWire } from '../groups/membership.shared.ts';
import type { StateParts } from '../initial-state.ts';
import { realmDomains } from './domains.shared.ts';
import { serverLimitsWire } from './limits.shared.ts';
import { olderForms } from './older-forms.ts';
import { organization, organizationPermissions, type OrganizationSettings } from './rows.ts';
import { organizationSettings, settingNames } from './rules.ts';
import { authenticationMethodsWire, isTopicMandatory, pictureWire } from './wire.ts';

/** Everything asked for by the fetch_event_type `realm`. */
function realmState(viewing: Viewing): Record<string, unknown> {
  const { db } = viewing;
  const settings = organization(db);
  return {
    ...plainSettings(settings),
    ...permissions(db, settings),
    ...prefixed({ ...olderForms(db, settings), mandatory_topics: isTopicMandatory(settings) }),
    ...prefixed({
      ...pictureWire(settings, 'icon'),
      ...pictureWire(settings, 'logo'),
      ...pictureWire(settings, 'night_logo'),
    }),
    realm_date_created: settings.date_created,
    realm_authentication_methods: authenticationMethodsWire(settings),
    realm_email_auth_enabled: settings.authentication_methods['Email'] !== false,
    realm_password_auth_enabled: settings.authentication_methods['Email'] !== false,
    realm_empty_topic_display_name: emptyTopicDisplayName,
    realm_url: viewing.origin,
    realm_uri: viewing.origin,
    realm_plan_type: 1,
    realm_upload_quota_mib: viewing.services.options.limits.uploadQuotaMib,
    server_supported_permission_settings: permissionRules,
    ...serverLimitsWire(viewing, settings),
  };
}

function plainSettings(settings: OrganizationSettings): Record<string, unknown> {
  const sent = settingNames.filter((name) => organizationSettings[name].by !== 'server');
  return prefixed(Object.fromEntries(sent.map((name) => [name, settings[name]])));
}

function permissions(db: Reader, settings: OrganizationSettings): Record<string, unknown> {
  return prefixed(
    Object.fromEntries(organizationPermissions.map((name) => [name, groupSettingWire(db, settings[name])])),
  );
}

const prefixed = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`realm_${name}`, value]));

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const organizationState: StateParts = {
  realm: realmState,
  realm_domains: ({ db }) => ({ realm_domains: realmDomains(db) }),
};
