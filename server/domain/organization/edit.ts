/** Changing the organization's settings at someone's request: who may, and which values make sense together. */
import { badRequest, checking, invalidParameter, unauthorizedPrincipal } from '../../errors.ts';
import { nameOf, unreadableAt } from '../../names.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import { permissionRules, type RealmPermission } from '../../permissions/group-settings.ts';
import { isAdministrator, isOwner, Role } from '../../permissions/roles.ts';
import type { Acting } from '../acting.ts';
import { accessChannel } from '../channels/access.ts';
import { checkOldSetting, validateGroupSetting } from '../groups/membership.shared.ts';
import { promoteFullMembers } from '../groups/system-groups.shared.ts';
import { activeIdsByRole } from '../users/rows.ts';
import { languages } from '../users/settings.shared.ts';
import { withVisibilityEvents } from '../visibility/events.shared.ts';
import { organization, organizationPermissions, type OrganizationSettings } from './rows.ts';
import { organizationSettings, settingNames, type SettingName } from './rules.ts';
import { setOrganization } from './store.ts';

/** A permission's new holders, and whom the client believed to hold it. */
export interface PermissionChange {
  new: GroupSettingValue;
  old?: GroupSettingValue;
}

export interface OrganizationChanges {
  settings: Partial<OrganizationSettings>;
  permissions: Partial<Record<RealmPermission, PermissionChange>>;
}

/** Settings that decide who gets in or what is kept, and so are the owners'. */
const ownersPermissions: readonly RealmPermission[] = [
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
];

/** Names of the settings that only owners change. */
export const ownersSettings: readonly string[] = [
  ...settingNames.filter((name) => organizationSettings[name].by === 'owner'),
  ...ownersPermissions,
];

/**
 * Changes settings of the organization and notifies everyone.
 * @throws ApiError UNAUTHORIZED_PRINCIPAL when the caller's role is not enough; BAD_REQUEST for values that cannot be
 */
export function changeOrganization(acting: Acting, { settings: sent, permissions }: OrganizationChanges): void {
  const { user } = acting;
  if (!isAdministrator(user)) throw unauthorizedPrincipal();
  const settings = { ...sent, ...(sent.name !== undefined && { name: nameOf(sent.name) }) };
  const names = [...Object.keys(settings), ...Object.keys(permissions)];
  if (!isOwner(user) && names.some((name) => ownersSettings.includes(name))) {
    throw unauthorizedPrincipal('Must be an organization owner');
  }
  if (settings.name !== undefined && unreadableAt(settings.name) !== -1)
    throw invalidParameter('name', 'Invalid character in the name of the organization.');
  for (const name of channelSettings) {
    const id = settings[name];
    if (id !== undefined && id !== -1) checking(name, () => checkChannel(acting, name, id));
  }
  if (settings.authentication_methods !== undefined && settings.authentication_methods['Email'] !== true) {
    throw invalidParameter('authentication_methods', 'At least one authentication method must be enabled.');
  }
  const { default_language: language } = settings;
  if (language !== undefined && !Object.hasOwn(languages, language))
    throw invalidParameter('default_language', 'Invalid default_language');
  const store = (): void => setOrganization(acting, { ...settings, ...checkedPermissions(acting, permissions) });
  if (permissions.can_access_all_users_group === undefined) store();
  else withVisibilityEvents(acting, { users: activeIdsByRole(acting.db, Role.guest, Role.guest) }, store);
  // Another waiting period makes others full members, at once.
  if (settings.waiting_period_threshold !== undefined)
    withVisibilityEvents(acting, { groups: true }, () => promoteFullMembers(acting));
}

const channelSettings = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const satisfies readonly SettingName[];

function checkChannel(acting: Acting, name: SettingName, id: number): void {
  const channel = accessChannel(acting, id);
  if (channel.is_archived === 1) throw badRequest('Channel is archived');
  if (name === 'moderation_request_channel_id' && channel.invite_only === 0) {
    throw badRequest('Moderation request channel must be private.');
  }
}

function checkedPermissions(
  acting: Acting,
  changes: OrganizationChanges['permissions'],
): Partial<Record<RealmPermission, GroupSettingValue>> {
  const current = organization(acting.db);
  const checked: Partial<Record<RealmPermission, GroupSettingValue>> = {};
  for (const name of organizationPermissions) {
    const change = changes[name];
    if (change === undefined) continue;
    checkOldSetting(acting.db, change.old, current[name]);
    checked[name] = validateGroupSetting(acting, name, change.new, permissionRules.realm[name]);
  }
  return checked;
}
