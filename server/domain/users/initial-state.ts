/** Users in registration (contract: RegisterResponse): each slice by the fetch_event_type that asks for it. */
import type { RealmPermission } from '../../permissions/group-settings.ts';
import { isAdministrator, isGuest, isModerator, isOwner } from '../../permissions/roles.ts';
import type { Viewing } from '../acting.ts';
import { mayBy } from '../groups/membership.shared.ts';
import { wantsType, type StateOptions, type StatePart, type StateParts } from '../initial-state.ts';
import { organizationSetting } from '../organization/rows.ts';
import { alertWordsOf } from './alert-words.ts';
import { peopleTexts, preparePeople, type PeopleOptions } from './people-texts.ts';
import { systemBots } from './rows.ts';
import {
  emojisetChoices,
  notificationSounds,
  settingDefaults,
  settingNames,
  userSettingRules,
  userSettings,
  type SettingKind,
} from './settings.shared.ts';
import { allStatuses } from './status-wire.ts';
import { avatarUrl, avatarUrlMedium, usersWire, type UserWire } from './wire.ts';

/** Choices that go with the settings. */
const settingChoices = { available_notification_sounds: notificationSounds, emojiset_choices: emojisetChoices };

const peopleOptions = ({ clientGravatar, capabilities }: StateOptions): PeopleOptions => ({
  clientGravatar,
  withoutUnknown: capabilities.user_list_incomplete === true,
  withoutOldPictures: capabilities.user_avatar_url_field_optional === true,
});

/** Has what is remembered of people and statuses made ahead. */
export function* prepareUsers(viewing: Viewing, options: StateOptions): Generator<void, void> {
  if (wantsType(options, 'realm_user')) yield* preparePeople(viewing, peopleOptions(options));
  if (!wantsType(options, 'user_status')) return;
  allStatuses(viewing);
  yield;
}

const realmUser: StatePart = (viewing, options) => {
  const { active, inactive } = peopleTexts(viewing, peopleOptions(options));
  return {
    realm_users: active,
    realm_non_active_users: inactive,
    cross_realm_bots: crossRealmBots(viewing),
    ...ownFields(viewing),
  };
};

function crossRealmBots(viewing: Viewing): (UserWire & { is_system_bot: boolean })[] {
  const wires = usersWire(viewing, systemBots(viewing.db), {
    clientGravatar: false,
    includeCustomProfileFields: false,
  });
  return wires.map((wire) => ({ ...wire, is_system_bot: true }));
}

/** The caller's own account, and what it may do. */
function ownFields(viewing: Viewing): Record<string, unknown> {
  const { user, db } = viewing;
  const may = (name: RealmPermission): boolean => mayBy(db, user, name);
  const publicly = may('can_create_public_channel_group');
  const privately = may('can_create_private_channel_group');
  return {
    avatar_source: user.avatar_source,
    avatar_url: avatarUrl(user, false),
    avatar_url_medium: avatarUrlMedium(user),
    can_create_streams: publicly || privately,
    can_create_public_streams: publicly,
    can_create_private_streams: privately,
    can_create_web_public_streams:
      may('can_create_web_public_channel_group') && organizationSetting(db, 'enable_spectator_access'),
    can_subscribe_other_users: may('can_add_subscribers_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
    is_admin: isAdministrator(user),
    is_owner: isOwner(user),
    is_moderator: isModerator(user),
    is_guest: isGuest(user),
    user_id: user.id,
    email: user.email,
    delivery_email: user.delivery_email,
    full_name: user.full_name,
  };
}

/** Settings of one kind at the top level, for clients that do not know `user_settings` (deprecated in the contract since level 89). */
const topLevel =
  (kind: SettingKind, names: ReadonlySet<string>, choices: Record<string, unknown>): StatePart =>
  (viewing, options) => {
    if (options.capabilities.user_settings_object === true) return {};
    const settings = userSettings(viewing.db, viewing.user);
    const kept = settingNames.filter((name) => userSettingRules[name].kind === kind && names.has(name));
    // Clients that old know no null: what follows the client's own locale was "no" to them.
    return { ...Object.fromEntries(kept.map((name) => [name, settings[name] ?? false])), ...choices };
  };

/** The settings that were at the top level before `user_settings` was. */
const oldDisplaySettings = new Set([
  'color_scheme',
  'default_language',
  'demote_inactive_streams',
  'emojiset',
  'enable_drafts_synchronization',
  'fluid_layout_width',
  'web_home_view',
  'high_contrast_mode',
  'left_side_userlist',
  'starred_message_counts',
  'translate_emoticons',
  'twenty_four_hour_time',
  'receives_typing_notifications',
  'enter_sends',
]);
const oldNotificationSettings = new Set([
  'enable_desktop_notifications',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'email_notifications_batching_period_seconds',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_sounds',
  'enable_stream_desktop_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enable_stream_audible_notifications',
  'wildcard_mentions_notify',
  'message_content_in_email_notifications',
  'notification_sound',
  'pm_content_in_desktop_notifications',
  'desktop_icon_count_display',
  'realm_name_in_email_notifications_policy',
  'presence_enabled',
]);

const displaySettings = topLevel('display', oldDisplaySettings, { emojiset_choices: emojisetChoices });
const notificationSettings = topLevel('notification', oldNotificationSettings, {
  available_notification_sounds: notificationSounds,
});

export const usersState: StateParts = {
  realm_user: realmUser,
  user_status: (viewing) => ({ user_status: allStatuses(viewing) }),
  alert_words: ({ db, user }) => ({ alert_words: alertWordsOf(db, user.id) }),
  user_settings: ({ db, user }) => ({
    user_settings: { ...userSettings(db, user), timezone: user.timezone, ...settingChoices },
  }),
  realm_user_settings_defaults: ({ db }) => ({ realm_user_settings_defaults: defaultsWire(settingDefaults(db)) }),
  update_display_settings: (viewing, options, ahead) =>
    options.capabilities.user_settings_object === true
      ? {}
      : { ...displaySettings(viewing, options, ahead), timezone: viewing.user.timezone },
  update_global_notifications: notificationSettings,
};

const defaultsWire = (defaults: ReturnType<typeof settingDefaults>): Record<string, unknown> => ({
  ...defaults,
  ...settingChoices,
});
