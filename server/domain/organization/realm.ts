/**
 * The `realm` part of the registration answer: every setting with `realm_` before its name, the forms that older clients
 * read, and the server's own limits and abilities (contract: RegisterResponse; spec: Limits).
 */
import { emptyTopicDisplayName } from '../../events/topic-name.ts';
import { permissionRules } from '../../permissions/group-settings.ts';
import type { Viewing } from '../acting.ts';
import { groupSettingWire, systemGroupId } from '../groups/membership.ts';
import { organization, organizationPermissions, type OrganizationSettings } from './rows.ts';
import { serverLimitsWire } from './limits.ts';
import { organizationSettings, settingNames } from './rules.ts';
import { authenticationMethodsWire, pictureWire } from './wire.ts';
import type { Reader } from '../../storage/database.ts';

/** Everything asked for by the fetch_event_type `realm`. */
export function realmSlice(viewing: Viewing): Record<string, unknown> {
  const { db } = viewing;
  const settings = organization(db);
  return {
    ...plainSettings(settings),
    ...permissions(db, settings),
    ...olderForms(db, settings),
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
    realm_upload_quota_mib: null,
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

/** Numbers of the policies that permissions were before they were groups; closed sets that clients check. */
const channelPolicy = { 'role:members': 1, 'role:administrators': 2, 'role:fullmembers': 3, 'role:moderators': 4 };
const webPublicPolicy = { 'role:administrators': 2, 'role:moderators': 4, 'role:nobody': 6, 'role:owners': 7 };
const mentionPolicy = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};

function olderForms(db: Reader, settings: OrganizationSettings): Record<string, unknown> {
  // A set of users that no older number stands for reads as "administrators": never more than is allowed to most.
  const asPolicy = (value: unknown, policy: Record<string, number>, otherwise: number): number =>
    Object.entries(policy).find(([group]) => systemGroupId(db, group as 'role:nobody') === value)?.[1] ?? otherwise;
  return {
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    realm_create_public_stream_policy: asPolicy(settings.can_create_public_channel_group, channelPolicy, 2),
    realm_create_private_stream_policy: asPolicy(settings.can_create_private_channel_group, channelPolicy, 2),
    realm_create_web_public_stream_policy: asPolicy(settings.can_create_web_public_channel_group, webPublicPolicy, 6),
    realm_wildcard_mention_policy: asPolicy(settings.can_mention_many_users_group, mentionPolicy, 5),
  };
}
