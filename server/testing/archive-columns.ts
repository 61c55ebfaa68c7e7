/**
 * What the importing server has room for: the columns of its tables in version 11, as an archive names them, and lengths of texts in
 * code points. A field of another name stops an import, and so does a text that is too long.
 */

/** Settings that people have and newcomers begin with. */
const personal = `
  allow_private_data_export automatically_follow_topics_policy automatically_follow_topics_where_mentioned
  automatically_unmute_topics_in_muted_streams_policy color_scheme default_language:50 demote_inactive_streams
  desktop_icon_count_display display_emoji_reaction_users email_address_visibility email_notifications_batching_period_seconds
  emojiset:20 enable_desktop_notifications enable_digest_emails enable_drafts_synchronization
  enable_followed_topic_audible_notifications enable_followed_topic_desktop_notifications
  enable_followed_topic_email_notifications enable_followed_topic_push_notifications
  enable_followed_topic_wildcard_mentions_notify enable_login_emails enable_marketing_emails
  enable_offline_email_notifications enable_offline_push_notifications enable_online_push_notifications enable_sounds
  enable_stream_audible_notifications enable_stream_desktop_notifications enable_stream_email_notifications
  enable_stream_push_notifications enter_sends fluid_layout_width hide_ai_features high_contrast_mode left_side_userlist
  message_content_in_email_notifications notification_sound:20 pm_content_in_desktop_notifications presence_enabled
  realm_name_in_email_notifications_policy receives_typing_notifications resolved_topic_notice_auto_read_policy
  send_private_typing_notifications send_read_receipts send_stream_typing_notifications starred_message_counts
  translate_emoticons twenty_four_hour_time user_list_style web_animate_image_previews web_channel_default_view
  web_escape_navigates_to_home_view web_font_size_px web_home_view web_left_sidebar_show_channel_folders
  web_left_sidebar_unreads_count_summary web_line_height_percent web_mark_read_on_scroll_policy
  web_navigate_to_sent_message web_stream_unreads_count_display_policy web_suggest_update_timezone wildcard_mentions_notify`;

