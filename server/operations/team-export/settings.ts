/** Settings of people, the organization and newcomers that the importing server has too: named and valued alike, or translated. */
import { channelProperties } from '../../domain/channels/property-rules.ts';
import type { OrganizationSettings } from '../../domain/organization/rows.ts';
import {
  defaultableSettings,
  settingNames,
  type SettingName,
  type SettingValues,
} from '../../domain/users/settings.shared.ts';
import type { Row } from './tables.ts';

/** The importing server's numbers of the policies that the API names by words. */
const historyPolicies = { all: 1, moves: 2, none: 3 } as const;
const noticePolicies = { always: 1, except_followed: 2, never: 3 } as const;

/**
 * What early builds of version 11 do not know yet, with the value that it has there on its own: written only where it differs, so that
 * those builds take what no one changed.
 */
const newest: Row = {
  require_e2ee_push_notifications: false,
  resolved_topic_notice_auto_read_policy: noticePolicies.except_followed,
  web_left_sidebar_show_channel_folders: true,
  web_left_sidebar_unreads_count_summary: true,
  welcome_message_custom_text: '',
};

const withoutNewest = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !(name in newest) || newest[name] !== value));

function settingsRow(values: SettingValues, names: readonly SettingName[]): Row {
  const {
    twenty_four_hour_time: hours,
    resolved_topic_notice_auto_read_policy: notices,
    ...row
  } = Object.fromEntries(names.map((name) => [name, values[name]])) as SettingValues;
  return withoutNewest({
    ...row,
    // Null follows the browser here, which the importing server cannot store.
    ...(hours !== null && { twenty_four_hour_time: hours }),
    resolved_topic_notice_auto_read_policy: noticePolicies[notices],
  });
}

export const personalSettings = (values: SettingValues): Row => settingsRow(values, settingNames);

/** What newcomers begin with. */
export const newcomersSettings = (values: SettingValues): Row => settingsRow(values, defaultableSettings);

/** Of the organization. `presence_disabled` cannot be written there, GIFs are not searched here. */
const carried = [
  'allow_message_editing',
  'avatar_changes_disabled',
  'default_code_block_language',
  'default_language',
  'digest_emails_enabled',
  'digest_weekday',
  'disallow_disposable_email_addresses',
  'email_changes_disabled',
  'emails_restricted_to_domains',
  'enable_guest_user_dm_warning',
  'enable_guest_user_indicator',
  'enable_read_receipts',
  'enable_spectator_access',
  'inline_image_preview',
  'inline_url_embed_preview',
  'invite_required',
  'jitsi_server_url',
  'message_content_allowed_in_email_notifications',
  'message_content_delete_limit_seconds',
  'message_content_edit_limit_seconds',
  'message_retention_days',
  'move_messages_between_streams_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'name_changes_disabled',
  'org_type',
  'require_e2ee_push_notifications',
  'require_unique_names',
  'send_welcome_emails',
  'video_chat_provider',
  'waiting_period_threshold',
  'want_advertise_in_communities_directory',
  'welcome_message_custom_text',
] as const;

/** The largest number that the importing database stores. Days and seconds beyond it mean the same for every message. */
const mostThere = 2 ** 31 - 1;
const storedThere = (value: unknown): unknown => (typeof value === 'number' ? Math.min(value, mostThere) : value);

export const organizationRowSettings = (settings: OrganizationSettings): Row =>
  withoutNewest({
    ...Object.fromEntries(carried.map((name) => [name, storedThere(settings[name])])),
    message_edit_history_visibility_policy: historyPolicies[settings.message_edit_history_visibility_policy],
    topics_policy: channelProperties.topics_policy.archive.write(settings.topics_policy),
  });
