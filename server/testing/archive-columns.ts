/**
 * Archive columns of the importing server: the columns of its tables in version 11, as an archive names them, and lengths of texts in
 * code points. A field of another name stops an import, and so does a text that is too long, a value of another kind, and null in a
 * column that stores none.
 */

/** Settings that people have and newcomers begin with. */
const personal = `
  allow_private_data_export:truth automatically_follow_topics_policy:small
  automatically_follow_topics_where_mentioned:truth automatically_unmute_topics_in_muted_streams_policy:small
  color_scheme:small default_language:50 demote_inactive_streams:small desktop_icon_count_display:small
  display_emoji_reaction_users:truth email_address_visibility:small
  email_notifications_batching_period_seconds:number emojiset:20 enable_desktop_notifications:truth
  enable_digest_emails:truth enable_drafts_synchronization:truth enable_followed_topic_audible_notifications:truth
  enable_followed_topic_desktop_notifications:truth enable_followed_topic_email_notifications:truth
  enable_followed_topic_push_notifications:truth enable_followed_topic_wildcard_mentions_notify:truth
  enable_login_emails:truth enable_marketing_emails:truth enable_offline_email_notifications:truth
  enable_offline_push_notifications:truth enable_online_push_notifications:truth enable_sounds:truth
  enable_stream_audible_notifications:truth enable_stream_desktop_notifications:truth
  enable_stream_email_notifications:truth enable_stream_push_notifications:truth enter_sends:truth
  fluid_layout_width:truth hide_ai_features:truth high_contrast_mode:truth left_side_userlist:truth
  message_content_in_email_notifications:truth notification_sound:20 pm_content_in_desktop_notifications:truth
  presence_enabled:truth realm_name_in_email_notifications_policy:small receives_typing_notifications:truth
  resolved_topic_notice_auto_read_policy:small send_private_typing_notifications:truth send_read_receipts:truth
  send_stream_typing_notifications:truth starred_message_counts:truth translate_emoticons:truth
  twenty_four_hour_time:truth user_list_style:small web_animate_image_previews:text
  web_channel_default_view:small web_escape_navigates_to_home_view:truth web_font_size_px:small
  web_home_view:text web_left_sidebar_show_channel_folders:truth web_left_sidebar_unreads_count_summary:truth
  web_line_height_percent:small web_mark_read_on_scroll_policy:small web_navigate_to_sent_message:truth
  web_stream_unreads_count_display_policy:small web_suggest_update_timezone:truth wildcard_mentions_notify:truth`;

