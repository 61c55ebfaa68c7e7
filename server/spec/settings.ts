/**
 * Effects of each setting: the test that changes it and sees the effect, or who reads it. Nothing is offered that
 * does nothing: a control of the console stands on a row of the first two kinds (settings.test.ts).
 */

import type { PropertyName } from '../domain/channels/property-rules.ts';

export type Proof =
  /** "file > name of the test" that changes the setting and sees what happens. */
  | { test: string }
  /** A file of the chat that reads it and behaves by it. */
  | { client: string }
  /** Nothing of ours reads it: the field in which other clients find it. Kept for them, offered by no one here. */
  | { otherClients: string };

const effects = 'server/api/setting-effects.test.ts > ';
const missed = 'server/domain/notifications/missed-messages.test.ts > ';
const digest = 'server/domain/notifications/digest.test.ts > ';
const push = 'server/delivery/push.test.ts > ';
const edits = 'server/api/message-edits.test.ts > ';

const following = 'automatically_follow_topics_policy and its siblings follow and unmute what someone takes part in';

/** Of the organization: whatever PATCH /realm takes, permissions apart (permissions.md has those). */
export const organizationProofs: Readonly<Record<string, Proof>> = {
  allow_message_editing: {
    test: `${edits}refuses others, late edits, edits that change nothing, and edits of something else than the client saw`,
  },
  authentication_methods: {
    test: 'server/api/organization.test.ts > refuse values that cannot be, and nothing changes',
  },
  avatar_changes_disabled: {
    test: 'server/api/avatars.test.ts > cannot be changed where the organization forbids it, except by administrators',
  },
  default_code_block_language: {
    test: 'server/api/render.test.ts > reads fences without a language as the organization says',
  },
  default_language: { test: 'server/api/organization.test.ts > newcomers begin in the language of the organization' },
  description: {
    test: 'server/api/server-info.test.ts > has every key, on a server with an organization and on one without',
  },
  digest_emails_enabled: { test: `${digest}ends where the organization wants none` },
  digest_weekday: { test: `${digest}sends who was away what was talked about, on the day of the setting, once` },
  disallow_disposable_email_addresses: {
    test: 'server/api/organization.test.ts > addresses to throw away join nowhere where the organization wants none',
  },
  email_changes_disabled: { test: `${effects}email_changes_disabled keeps the addresses of members` },
  emails_restricted_to_domains: {
    test: `${effects}emails_restricted_to_domains lets in only addresses of its domains`,
  },
  enable_guest_user_dm_warning: { client: 'renderer/chat/compose/composer-notices.tsx' },
  enable_guest_user_indicator: { client: 'renderer/chat/timeline/feed-message.tsx' },
  enable_read_receipts: {
    test: `${edits}names who read it, except the author, those who hide it, and those who muted each other`,
  },
  enable_spectator_access: {
    test: 'server/spec/visitors.test.ts > what was web-public is out of their sight',
  },
  giphy_rating: { otherClients: 'giphy_rating' },
  inline_image_preview: {
    test: 'server/api/render.test.ts > shows pictures only as links where the organization has previews off',
  },
  inline_url_embed_preview: {
    test: 'server/api/link-previews.test.ts > fetch nothing while the organization does not want them',
  },
  invite_required: {
    test: 'server/api/invitations.test.ts > are needed to join, unless the organization lets anybody in',
  },
  jitsi_server_url: {
    test: 'renderer/chat/store/call-address.test.ts > offers calls where the organization chose them, at Jitsi Meet unless it has an address',
  },
  message_content_allowed_in_email_notifications: {
    test: `${missed}sees no words where the settings keep them in`,
  },
  message_content_delete_limit_seconds: {
    test: `${effects}message_content_delete_limit_seconds keeps members from deleting what is older`,
  },
  message_content_edit_limit_seconds: {
    test: `${edits}refuses others, late edits, edits that change nothing, and edits of something else than the client saw`,
  },
  message_edit_history_visibility_policy: { test: `${edits}keeps to what the organization shows of the past` },
  message_retention_days: { test: 'server/spec/statements/10-devices-accounts-files.test.ts > or by retention policy' },
  moderation_request_channel_id: {
    test: `${edits}brings the message to the moderators where the organization has a channel for it`,
  },
  move_messages_between_streams_limit_seconds: {
    test: `${effects}move limits keep members from moving what is older`,
  },
  move_messages_within_stream_limit_seconds: { test: `${effects}move limits keep members from moving what is older` },
  name: { test: 'server/api/organization.test.ts > change for an administrator, and everyone is informed' },
  name_changes_disabled: { test: `${effects}name_changes_disabled keeps the names of members, not of administrators` },
  new_stream_announcements_stream_id: {
    test: `${effects}announcement channels hear of new channels, newcomers and updates`,
  },
  org_type: { otherClients: 'realm_org_type' },
  presence_disabled: {
    test: 'server/api/presence.test.ts > answers -1 and no data where the organization has no presence',
  },
  require_e2ee_push_notifications: { otherClients: 'realm_require_e2ee_push_notifications' },
  require_unique_names: { test: `${effects}require_unique_names refuses a name that someone has, in any spelling` },
  send_welcome_emails: {
    test: 'server/domain/accounts/account-mails.test.ts > is mailed where the organization wants it, with the address and how to sign in',
  },
  signup_announcements_stream_id: {
    test: `${effects}announcement channels hear of new channels, newcomers and updates`,
  },
  topics_policy: { test: 'server/spec/statements/14-versioning.test.ts > 392, 404: topics_policy; empty_topic_only' },
  video_chat_provider: {
    test: 'renderer/chat/store/call-address.test.ts > offers calls where the organization chose them, at Jitsi Meet unless it has an address',
  },
  waiting_period_threshold: { test: 'server/domain/users/users.test.ts > makes members full members when it is over' },
  want_advertise_in_communities_directory: { otherClients: 'realm_want_advertise_in_communities_directory' },
  welcome_message_custom_text: {
    test: 'server/spec/statements/09-organizing.test.ts > welcome_message_custom_text: null = organization default; empty string = none; otherwise the text is sent',
  },
  zulip_update_announcements_stream_id: {
    test: `${effects}announcement channels hear of new channels, newcomers and updates`,
  },
};

