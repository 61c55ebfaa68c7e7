/**
 * Groups allowed for each permission: the table behind `server_supported_permission_settings` and behind every check
 * of a group-setting value (contract: GroupSettingValue). Pure.
 */
import { phrase } from '../translation.ts';
import { isGuest, type Ranked } from './roles.ts';

/** The system groups; each contains the next, except no one, which is empty. */
export const systemGroupNames = [
  'role:internet',
  'role:everyone',
  'role:members',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
  'role:nobody',
] as const;
export type SystemGroupName = (typeof systemGroupNames)[number];

/** `stream_creator_or_nobody` and `group_creator` stand for "a user who makes it". */
export type DefaultGroupName = SystemGroupName | 'stream_creator_or_nobody' | 'group_creator';

/** The contract's GroupPermissionSetting. */
export interface PermissionRule {
  require_system_group: boolean;
  allow_internet_group: boolean;
  allow_nobody_group: boolean;
  allow_everyone_group: boolean;
  default_group_name: DefaultGroupName;
  default_for_system_groups: SystemGroupName | null;
  allowed_system_groups: SystemGroupName[];
}

type Level = 'realm' | 'stream' | 'group';

const rule = (name: DefaultGroupName, flags: Partial<PermissionRule> = {}): PermissionRule => ({
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: false,
  default_group_name: name,
  default_for_system_groups: null,
  allowed_system_groups: [],
  ...flags,
});

const withEveryone = { allow_everyone_group: true };
const somebody = { allow_nobody_group: false };
const forSystemGroups = { default_for_system_groups: 'role:nobody' } as const;

export const permissionRules = {
  realm: {
    create_multiuse_invite_group: rule('role:administrators'),
    can_access_all_users_group: rule('role:members', {
      ...withEveryone,
      ...somebody,
      require_system_group: true,
      allowed_system_groups: ['role:everyone', 'role:members'],
    }),
    can_add_custom_emoji_group: rule('role:members'),
    can_add_subscribers_group: rule('role:members'),
    can_create_bots_group: rule('role:members'),
    can_create_groups: rule('role:members'),
    can_create_public_channel_group: rule('role:members'),
    can_create_private_channel_group: rule('role:members'),
    can_create_web_public_channel_group: rule('role:owners', {
      require_system_group: true,
      allowed_system_groups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
    }),
    can_create_write_only_bots_group: rule('role:members'),
    can_delete_any_message_group: rule('role:administrators'),
    can_delete_own_message_group: rule('role:everyone', withEveryone),
    can_invite_users_group: rule('role:members'),
    can_manage_all_groups: rule('role:owners', somebody),
    can_manage_billing_group: rule('role:administrators', somebody),
    can_mention_many_users_group: rule('role:administrators', withEveryone),
    can_move_messages_between_channels_group: rule('role:members'),
    can_move_messages_between_topics_group: rule('role:everyone', withEveryone),
    can_resolve_topics_group: rule('role:everyone', withEveryone),
    can_set_delete_message_policy_group: rule('role:moderators'),
    can_set_topics_policy_group: rule('role:members'),
    can_summarize_topics_group: rule('role:everyone', withEveryone),
    direct_message_initiator_group: rule('role:everyone', withEveryone),
    direct_message_permission_group: rule('role:everyone', withEveryone),
  },
  stream: {
    can_add_subscribers_group: rule('role:nobody'),
    can_administer_channel_group: rule('stream_creator_or_nobody'),
    can_delete_any_message_group: rule('role:nobody'),
    can_delete_own_message_group: rule('role:nobody', withEveryone),
    can_move_messages_out_of_channel_group: rule('role:nobody'),
    can_move_messages_within_channel_group: rule('role:nobody', withEveryone),
    can_remove_subscribers_group: rule('role:administrators'),
    can_resolve_topics_group: rule('role:nobody', withEveryone),
    can_send_message_group: rule('role:everyone', withEveryone),
    can_subscribe_group: rule('role:nobody'),
  },
  group: {
    can_add_members_group: rule('group_creator', forSystemGroups),
    can_join_group: rule('role:nobody', forSystemGroups),
    can_leave_group: rule('role:everyone', { ...withEveryone, ...forSystemGroups }),
    can_manage_group: rule('group_creator', forSystemGroups),
    can_mention_group: rule('role:everyone', { ...withEveryone, ...forSystemGroups }),
    can_remove_members_group: rule('role:nobody', forSystemGroups),
  },
} as const satisfies Record<Level, Record<string, PermissionRule>>;

export type RealmPermission = keyof (typeof permissionRules)['realm'];
export type ChannelPermission = keyof (typeof permissionRules)['stream'];
export type GroupPermission = keyof (typeof permissionRules)['group'];
export const groupPermissions = Object.keys(permissionRules.group) as GroupPermission[];

/**
 * Permissions of a channel that do not decide alone: they add to one of the organization's, whose holders may in every
 * channel that they read. The other four of the ten decide on their own.
 */
export const addsTo = {
  can_add_subscribers_group: 'can_add_subscribers_group',
  can_delete_any_message_group: 'can_delete_any_message_group',
  can_delete_own_message_group: 'can_delete_own_message_group',
  can_move_messages_out_of_channel_group: 'can_move_messages_between_channels_group',
  can_move_messages_within_channel_group: 'can_move_messages_between_topics_group',
  can_resolve_topics_group: 'can_resolve_topics_group',
} as const satisfies Partial<Record<ChannelPermission, RealmPermission>>;
export type AddingPermission = keyof typeof addsTo;

/** Guests hold only what may be given to everyone, whatever groups they have been put into. */
export const mayHold = (user: Ranked, rules: PermissionRule): boolean => rules.allow_everyone_group || !isGuest(user);

/** Why a system group may not hold a permission; null when it may. The sentence is that of the BAD_REQUEST. */
export function objectionToSystemGroup(permission: string, rules: PermissionRule, group: string): string | null {
  const refused =
    (group === 'role:internet' && !rules.allow_internet_group) ||
    (group === 'role:everyone' && !rules.allow_everyone_group) ||
    (group === 'role:nobody' && !rules.allow_nobody_group) ||
    (group === 'role:owners' && permission === 'can_mention_group') ||
    (rules.allowed_system_groups.length > 0 && !rules.allowed_system_groups.includes(group as SystemGroupName));
  return refused ? phrase(`'${permission}' setting cannot be set to '${group}' group.`) : null;
}

export type ChannelSettingName = ChannelPermission;