const archiveColumns: Record<string, string> = {
  zerver_realm: `id:number name:40 description:1000 string_id:40 date_created:seconds deactivated:truth
    emails_restricted_to_domains:truth invite_required:truth disallow_disposable_email_addresses:truth
    enable_spectator_access:truth want_advertise_in_communities_directory:truth inline_image_preview:truth
    inline_url_embed_preview:truth digest_emails_enabled:truth digest_weekday:small send_welcome_emails:truth
    message_content_allowed_in_email_notifications:truth require_unique_names:truth name_changes_disabled:truth
    email_changes_disabled:truth avatar_changes_disabled:truth move_messages_within_stream_limit_seconds?:number
    move_messages_between_streams_limit_seconds?:number waiting_period_threshold:number
    message_content_delete_limit_seconds?:number allow_message_editing:truth
    message_content_edit_limit_seconds?:number default_language:50 message_retention_days:number org_type:small
    video_chat_provider:small jitsi_server_url?:200 default_code_block_language:text enable_read_receipts:truth
    enable_guest_user_indicator:truth enable_guest_user_dm_warning:truth icon_source:1 icon_version:small
    logo_source:1 logo_version:small night_logo_source:1 night_logo_version:small
    message_edit_history_visibility_policy:small topics_policy:small require_e2ee_push_notifications:truth
    welcome_message_custom_text:text moderation_request_channel?:number new_stream_announcements_stream?:number
    signup_announcements_stream?:number zulip_update_announcements_stream?:number
    can_access_all_users_group:number can_create_private_channel_group:number
    can_create_public_channel_group:number can_create_web_public_channel_group:number
    can_delete_any_message_group:number can_delete_own_message_group:number create_multiuse_invite_group:number
    direct_message_initiator_group:number direct_message_permission_group:number can_create_groups:number
    can_manage_all_groups:number can_add_custom_emoji_group:number
    can_move_messages_between_channels_group:number can_move_messages_between_topics_group:number
    can_invite_users_group:number can_add_subscribers_group:number can_create_bots_group:number
    can_create_write_only_bots_group:number can_summarize_topics_group:number
    can_mention_many_users_group:number can_manage_billing_group:number can_resolve_topics_group:number
    can_set_topics_policy_group:number can_set_delete_message_policy_group:number`,
  zerver_realmuserdefault: `id:number realm:number ${personal}`,
  zerver_realmauthenticationmethod: 'id:number realm:number name:80',
  zerver_realmdomain: 'id:number realm:number domain:80 allow_subdomains:truth',
  zerver_realmfilter: 'id:number realm:number pattern:text url_template:text order:number',
  zerver_realmplayground: `id:number realm:number name:text url_template:text pygments_language:40`,
  zerver_realmemoji: `id:number realm:number name:text author?:number file_name?:text is_animated:truth deactivated:truth`,
  zerver_channelfolder: `id:number realm:number name:100 description:1024 rendered_description:text is_archived:truth
    date_created:seconds creator?:number order:number`,
  zerver_stream: `id:number realm:number name:60 description:1024 date_created:seconds creator?:number invite_only:truth
    is_web_public:truth history_public_to_subscribers:truth deactivated:truth folder?:number
    topics_policy:small message_retention_days?:number can_add_subscribers_group:number
    can_administer_channel_group:number can_delete_any_message_group:number can_delete_own_message_group:number
    can_move_messages_out_of_channel_group:number can_move_messages_within_channel_group:number
    can_remove_subscribers_group:number can_resolve_topics_group:number can_send_message_group:number
    can_subscribe_group:number`,
  zerver_defaultstream: 'id:number realm:number stream:number',
  zerver_userprofile: `id:number realm:number email:254 delivery_email:254 full_name:100 date_joined:seconds last_login?:seconds
    last_reminder?:seconds last_active_message_id?:number is_active:truth is_bot:truth bot_type?:small
    bot_owner?:number default_sending_stream?:number default_events_register_stream?:number role:small
    timezone:40 avatar_source:1 avatar_version:small user_permissions:list groups:list ${personal}`,
  zerver_userprofile_crossrealm: 'id:number email:254 recipient_id:number',
  zerver_userprofile_mirrordummy: '',
  zerver_customprofilefield: `id:number realm:number name:40 hint:80 field_type:small field_data:text order:number
    display_in_profile_summary:truth required:truth editable_by_user:truth`,
  zerver_customprofilefieldvalue: `id:number user_profile:number field:number value:text rendered_value?:text`,
  zerver_alertword: 'id:number realm:number user_profile:number word:text',
  zerver_muteduser: 'id:number user_profile:number muted_user:number date_muted:seconds',
  zerver_savedsnippet: `id:number realm:number user_profile:number title:60 content:text date_created:seconds`,
  zerver_navigationview: 'id:number user:number fragment:text is_pinned:truth name?:text',
  zerver_userstatus: `id:number user_profile:number client:number timestamp:seconds status_text:255 emoji_name:text
    emoji_code:text reaction_type:30`,
  zerver_service: `id:number user_profile:number name:100 base_url:text token:text interface:small`,
  zerver_usertopic: `id:number user_profile:number stream:number recipient:number topic_name:60 last_updated:seconds
    visibility_policy:small`,
  zerver_recipient: 'id:number type:small type_id:number',
  zerver_huddle: 'id:number group_size:number',
  zerver_subscription: `id:number user_profile:number recipient:number active:truth is_user_active:truth is_muted:truth
    pin_to_top:truth color:10 desktop_notifications?:truth audible_notifications?:truth
    push_notifications?:truth email_notifications?:truth wildcard_mentions_notify?:truth`,
  zerver_usergroup: 'id:number realm:number',
  zerver_namedusergroup: `id:number usergroup_ptr:number realm_for_sharding:number name:100 description:text is_system_group:truth
    deactivated:truth creator?:number date_created?:seconds can_add_members_group:number can_join_group:number
    can_leave_group:number can_manage_group:number can_mention_group:number can_remove_members_group:number`,
  zerver_usergroupmembership: 'id:number user_group:number user_profile:number',
  zerver_groupgroupmembership: 'id:number supergroup:number subgroup:number',
  zerver_client: 'id:number name:30',
  zerver_reaction: `id:number message:number user_profile:number emoji_name:text emoji_code:text reaction_type:30`,
  /** Hearth's own: other servers do not read them. */
  hearth_pinnedmessage: 'id:number message:number user_profile:number date_pinned:seconds to_channel:truth',
  hearth_channellink: 'id:number stream:number title:60 url:text user_profile:number date_added:seconds',
  hearth_removedpreview: 'id:number message:number url:text',
  hearth_realm: 'id:number presence_disabled:truth giphy_rating:small',
  hearth_realmdomain: 'id:number domain:text allow_subdomains:truth',
  hearth_userprofile: 'id:number user_profile:number delivery_email:text',
  hearth_donotdisturb: `id:number user_profile:number until?:number resumed_until?:number chosen_at:number quiet_hours:list
    users:list streams:list status_ends_at?:number follows_status:truth`,
  hearth_draft: `id:number user_profile:number type:text to:list topic:text content:text date_edited:seconds`,
  hearth_reminder: `id:number user_profile:number message:number content:text note:text client:text date_due:seconds failed:truth
    failure_message?:text`,
  hearth_service: 'id:number user_profile:number triggers:list',
  hearth_botstorage: 'id:number user_profile:number key:text value:text',
  /** From version 12 on; not looked at before. */
  zerver_submessage: 'id:number message:number sender:number msg_type:text content:text',
  zerver_scheduledmessage: `id:number realm:number sender:number recipient:number stream?:number subject:60 content:text
    rendered_content:text sending_client:number scheduled_timestamp:seconds request_timestamp:seconds
    read_by_sender:truth delivered:truth delivered_message?:number delivery_type:small failed:truth
    failure_message?:text has_attachment:truth`,
  zerver_userpresence: '',
  zerver_useractivity: '',
  zerver_useractivityinterval: '',
  zerver_message: `id:number realm:number sender:number recipient:number is_channel_message:truth subject:60 content:text
    rendered_content?:text rendered_content_version?:number date_sent:seconds last_edit_time?:seconds
    edit_history?:text sending_client:number has_attachment:truth has_image:truth has_link:truth`,
  zerver_usermessage: 'id:number user_profile:number message:number flags_mask:number',
  zerver_attachment: `id:number realm:number owner:number path_id:text file_name:text size:number content_type?:text
    create_time:seconds is_realm_public?:truth is_web_public?:truth messages:list scheduled_messages:list`,
};