const notify = 'renderer/chat/notify/rules.ts';
const ofOtherClients = (...names: string[]): Record<string, Proof> =>
  Object.fromEntries(names.map((name) => [name, { otherClients: `user_settings.${name}` }]));

/** Of a user: whatever PATCH /settings takes under its own name. */
export const userProofs: Readonly<Record<string, Proof>> = {
  ...ofOtherClients(
    'demote_inactive_streams',
    'display_emoji_reaction_users',
    'enable_marketing_emails',
    'hide_ai_features',
    'left_side_userlist',
    'starred_message_counts',
    'user_list_style',
    'web_channel_default_view',
    'web_left_sidebar_show_channel_folders',
    'web_left_sidebar_unreads_count_summary',
    'web_navigate_to_sent_message',
    'web_stream_unreads_count_display_policy',
    'web_suggest_update_timezone',
  ),
  allow_private_data_export: {
    test: 'server/api/exports.test.ts > of the standard type have the private messages of those who consent only',
  },
  automatically_follow_topics_policy: { test: `${effects}${following}` },
  automatically_follow_topics_where_mentioned: { test: `${effects}${following}` },
  automatically_unmute_topics_in_muted_streams_policy: { test: `${effects}${following}` },
  color_scheme: { client: 'renderer/chat/shell/appearance.ts' },
  default_language: { otherClients: 'user_settings.default_language' },
  desktop_icon_count_display: { client: notify },
  email_address_visibility: {
    test: 'server/spec/statements/14-versioning.test.ts > 163: delivery_email may be null; real-email visibility is a user setting',
  },
  email_notifications_batching_period_seconds: { test: `${missed}waits as long as their setting says` },
  emojiset: { client: 'renderer/chat/store/use-chat.ts' },
  enable_desktop_notifications: { client: notify },
  enable_digest_emails: { test: `${digest}is not sent to who was there, has nothing to learn, or wants none` },
  enable_drafts_synchronization: {
    test: 'server/api/drafts.test.ts > are in the answer of registration, unless synchronization is off; then they cannot be written either',
  },
  enable_followed_topic_audible_notifications: { client: notify },
  enable_followed_topic_desktop_notifications: { client: notify },
  enable_followed_topic_email_notifications: {
    test: `${effects}enable_followed_topic_email_notifications ends the mails about topics that someone follows`,
  },
  enable_followed_topic_push_notifications: {
    test: `${push}followed topics, mentions of all, alert words and whole channels are notified as the settings say`,
  },
  enable_followed_topic_wildcard_mentions_notify: { client: notify },
  enable_login_emails: { test: `${effects}enable_login_emails ends the mail about a new sign-in` },
  enable_offline_email_notifications: {
    test: `${missed}of plain messages in channels, muted topics and what their settings leave out`,
  },
  enable_offline_push_notifications: {
    test: `${push}who wants none gets none, and who is there only where they want it`,
  },
  enable_online_push_notifications: {
    test: `${push}who wants none gets none, and who is there only where they want it`,
  },
  enable_sounds: { client: notify },
  enable_stream_audible_notifications: { client: notify },
  enable_stream_desktop_notifications: { client: notify },
  enable_stream_email_notifications: {
    test: `${missed}is reported about followed topics, of whole channels, and of mentions of all`,
  },
  enable_stream_push_notifications: {
    test: `${push}followed topics, mentions of all, alert words and whole channels are notified as the settings say`,
  },
  enter_sends: { client: 'renderer/chat/compose/writing-field.tsx' },
  fluid_layout_width: { client: 'renderer/chat/shell/appearance.ts' },
  high_contrast_mode: { client: 'renderer/chat/shell/appearance.ts' },
  message_content_in_email_notifications: { test: `${missed}sees no words where the settings keep them in` },
  notification_sound: { client: 'renderer/chat/notify/attention.tsx' },
  pm_content_in_desktop_notifications: { client: 'renderer/chat/notify/attention.tsx' },
  presence_enabled: { test: 'server/api/presence.test.ts > shares nothing of a user whose presence_enabled is false' },
  realm_name_in_email_notifications_policy: { test: `${missed}sees no words where the settings keep them in` },
  receives_typing_notifications: {
    test: 'server/api/typing.test.ts > is not told to those who do not want it, nor by those who tell no one',
  },
  resolved_topic_notice_auto_read_policy: {
    test: `${effects}resolved_topic_notice_auto_read_policy decides whether the notice arrives read`,
  },
  send_private_typing_notifications: {
    test: 'server/api/typing.test.ts > is not told to those who do not want it, nor by those who tell no one',
  },
  send_read_receipts: {
    test: `${edits}names who read it, except the author, those who hide it, and those who muted each other`,
  },
  send_stream_typing_notifications: {
    test: 'server/api/typing.test.ts > is not told to those who do not want it, nor by those who tell no one',
  },
  translate_emoticons: { test: 'server/api/render.test.ts > draws emoticons for those who chose so' },
  twenty_four_hour_time: { client: 'renderer/chat/store/use-chat.ts' },
  web_animate_image_previews: { client: 'renderer/chat/store/use-chat.ts' },
  web_escape_navigates_to_home_view: { client: 'renderer/chat/keyboard/view-commands.ts' },
  web_font_size_px: { client: 'renderer/chat/shell/appearance.ts' },
  web_home_view: { client: 'renderer/chat/shell/views.tsx' },
  web_line_height_percent: { client: 'renderer/chat/shell/appearance.ts' },
  web_mark_read_on_scroll_policy: { client: 'renderer/chat/timeline/use-reading.ts' },
  wildcard_mentions_notify: {
    test: `${missed}of plain messages in channels, muted topics and what their settings leave out`,
  },
};

/** Of a channel: the table of its properties. */
export const channelProofs: Readonly<Record<PropertyName, Proof>> = {
  message_retention_days: {
    test: 'server/domain/messages/retention.test.ts > messages past their days are deleted, in their channel only, and their readers are informed',
  },
  folder_id: { test: 'server/api/channels.test.ts > puts the channel into a folder that exists' },
  topics_policy: { test: "server/api/messages.test.ts > follows the channel's topics_policy" },
};
