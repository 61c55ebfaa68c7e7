/**
 * Server capabilities and limits in registration (spec: Limits). All lengths in
 * Unicode code points, sizes in MiB; nothing here is kept in the database.
 */
import { thumbnailFormats } from '../../uploads/thumbnails.ts';
import { passwordLimits } from '../accounts/passwords.shared.ts';
import type { Viewing } from '../acting.ts';
import { externalAccounts } from '../profile-fields/account-rules.ts';
import { maxReminderNoteLength } from '../scheduled/rows.ts';
import { presentSecs } from '../users/activity.shared.ts';
import { reservedDomain } from '../users/rows.ts';
import { deliverySettings } from './delivery-settings.shared.ts';
import type { OrganizationSettings } from './rows.ts';

/** Pictures of users, emoji and the organization, in MiB. */
export const pictureLimitMib = 5;

/** Where the table of standard emoji is served, without credentials. */
export const emojiDataPath = '/static/emoji/emoji-data.json';

/** A client waits somewhat longer for an answer than the server waits for an event. */
const pollMarginSeconds = 40;

/** These parts of a registration's answer, by their names in the contract. */
export function serverLimitsWire(viewing: Viewing, settings: OrganizationSettings): Record<string, unknown> {
  const { limits } = viewing.services.options;
  return {
    max_message_length: limits.maxMessageLength,
    max_topic_length: limits.maxTopicLength,
    max_stream_name_length: limits.maxChannelNameLength,
    max_stream_description_length: limits.maxChannelDescriptionLength,
    max_channel_folder_name_length: limits.maxChannelFolderNameLength,
    max_channel_folder_description_length: limits.maxChannelFolderDescriptionLength,
    max_reminder_note_length: maxReminderNoteLength,
    max_bulk_new_subscription_messages: 100,
    max_file_upload_size_mib: limits.maxFileUploadSizeMib,
    max_icon_file_size_mib: pictureLimitMib,
    max_logo_file_size_mib: pictureLimitMib,
    max_avatar_file_size_mib: pictureLimitMib,
    event_queue_longpoll_timeout_seconds: Math.ceil(limits.heartbeatMs / 1000) + pollMarginSeconds,
    password_min_length: passwordLimits.min,
    password_max_length: passwordLimits.max,
    password_min_guesses: 0,
    server_web_public_streams_enabled: viewing.services.options.webPublicChannelsEnabled,
    server_generation: Math.floor(viewing.services.startedAtMs / 1000),
    server_emoji_data_url: viewing.origin + emojiDataPath,
    realm_bot_domain: reservedDomain,
    realm_push_notifications_enabled: deliverySettings(viewing.db).push_relay_url !== '',
    ...presenceAndTyping,
    ...abilities(settings),
  };
}

/** How often clients report, and how long a report counts. */
const presenceAndTyping = {
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: presentSecs,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
};

/** What needs a service on the internet is named as absent; clients then do not offer it. */
function abilities(settings: OrganizationSettings): Record<string, unknown> {
  return {
    server_inline_image_preview: true,
    server_inline_url_embed_preview: true,
    server_thumbnail_formats: thumbnailFormats,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_needs_upgrade: false,
    server_jitsi_server_url: null,
    jitsi_server_url: settings.jitsi_server_url ?? '',
    server_can_summarize_topics: false,
    server_min_deactivated_realm_deletion_days: null,
    server_max_deactivated_realm_deletion_days: null,
    settings_send_digest_emails: true,
    development_environment: false,
    realm_available_video_chat_providers: {
      disabled: { name: 'None', id: 0 },
      jitsi_meet: { name: 'Jitsi Meet', id: 1 },
    },
    giphy_rating_options: { disabled: { name: 'GIF search is off', id: 0 } },
    realm_default_external_accounts: externalAccounts,
    realm_is_zephyr_mirror_realm: false,
    realm_push_notifications_enabled_end_timestamp: null,
    zulip_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: '',
  };
}