/** What the importing database stores in a column of each kind. Seconds have room for a fraction, and are of this century. */
const isStored: Record<string, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  truth: (value) => typeof value === 'boolean',
  number: (value) => isWhole(value, 2 ** 31 - 1),
  small: (value) => isWhole(value, 2 ** 15 - 1),
  seconds: (value) => typeof value === 'number' && value >= 0 && value < 2 ** 33,
  list: (value) => Array.isArray(value),
};

const isWhole = (value: unknown, most: number): boolean => Number.isInteger(value) && Math.abs(Number(value)) <= most;

interface Column {
  /** A kind of `isStored`, or the length of a text. */
  kind: string;
  mayBeNull: boolean;
}

/** @param text columns as `archiveColumns` names them: `name:kind`, or `name?:kind` where null is stored. */
function columnsOf(text: string): Map<string, Column> {
  const columns = text.split(/\s+/).map((column): [string, Column] => {
    const [name = '', kind = ''] = column.split(':');
    return [name.replace('?', ''), { kind, mayBeNull: name.endsWith('?') }];
  });
  return new Map(columns);
}

function misfit(value: unknown, { kind, mayBeNull }: Column): string | undefined {
  if (value === null) return mayBeNull ? undefined : 'may not be null';
  const length = Number(kind);
  if (Number.isNaN(length)) return isStored[kind]?.(value) === true ? undefined : `is no ${kind}`;
  if (typeof value !== 'string') return 'is no text';
  return [...value].length > length ? `is longer than ${kind}` : undefined;
}

/**
 * @returns what stops an import of these rows: fields that there are no columns for, values of another kind, null where none is
 * stored, and texts that are too long.
 */
export function misfits(table: string, rows: readonly Record<string, unknown>[]): string[] {
  const text = archiveColumns[table];
  if (text === undefined) return [`${table} is no table`];
  const columns = columnsOf(text);
  const found = rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) => {
      const column = columns.get(name);
      const problem = column === undefined ? 'is no column' : misfit(value, column);
      return problem === undefined ? [] : [`${table}.${name} ${problem}`];
    }),
  );
  return [...new Set(found)];
}