const archiveColumns: Record<string, string> = {
  zerver_realm: `id name:40 description:1000 string_id:40 date_created deactivated emails_restricted_to_domains invite_required
    disallow_disposable_email_addresses enable_spectator_access want_advertise_in_communities_directory inline_image_preview
    inline_url_embed_preview digest_emails_enabled digest_weekday send_welcome_emails
    message_content_allowed_in_email_notifications require_unique_names name_changes_disabled email_changes_disabled
    avatar_changes_disabled move_messages_within_stream_limit_seconds move_messages_between_streams_limit_seconds
    waiting_period_threshold message_content_delete_limit_seconds allow_message_editing message_content_edit_limit_seconds
    default_language:50 message_retention_days org_type video_chat_provider jitsi_server_url:200 default_code_block_language
    enable_read_receipts enable_guest_user_indicator enable_guest_user_dm_warning icon_source:1 icon_version logo_source:1
    logo_version night_logo_source:1 night_logo_version message_edit_history_visibility_policy topics_policy
    require_e2ee_push_notifications welcome_message_custom_text moderation_request_channel new_stream_announcements_stream
    signup_announcements_stream zulip_update_announcements_stream can_access_all_users_group can_create_private_channel_group
    can_create_public_channel_group can_create_web_public_channel_group can_delete_any_message_group
    can_delete_own_message_group create_multiuse_invite_group direct_message_initiator_group direct_message_permission_group
    can_create_groups can_manage_all_groups can_add_custom_emoji_group can_move_messages_between_channels_group
    can_move_messages_between_topics_group can_invite_users_group can_add_subscribers_group can_create_bots_group
    can_create_write_only_bots_group can_summarize_topics_group can_mention_many_users_group can_manage_billing_group
    can_resolve_topics_group can_set_topics_policy_group can_set_delete_message_policy_group`,
  zerver_realmuserdefault: `id realm ${personal}`,
  zerver_realmauthenticationmethod: 'id realm name:80',
  zerver_realmdomain: 'id realm domain:80 allow_subdomains',
  zerver_realmfilter: 'id realm pattern url_template order',
  zerver_realmplayground: 'id realm name url_template pygments_language:40',
  zerver_realmemoji: 'id realm name author file_name is_animated deactivated',
  zerver_channelfolder:
    'id realm name:100 description:1024 rendered_description is_archived date_created creator order',
  zerver_stream: `id realm name:60 description:1024 date_created creator invite_only is_web_public
    history_public_to_subscribers deactivated folder topics_policy message_retention_days can_add_subscribers_group
    can_administer_channel_group can_delete_any_message_group can_delete_own_message_group
    can_move_messages_out_of_channel_group can_move_messages_within_channel_group can_remove_subscribers_group
    can_resolve_topics_group can_send_message_group can_subscribe_group`,
  zerver_defaultstream: 'id realm stream',
  zerver_userprofile: `id realm email:254 delivery_email:254 full_name:100 date_joined last_login last_reminder
    last_active_message_id is_active is_bot bot_type bot_owner default_sending_stream default_events_register_stream role
    timezone:40 avatar_source:1 avatar_version user_permissions groups ${personal}`,
  zerver_userprofile_crossrealm: 'id email:254 recipient_id',
  zerver_userprofile_mirrordummy: '',
  zerver_customprofilefield:
    'id realm name:40 hint:80 field_type field_data order display_in_profile_summary required editable_by_user',
  zerver_customprofilefieldvalue: 'id user_profile field value rendered_value',
  zerver_alertword: 'id realm user_profile word',
  zerver_muteduser: 'id user_profile muted_user date_muted',
  zerver_savedsnippet: 'id realm user_profile title:60 content date_created',
  zerver_navigationview: 'id user fragment is_pinned name',
  zerver_userstatus: 'id user_profile client timestamp status_text:255 emoji_name emoji_code reaction_type:30',
  zerver_service: 'id user_profile name:100 base_url token interface',
  zerver_usertopic: 'id user_profile stream recipient topic_name:60 last_updated visibility_policy',
  zerver_recipient: 'id type type_id',
  zerver_huddle: 'id group_size',
  zerver_subscription: `id user_profile recipient active is_user_active is_muted pin_to_top color:10 desktop_notifications
    audible_notifications push_notifications email_notifications wildcard_mentions_notify`,
  zerver_usergroup: 'id realm',
  zerver_namedusergroup: `id usergroup_ptr realm_for_sharding name:100 description is_system_group deactivated creator
    date_created can_add_members_group can_join_group can_leave_group can_manage_group can_mention_group
    can_remove_members_group`,
  zerver_usergroupmembership: 'id user_group user_profile',
  zerver_groupgroupmembership: 'id supergroup subgroup',
  zerver_client: 'id name:30',
  zerver_reaction: 'id message user_profile emoji_name emoji_code reaction_type:30',
  /** From version 12 on; not looked at before. */
  zerver_submessage: 'id message sender msg_type content',
  zerver_scheduledmessage: `id realm sender recipient stream subject:60 content rendered_content sending_client
    scheduled_timestamp request_timestamp read_by_sender delivered delivered_message delivery_type failed failure_message
    has_attachment`,
  zerver_userpresence: '',
  zerver_useractivity: '',
  zerver_useractivityinterval: '',
  zerver_message: `id realm sender recipient is_channel_message subject:60 content rendered_content rendered_content_version
    date_sent last_edit_time edit_history sending_client has_attachment has_image has_link`,
  zerver_usermessage: 'id user_profile message flags_mask',
  zerver_attachment: `id realm owner path_id file_name size content_type create_time is_realm_public is_web_public messages
    scheduled_messages`,
};

/** @returns what stops an import of these rows: fields that there are no columns for, and texts that are too long. */
export function misfits(table: string, rows: readonly Record<string, unknown>[]): string[] {
  const text = archiveColumns[table];
  if (text === undefined) return [`${table} is no table`];
  const columns = new Map(text.split(/\s+/).map((column) => column.split(':') as [string, string | undefined]));
  const found = rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) => {
      if (!columns.has(name)) return [`${table}.${name} is no column`];
      const length = Number(columns.get(name) ?? Infinity);
      return typeof value === 'string' && [...value].length > length
        ? [`${table}.${name} is longer than ${length}`]
        : [];
    }),
  );
  return [...new Set(found)];
}
