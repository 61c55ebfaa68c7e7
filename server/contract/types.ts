// Generated from openapi.json by generate-types.ts; do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddAlertWordsRequest: {
            alert_words: string[];
        };
        AddAlertWordsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            alert_words: string[];
        };
        AddApnsTokenRequest: {
            token: string;
            appid: string;
        };
        AddCodePlaygroundRequest: {
            name: string;
            pygments_language: string;
            url_template: string;
        };
        AddCodePlaygroundResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            id: number;
        };
        AddLinkifierResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            id: number;
        };
        AddNavigationViewResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
        };
        AddReactionRequest: {
            emoji_name: string;
            emoji_code?: components["schemas"]["EmojiCode"];
            reaction_type?: components["schemas"]["ReactionType"];
        };
        /** @default false */
        AllPublicChannels: boolean;
        Anchor: string;
        ApiKeyResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            api_key: string;
            email: string;
            user_id: number;
        };
        Attachment: {
            id: number;
            name: string;
            path_id: string;
            size: number;
            create_time: number;
            messages: components["schemas"]["AttachmentMessagesItem"][];
        };
        AttachmentMessagesItem: {
            date_sent: number;
            id: number;
        };
        BadEventQueueIdError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "BAD_EVENT_QUEUE_ID";
            queue_id: string;
        };
        BadNarrowError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "BAD_NARROW";
            desc: string;
        };
        BasicBot: {
            user_id: number;
            full_name?: string;
            api_key?: string;
            default_sending_stream?: string | null;
            default_events_register_stream?: string | null;
            default_all_public_streams?: boolean;
            avatar_url?: string;
            owner_id?: number | null;
            services?: components["schemas"]["BotService"][];
            is_active?: boolean;
        };
        BasicChannel: {
            stream_id: number;
            name: string;
            is_archived: boolean;
            description: string;
            date_created: number;
            creator_id: number | null;
            invite_only: boolean;
            rendered_description: string;
            is_web_public: boolean;
            /**
             * @deprecated
             * @enum {integer}
             */
            stream_post_policy: 1 | 2 | 3 | 4;
            message_retention_days: number | null;
            history_public_to_subscribers: boolean;
            topics_policy: components["schemas"]["TopicsPolicy"];
            first_message_id: number | null;
            folder_id: number | null;
            is_recently_active: boolean;
            /** @deprecated */
            is_announcement_only: boolean;
            can_add_subscribers_group: components["schemas"]["ChannelCanAddSubscribersGroup"];
            can_remove_subscribers_group: components["schemas"]["CanRemoveSubscribersGroup"];
            can_administer_channel_group: components["schemas"]["CanAdministerChannelGroup"];
            can_delete_any_message_group: components["schemas"]["CanDeleteAnyMessageGroup"];
            can_delete_own_message_group: components["schemas"]["CanDeleteOwnMessageGroup"];
            can_move_messages_out_of_channel_group: components["schemas"]["CanMoveMessagesOutOfChannelGroup"];
            can_move_messages_within_channel_group: components["schemas"]["CanMoveMessagesWithinChannelGroup"];
            can_send_message_group: components["schemas"]["CanSendMessageGroup"];
            can_subscribe_group: components["schemas"]["CanSubscribeGroup"];
            can_resolve_topics_group: components["schemas"]["CanResolveTopicsGroup"];
            subscriber_count: number;
            stream_weekly_traffic: number | null;
        };
        BatchCompleteResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            complete: boolean;
        };
        Bot: {
            user_id: number;
            full_name: string;
            api_key: string;
            default_sending_stream: string | null;
            default_events_register_stream: string | null;
            default_all_public_streams: boolean;
            avatar_url: string;
            owner_id: number | null;
            services: components["schemas"]["BotService"][];
            email: string;
            /** @enum {integer|null} */
            bot_type: 1 | 2 | 3 | 4 | null;
            is_active: boolean;
        };
        BotService: components["schemas"]["BotServiceOutgoingWebhook"] | components["schemas"]["BotServiceEmbedded"];
        BotServiceEmbedded: {
            service_name: string;
            config_data: {
                [key: string]: string;
            };
        };
        BotServiceOutgoingWebhook: {
            base_url: string;
            token: string;
            /** @enum {integer} */
            interface: 1 | 2;
        };
        CanAdministerChannelGroup: components["schemas"]["GroupSettingValue"];
        CanDeleteAnyMessageGroup: components["schemas"]["GroupSettingValue"];
        CanDeleteOwnMessageGroup: components["schemas"]["GroupSettingValue"];
        CanMoveMessagesOutOfChannelGroup: components["schemas"]["GroupSettingValue"];
        CanMoveMessagesWithinChannelGroup: components["schemas"]["GroupSettingValue"];
        CannotDeactivateGroupInUseError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "CANNOT_DEACTIVATE_GROUP_IN_USE";
            objections: {
                type: string;
                settings?: string[];
            }[];
        };
        CannotDeactivateLastUserError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "CANNOT_DEACTIVATE_LAST_USER";
            entity: string;
            is_last_owner: boolean;
        };
        CanRemoveSubscribersGroup: components["schemas"]["GroupSettingValue"];
        CanResolveTopicsGroup: components["schemas"]["GroupSettingValue"];
        CanSendMessageGroup: components["schemas"]["GroupSettingValue"];
        CanSubscribeGroup: components["schemas"]["GroupSettingValue"];
        ChannelAlreadyExistsError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "CHANNEL_ALREADY_EXISTS";
        };
        ChannelCanAddSubscribersGroup: components["schemas"]["GroupSettingValue"];
        ChannelFolder: {
            name: string;
            date_created: number | null;
            creator_id: number | null;
            description: string;
            rendered_description: string;
            order: number;
            id: number;
            is_archived: boolean;
        };
        ChannelWithDefault: {
            stream_id: number;
            name: string;
            is_archived: boolean;
            description: string;
            date_created: number;
            creator_id: number | null;
            invite_only: boolean;
            rendered_description: string;
            is_web_public: boolean;
            /**
             * @deprecated
             * @enum {integer}
             */
            stream_post_policy: 1 | 2 | 3 | 4;
            message_retention_days: number | null;
            history_public_to_subscribers: boolean;
            topics_policy: components["schemas"]["TopicsPolicy"];
            first_message_id: number | null;
            folder_id: number | null;
            is_recently_active: boolean;
            /** @deprecated */
            is_announcement_only: boolean;
            can_add_subscribers_group: components["schemas"]["ChannelCanAddSubscribersGroup"];
            can_remove_subscribers_group: components["schemas"]["CanRemoveSubscribersGroup"];
            can_administer_channel_group: components["schemas"]["CanAdministerChannelGroup"];
            can_delete_any_message_group: components["schemas"]["CanDeleteAnyMessageGroup"];
            can_delete_own_message_group: components["schemas"]["CanDeleteOwnMessageGroup"];
            can_move_messages_out_of_channel_group: components["schemas"]["CanMoveMessagesOutOfChannelGroup"];
            can_move_messages_within_channel_group: components["schemas"]["CanMoveMessagesWithinChannelGroup"];
            can_send_message_group: components["schemas"]["CanSendMessageGroup"];
            can_subscribe_group: components["schemas"]["CanSubscribeGroup"];
            can_resolve_topics_group: components["schemas"]["CanResolveTopicsGroup"];
            subscriber_count: number;
            stream_weekly_traffic: number | null;
            is_default?: boolean;
        };
        CheckMessagesMatchNarrowResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            messages: {
                [key: string]: components["schemas"]["CheckMessagesMatchNarrowResponseMessagesValue"];
            };
        };
        CheckMessagesMatchNarrowResponseMessagesValue: {
            match_content: string;
            match_subject: string;
        };
        CodedError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            code: string;
        };
        CommonError: components["schemas"]["MissingArgumentError"] | components["schemas"]["IncompatibleParametersError"] | components["schemas"]["RateLimitedError"] | components["schemas"]["CodedError"];
        CreateChannelFolderRequest: {
            name: string;
            description: string;
        };
        CreateChannelFolderResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            channel_folder_id: number;
        };
        CreateChannelRequest: {
            name: string;
            description?: string;
            subscribers: number[];
            /** @default false */
            announce: boolean;
            /** @default false */
            invite_only: boolean;
            /** @default false */
            is_web_public: boolean;
            /** @default false */
            is_default_stream: boolean;
            folder_id?: components["schemas"]["FolderId"];
            send_new_subscription_messages?: components["schemas"]["SendNewSubscriptionMessages"];
            topics_policy?: components["schemas"]["TopicsPolicy"];
            history_public_to_subscribers?: components["schemas"]["HistoryPublicToSubscribers"];
            message_retention_days?: components["schemas"]["MessageRetentionDays"];
            can_add_subscribers_group?: components["schemas"]["ChannelCanAddSubscribersGroup"];
            can_delete_any_message_group?: components["schemas"]["CanDeleteAnyMessageGroup"];
            can_delete_own_message_group?: components["schemas"]["CanDeleteOwnMessageGroup"];
            can_remove_subscribers_group?: components["schemas"]["CanRemoveSubscribersGroup"];
            can_administer_channel_group?: components["schemas"]["CanAdministerChannelGroup"];
            can_move_messages_out_of_channel_group?: components["schemas"]["CanMoveMessagesOutOfChannelGroup"];
            can_move_messages_within_channel_group?: components["schemas"]["CanMoveMessagesWithinChannelGroup"];
            can_send_message_group?: components["schemas"]["CanSendMessageGroup"];
            can_subscribe_group?: components["schemas"]["CanSubscribeGroup"];
            can_resolve_topics_group?: components["schemas"]["CanResolveTopicsGroup"];
        };
        CreateChannelResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            id: number;
        };
        CreateCustomProfileFieldRequest: {
            name?: string;
            hint?: string;
            /** @enum {integer} */
            field_type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
            field_data?: Record<string, never>;
            display_in_profile_summary?: boolean;
            required?: boolean;
            editable_by_user?: boolean;
        };
        CreateCustomProfileFieldResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            id: number;
        };
        CreateDraftsRequest: {
            drafts?: components["schemas"]["Draft"][];
        };
        CreateDraftsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            ids: number[];
        };
        CreateInviteLinkRequest: {
            invite_expires_in_minutes?: components["schemas"]["InviteExpirationParameter"];
            invite_as?: components["schemas"]["InviteRoleParameter"];
            /** @default [] */
            stream_ids: number[];
            /** @default [] */
            group_ids: number[];
            /** @default false */
            include_realm_default_subscriptions: boolean;
            welcome_message_custom_text?: string | null;
        };
        CreateInviteLinkResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            invite_link: string;
        };
        CreateMessageReminderRequest: {
            message_id: number;
            scheduled_delivery_timestamp: number;
            note?: string;
        };
        CreateMessageReminderResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            reminder_id: number;
        };
        CreateSavedSnippetRequest: {
            title: string;
            content: string;
        };
        CreateSavedSnippetResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            saved_snippet_id: number;
        };
        CreateScheduledMessageRequest: {
            /** @enum {string} */
            type: "direct" | "channel" | "stream" | "private";
            to: components["schemas"]["CreateScheduledMessageRequestTo"];
            content: components["schemas"]["RequiredContent"];
            topic?: string;
            scheduled_delivery_timestamp: number;
            read_by_sender?: boolean;
        };
        CreateScheduledMessageRequestTo: number | number[];
        CreateScheduledMessageResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            scheduled_message_id: number;
        };
        CreateUserGroupRequest: {
            name: string;
            description: string;
            members: number[];
            subgroups?: number[];
            can_add_members_group?: components["schemas"]["GroupSettingValue"];
            can_join_group?: components["schemas"]["GroupSettingValue"];
            can_leave_group?: components["schemas"]["GroupSettingValue"];
            can_manage_group?: components["schemas"]["GroupSettingValue"];
            can_mention_group?: components["schemas"]["GroupSettingValue"];
            can_remove_members_group?: components["schemas"]["GroupSettingValue"];
        };
        CreateUserGroupResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            group_id: number;
        };
        CreateUserRequest: {
            email: string;
            password: string;
            full_name: string;
        };
        CreateUserResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            user_id: number;
        };
        CustomProfileField: {
            id: number;
            /** @enum {integer} */
            type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
            order: number;
            name: string;
            hint: string;
            field_data: string;
            /** @default false */
            display_in_profile_summary: boolean;
            required: boolean;
            /** @default true */
            editable_by_user: boolean;
        };
        DeactivateUserRequest: {
            deactivation_notification_comment?: string;
        };
        DefaultChannelGroup: {
            name: string;
            description: string;
            id: number;
            streams: number[];
        };
        DefaultStreamRequest: {
            stream_id: number;
        };
        DeleteQueueRequest: {
            queue_id: string;
        };
        DeleteTopicRequest: {
            topic_name: string;
        };
        DisplayRecipient: string | components["schemas"]["DisplayRecipientUser"][];
        DisplayRecipientUser: {
            id: number;
            email: string;
            full_name: string;
            is_mirror_dummy: boolean;
        };
        Draft: {
            id?: number;
            /** @enum {string} */
            type: "" | "stream" | "private";
            to: number[];
            topic: string;
            content: string;
            timestamp?: number;
        };
        E2eeTestNotifyRequest: {
            push_account_id?: number;
        };
        EditDraftRequest: {
            draft: components["schemas"]["Draft"];
        };
        EditHistoryEntry: {
            prev_content?: string;
            prev_rendered_content?: string;
            prev_stream?: number;
            prev_topic?: string;
            stream?: number;
            timestamp: number;
            topic?: string;
            user_id: number | null;
        };
        EditNavigationViewRequest: {
            is_pinned?: boolean;
            name?: string;
        };
        EditSavedSnippetRequest: {
            title?: string;
            content?: string;
        };
        EmojiCode: string;
        EmojiReaction: {
            emoji_name: string;
            emoji_code: string;
            /** @enum {string} */
            reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji";
            user_id: number;
        };
        /** @deprecated */
        EmojiReactionEventUser: {
            user_id: number;
            email: string;
            full_name: string;
            is_mirror_dummy: boolean;
        };
        Event: components["schemas"]["EventAlertWords"] | components["schemas"]["EventUpdateDisplaySettings"] | components["schemas"]["EventUpdateGlobalNotifications"] | components["schemas"]["EventUserSettingsUpdate"] | components["schemas"]["EventRealmUserUpdate"] | components["schemas"]["EventSubscriptionAdd"] | components["schemas"]["EventSubscriptionRemove"] | components["schemas"]["EventSubscriptionUpdate"] | components["schemas"]["EventSubscriptionPeerAdd"] | components["schemas"]["EventSubscriptionPeerRemove"] | components["schemas"]["EventMessage"] | components["schemas"]["EventHasZoomToken"] | components["schemas"]["EventInvitesChanged"] | components["schemas"]["EventRealmUserAdd"] | components["schemas"]["EventRealmUserRemove"] | components["schemas"]["EventPresence"] | components["schemas"]["EventStreamCreate"] | components["schemas"]["EventStreamDelete"] | components["schemas"]["EventStreamUpdate"] | components["schemas"]["EventReactionAdd"] | components["schemas"]["EventReactionRemove"] | components["schemas"]["EventAttachmentAdd"] | components["schemas"]["EventAttachmentUpdate"] | components["schemas"]["EventAttachmentRemove"] | components["schemas"]["EventPushDevice"] | components["schemas"]["EventSubmessage"] | components["schemas"]["EventUserStatus"] | components["schemas"]["EventCustomProfileFields"] | components["schemas"]["EventDefaultStreamGroups"] | components["schemas"]["EventDefaultStreams"] | components["schemas"]["EventDeleteMessage"] | components["schemas"]["EventMutedTopics"] | components["schemas"]["EventUserTopic"] | components["schemas"]["EventMutedUsers"] | components["schemas"]["EventHeartbeat"] | components["schemas"]["EventOnboardingSteps"] | components["schemas"]["EventUpdateMessage"] | components["schemas"]["EventTypingStart"] | components["schemas"]["EventTypingStop"] | components["schemas"]["EventTypingEditMessageStart"] | components["schemas"]["EventTypingEditMessageStop"] | components["schemas"]["EventUpdateMessageFlagsAdd"] | components["schemas"]["EventUpdateMessageFlagsRemove"] | components["schemas"]["EventUserGroupAdd"] | components["schemas"]["EventUserGroupUpdate"] | components["schemas"]["EventUserGroupAddMembers"] | components["schemas"]["EventUserGroupRemoveMembers"] | components["schemas"]["EventUserGroupAddSubgroups"] | components["schemas"]["EventUserGroupRemoveSubgroups"] | components["schemas"]["EventUserGroupRemove"] | components["schemas"]["EventRealmLinkifiers"] | components["schemas"]["EventRealmFilters"] | components["schemas"]["EventRealmPlaygrounds"] | components["schemas"]["EventRealmEmojiUpdate"] | components["schemas"]["EventRealmDomainsAdd"] | components["schemas"]["EventRealmDomainsChange"] | components["schemas"]["EventRealmDomainsRemove"] | components["schemas"]["EventRealmExport"] | components["schemas"]["EventRealmExportConsent"] | components["schemas"]["EventRealmBotAdd"] | components["schemas"]["EventRealmBotUpdate"] | components["schemas"]["EventRealmBotRemove"] | components["schemas"]["EventRealmBotDelete"] | components["schemas"]["EventRealmUpdate"] | components["schemas"]["EventRealmDeactivated"] | components["schemas"]["EventRestart"] | components["schemas"]["EventWebReloadClient"] | components["schemas"]["EventRealmUpdateDict"] | components["schemas"]["EventRealmUserSettingsDefaultsUpdate"] | components["schemas"]["EventDraftsAdd"] | components["schemas"]["EventDraftsUpdate"] | components["schemas"]["EventDraftsRemove"] | components["schemas"]["EventNavigationViewAdd"] | components["schemas"]["EventNavigationViewUpdate"] | components["schemas"]["EventNavigationViewRemove"] | components["schemas"]["EventSavedSnippetsAdd"] | components["schemas"]["EventSavedSnippetsUpdate"] | components["schemas"]["EventSavedSnippetsRemove"] | components["schemas"]["EventRemindersAdd"] | components["schemas"]["EventRemindersRemove"] | components["schemas"]["EventScheduledMessagesAdd"] | components["schemas"]["EventScheduledMessagesUpdate"] | components["schemas"]["EventScheduledMessagesRemove"] | components["schemas"]["EventChannelFolderAdd"] | components["schemas"]["EventChannelFolderUpdate"] | components["schemas"]["EventChannelFolderReorder"];
        EventAttachmentRemoveAttachment: {
            id: number;
        };
        EventChannelFolderUpdateData: {
            name?: string;
            description?: string;
            rendered_description?: string;
            is_archived?: boolean;
        };
        EventMessageMessage: {
            avatar_url: string | null;
            client: string;
            content: string;
            /** @enum {string} */
            content_type: "text/html" | "text/x-markdown";
            display_recipient: components["schemas"]["DisplayRecipient"];
            edit_history?: components["schemas"]["EditHistoryEntry"][];
            id: number;
            is_me_message: boolean;
            last_edit_timestamp?: number;
            last_moved_timestamp?: number;
            reactions: components["schemas"]["EmojiReaction"][];
            recipient_id: number;
            sender_email: string;
            sender_full_name: string;
            sender_id: number;
            sender_realm_str: string;
            stream_id?: number;
            subject: string;
            submessages: components["schemas"]["Submessage"][];
            timestamp: number;
            topic_links: components["schemas"]["TopicLink"][];
            /** @enum {string} */
            type: "stream" | "private";
        };
        EventNavigationViewUpdateData: {
            name?: string | null;
            is_pinned?: boolean | null;
        };
        EventPresencePresenceValue: {
            /** @enum {string} */
            client: "website";
            /** @enum {string} */
            status: "idle" | "active";
            timestamp: number;
            /** @enum {boolean} */
            pushable: false;
        };
        EventRealmBotDeleteBot: {
            user_id: number;
        };
        EventRealmBotRemoveBot: {
            user_id: number;
            full_name: string;
        };
        EventRealmUpdateValue: string | boolean | (number | null);
        EventRealmUserRemovePerson: {
            user_id: number;
            /** @deprecated */
            full_name?: string;
        };
        EventRealmUserSettingsDefaultsUpdateValue: boolean | number | string | null;
        EventStreamDeleteStreamsItem: {
            stream_id: number;
        };
        EventStreamUpdateValue: components["schemas"]["GroupSettingMembers"] | number | boolean | (string | null);
        EventSubscriptionRemoveSubscriptionsItem: {
            stream_id: number;
            name: string;
        };
        EventSubscriptionUpdateValue: number | boolean | string;
        EventTypes: string[];
        EventUpdateMessageFlagsRemoveMessageDetailsValue: {
            /** @enum {string} */
            type: "private" | "stream";
            mentioned?: boolean;
            user_ids?: number[];
            stream_id?: number;
            topic?: string;
            /** @deprecated */
            unmuted_stream_msg?: boolean;
        };
        EventUserGroupUpdateData: {
            name?: string;
            description?: string;
            can_add_members_group?: components["schemas"]["GroupSettingValue"];
            can_join_group?: components["schemas"]["GroupSettingValue"];
            can_leave_group?: components["schemas"]["GroupSettingValue"];
            can_manage_group?: components["schemas"]["GroupSettingValue"];
            can_mention_group?: components["schemas"]["GroupSettingValue"];
            can_remove_members_group?: components["schemas"]["GroupSettingValue"];
            deactivated?: boolean;
        };
        ExportRealmRequest: {
            /**
             * @default 1
             * @enum {integer}
             */
            export_type: 1 | 2;
        };
        ExportRealmResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            id: number;
        };
        FetchApiKeyRequest: {
            username: string;
            password: string;
        };
        FolderId: number | null;
        GetAlertWordsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            alert_words: string[];
        };
        GetAttachmentsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            attachments: components["schemas"]["Attachment"][];
            upload_space_used: number;
        };
        GetChannelFoldersResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            channel_folders: components["schemas"]["ChannelFolder"][];
        };
        GetCustomEmojiResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            emoji: {
                [key: string]: components["schemas"]["RealmEmoji"];
            };
        };
        GetCustomProfileFieldsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            custom_fields: components["schemas"]["CustomProfileField"][];
        };
        GetDraftsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            count: number;
            drafts: components["schemas"]["Draft"][];
        };
        GetEventsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            events: components["schemas"]["Event"][];
            queue_id: string;
        };
        GetFileTemporaryUrlResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            url: string;
        };
        GetInvitesResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            invites: components["schemas"]["Invite"][];
        };
        GetIsUserGroupMemberResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            is_user_group_member: boolean;
        };
        GetLinkifiersResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            linkifiers: components["schemas"]["Linkifier"][];
        };
        GetMessageHistoryResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            message_history: components["schemas"]["MessageHistoryEntry"][];
        };
        GetMessageResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            /** @deprecated */
            raw_content?: string;
            message: components["schemas"]["SingleMessage"];
        };
        GetMessagesResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            anchor?: number;
            found_newest: boolean;
            found_oldest: boolean;
            found_anchor: boolean;
            history_limited: boolean;
            messages: components["schemas"]["Message"][];
        };
        GetNavigationViewsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            navigation_views: components["schemas"]["NavigationView"][];
        };
        GetOwnUserResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            avatar_url: string;
            avatar_version: number;
            email: string;
            full_name: string;
            is_admin: boolean;
            is_owner: boolean;
            /** @enum {integer} */
            role: 100 | 200 | 300 | 400 | 600;
            is_guest: boolean;
            is_bot: boolean;
            is_active: boolean;
            timezone: string;
            /** Format: date-time */
            date_joined: string;
            /** @deprecated */
            max_message_id?: number;
            user_id: number;
            delivery_email: string;
            profile_data?: components["schemas"]["ProfileData"];
        };
        GetPresenceResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            server_timestamp: number;
            presences: {
                [key: string]: {
                    [key: string]: components["schemas"]["LegacyPresenceFormat"];
                };
            };
        };
        GetReadReceiptsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            user_ids: number[];
        };
        GetRealmExportConsentsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            export_consents: components["schemas"]["GetRealmExportConsentsResponseExportConsentsItem"][];
        };
        GetRealmExportConsentsResponseExportConsentsItem: {
            user_id: number;
            consented: boolean;
        };
        GetRealmExportsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            exports: components["schemas"]["RealmExport"][];
        };
        GetRemindersResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            reminders: components["schemas"]["Reminder"][];
        };
        GetSavedSnippetsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            saved_snippets: components["schemas"]["SavedSnippet"][];
        };
        GetScheduledMessagesResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            scheduled_messages: components["schemas"]["ScheduledMessage"][];
        };
        GetServerSettingsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            authentication_methods: components["schemas"]["GetServerSettingsResponseAuthenticationMethods"];
            external_authentication_methods: components["schemas"]["GetServerSettingsResponseExternalAuthenticationMethodsItem"][];
            zulip_feature_level: number;
            zulip_version: string;
            zulip_merge_base: string;
            push_notifications_enabled: boolean;
            is_incompatible: boolean;
            email_auth_enabled: boolean;
            require_email_format_usernames: boolean;
            /** @deprecated */
            realm_uri?: string;
            realm_url?: string;
            realm_name?: string;
            realm_icon?: string;
            realm_description?: string;
            realm_web_public_access_enabled?: boolean;
        };
        /** @deprecated */
        GetServerSettingsResponseAuthenticationMethods: {
            password: boolean;
            dev: boolean;
            email: boolean;
            ldap: boolean;
            remoteuser: boolean;
            github: boolean;
            azuread: boolean;
            gitlab: boolean;
            apple: boolean;
            google: boolean;
            saml: boolean;
            "openid connect": boolean;
        };
        GetServerSettingsResponseExternalAuthenticationMethodsItem: {
            name: string;
            display_name: string;
            display_icon: string | null;
            login_url: string;
            signup_url: string;
        };
        GetStreamByIdResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            stream: components["schemas"]["BasicChannel"];
        };
        GetStreamEmailAddressResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            email: string;
        };
        GetStreamIdResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            stream_id: number;
        };
        GetStreamsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            streams: components["schemas"]["ChannelWithDefault"][];
        };
        GetStreamTopicsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            topics: components["schemas"]["GetStreamTopicsResponseTopicsItem"][];
        };
        GetStreamTopicsResponseTopicsItem: {
            max_id: number;
            name: string;
        };
        GetSubscribersResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            subscribers: number[];
        };
        GetSubscriptionsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            subscriptions: components["schemas"]["Subscription"][];
        };
        GetSubscriptionStatusResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            is_subscribed: boolean;
        };
        GetUserGroupMembersResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            members: number[];
        };
        GetUserGroupsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            user_groups: components["schemas"]["UserGroupListItem"][];
        };
        GetUserGroupSubgroupsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            subgroups: number[];
        };
        GetUserPresenceResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            presence: {
                [key: string]: components["schemas"]["GetUserPresenceResponsePresenceValue"];
            };
        };
        GetUserPresenceResponsePresenceValue: {
            timestamp: number;
            /** @enum {string} */
            status: "active" | "idle";
        };
        GetUserResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            user: components["schemas"]["User"];
        };
        GetUsersResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            members: components["schemas"]["User"][];
        };
        GetUserStatusResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            status: components["schemas"]["UserStatus"];
        };
        GroupPermissionSetting: {
            require_system_group: boolean;
            allow_internet_group: boolean;
            allow_nobody_group: boolean;
            allow_everyone_group: boolean;
            default_group_name: string;
            default_for_system_groups: string | null;
            allowed_system_groups: string[];
        };
        GroupSettingMembers: {
            direct_members: number[];
            direct_subgroups: number[];
        };
        GroupSettingValue: number | components["schemas"]["GroupSettingMembers"];
        GroupSettingValueUpdate: {
            new: components["schemas"]["GroupSettingValue"];
            old: components["schemas"]["GroupSettingValue"];
        };
        HistoryPublicToSubscribers: boolean;
        IgnoredParametersSuccess: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
        };
        IgnoredParametersUnsupported: string[];
        IncompatibleParametersError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "BAD_REQUEST";
            parameters: string;
        };
        InvalidApiKeyError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "INVALID_API_KEY";
        };
        InvitationFailedError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "INVITATION_FAILED";
            errors: [
                string,
                string,
                boolean
            ][];
            sent_invitations: boolean;
            daily_limit_reached: boolean;
            license_limit_reached: boolean;
        };
        Invite: {
            id: number;
            invited_by_user_id: number;
            invited: number;
            expiry_date: number | null;
            /** @enum {integer} */
            invited_as: 100 | 200 | 300 | 400 | 600;
            email?: string;
            notify_referrer_on_join: boolean;
            link_url?: string;
            is_multiuse: boolean;
        };
        InviteExpirationParameter: number | null;
        /**
         * @default 400
         * @enum {integer}
         */
        InviteRoleParameter: 100 | 200 | 300 | 400 | 600;
        JsonSuccess: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
        };
        LegacyLinkifierTuple: [
            string,
            string,
            number
        ];
        LegacyPresenceFormat: {
            /** @enum {string} */
            client: "website";
            /** @enum {string} */
            status: "idle" | "active";
            timestamp: number;
            /** @enum {boolean} */
            pushable?: false;
        };
        Linkifier: {
            pattern: string;
            url_template: string;
            id: number;
        };
        LinkifierPattern: string;
        LinkifierRequest: {
            pattern: components["schemas"]["LinkifierPattern"];
            url_template: components["schemas"]["LinkifierURLTemplate"];
        };
        LinkifierURLTemplate: string;
        MarkStreamAsReadRequest: {
            stream_id: number;
        };
        MarkTopicAsReadRequest: {
            stream_id: number;
            topic_name: string;
        };
        Message: {
            avatar_url: string | null;
            client: string;
            content: string;
            /** @enum {string} */
            content_type: "text/html" | "text/x-markdown";
            display_recipient: components["schemas"]["DisplayRecipient"];
            edit_history?: components["schemas"]["EditHistoryEntry"][];
            id: number;
            is_me_message: boolean;
            last_edit_timestamp?: number;
            last_moved_timestamp?: number;
            reactions: components["schemas"]["EmojiReaction"][];
            recipient_id: number;
            sender_email: string;
            sender_full_name: string;
            sender_id: number;
            sender_realm_str: string;
            stream_id?: number;
            subject: string;
            submessages: components["schemas"]["Submessage"][];
            timestamp: number;
            topic_links: components["schemas"]["TopicLink"][];
            /** @enum {string} */
            type: "stream" | "private";
            flags: string[];
            match_content?: string;
            match_subject?: string;
        };
        MessageHistoryEntry: {
            topic: string;
            prev_topic?: string;
            stream?: number;
            prev_stream?: number;
            content: string;
            rendered_content: string;
            prev_content?: string;
            prev_rendered_content?: string;
            user_id: number | null;
            content_html_diff?: string;
            timestamp: number;
        };
        MessageRetentionDays: string | number;
        MissingArgumentError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "REQUEST_VARIABLE_MISSING";
            var_name: string;
        };
        MobilePushRegIdRequest: {
            token: string;
        };
        ModernPresenceFormat: {
            active_timestamp: number;
            idle_timestamp: number;
        };
        MoveMessagesTimeLimitExceededError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED";
            first_message_id_allowed_to_move: number | null;
            total_messages_in_topic: number;
            total_messages_allowed_to_move: number;
        };
        MutedTopicTuple: [
            string,
            string,
            number
        ];
        MutedUser: {
            id: number;
            timestamp: number;
        };
        MuteTopicRequest: {
            stream_id?: number;
            stream?: string;
            topic: string;
            /** @enum {string} */
            op: "add" | "remove";
        };
        /** @default [] */
        Narrow: string[][];
        NarrowFilter: components["schemas"]["NarrowFilterObject"] | string[];
        NarrowFilterObject: {
            operator: string;
            operand: components["schemas"]["NarrowOperand"];
            negated: boolean;
        };
        NarrowOperand: string | number | number[];
        NavigationView: {
            fragment: string;
            is_pinned: boolean;
            name?: string | null;
        };
        NeverSubscribedChannel: {
            stream_id: number;
            name: string;
            is_archived: boolean;
            description: string;
            date_created: number;
            creator_id: number | null;
            invite_only: boolean;
            rendered_description: string;
            is_web_public: boolean;
            /**
             * @deprecated
             * @enum {integer}
             */
            stream_post_policy?: 1 | 2 | 3 | 4;
            message_retention_days: number | null;
            history_public_to_subscribers: boolean;
            topics_policy: components["schemas"]["TopicsPolicy"];
            first_message_id: number | null;
            folder_id: number | null;
            is_recently_active: boolean;
            /** @deprecated */
            is_announcement_only?: boolean;
            can_add_subscribers_group: components["schemas"]["ChannelCanAddSubscribersGroup"];
            can_remove_subscribers_group: components["schemas"]["CanRemoveSubscribersGroup"];
            can_administer_channel_group: components["schemas"]["CanAdministerChannelGroup"];
            can_delete_any_message_group: components["schemas"]["CanDeleteAnyMessageGroup"];
            can_delete_own_message_group: components["schemas"]["CanDeleteOwnMessageGroup"];
            can_move_messages_out_of_channel_group: components["schemas"]["CanMoveMessagesOutOfChannelGroup"];
            can_move_messages_within_channel_group: components["schemas"]["CanMoveMessagesWithinChannelGroup"];
            can_send_message_group: components["schemas"]["CanSendMessageGroup"];
            can_subscribe_group: components["schemas"]["CanSubscribeGroup"];
            can_resolve_topics_group: components["schemas"]["CanResolveTopicsGroup"];
            subscriber_count: number;
            stream_weekly_traffic: number | null;
            subscribers?: number[];
            partial_subscribers?: number[];
        };
        NonExistingChannelIdError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "STREAM_DOES_NOT_EXIST";
            stream_id: number;
        };
        NonExistingChannelNameError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "STREAM_DOES_NOT_EXIST";
            stream: string;
        };
        OnboardingStep: {
            /** @enum {string} */
            type: "one_time_notice";
            name: string;
        };
        OptionalContent: string;
        OutgoingWebhookMessage: {
            avatar_url: string | null;
            client: string;
            content: string;
            /** @enum {string} */
            content_type: "text/html" | "text/x-markdown";
            display_recipient: components["schemas"]["DisplayRecipient"];
            edit_history?: components["schemas"]["EditHistoryEntry"][];
            id: number;
            is_me_message: boolean;
            last_edit_timestamp?: number;
            last_moved_timestamp?: number;
            reactions: components["schemas"]["EmojiReaction"][];
            recipient_id: number;
            sender_email: string;
            sender_full_name: string;
            sender_id: number;
            sender_realm_str: string;
            stream_id?: number;
            subject: string;
            submessages: components["schemas"]["Submessage"][];
            timestamp: number;
            topic_links: components["schemas"]["TopicLink"][];
            /** @enum {string} */
            type: "stream" | "private";
            rendered_content: string;
        };
        OutgoingWebhookPayload: {
            bot_email: string;
            bot_full_name: string;
            data: string;
            trigger: string;
            token: string;
            message: components["schemas"]["OutgoingWebhookMessage"];
        };
        PatchChannelFoldersRequest: {
            order: number[];
        };
        Principals: string[] | number[];
        ProfileData: {
            [key: string]: components["schemas"]["ProfileDataValue"];
        };
        ProfileDataValue: {
            value: string;
            rendered_value?: string;
        };
        RateLimitedError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "RATE_LIMIT_HIT";
            "retry-after": number;
        };
        /** @enum {string} */
        ReactionType: "unicode_emoji" | "realm_emoji" | "service_extra_emoji";
        RealmAuthenticationMethod: {
            enabled: boolean;
            available: boolean;
            unavailable_reason?: string;
        };
        RealmDeactivatedError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "REALM_DEACTIVATED";
        };
        RealmDomain: {
            domain: string;
            allow_subdomains: boolean;
        };
        RealmEmoji: {
            id: string;
            name: string;
            source_url: string;
            still_url: string | null;
            deactivated: boolean;
            author_id: number | null;
        };
        RealmExport: {
            id: number;
            acting_user_id: number;
            export_time: number;
            deleted_timestamp: number | null;
            failed_timestamp: number | null;
            export_url: string | null;
            pending: boolean;
            /** @enum {integer} */
            export_type: 1 | 2;
        };
        RealmPlayground: {
            id: number;
            name: string;
            pygments_language: string;
            url_template: string;
        };
        RealmUpdateDictData: {
            allow_message_editing?: boolean;
            authentication_methods?: {
                [key: string]: components["schemas"]["RealmAuthenticationMethod"];
            };
            can_access_all_users_group?: components["schemas"]["GroupSettingValue"];
            can_create_groups?: components["schemas"]["GroupSettingValue"];
            can_create_bots_group?: components["schemas"]["GroupSettingValue"];
            can_create_write_only_bots_group?: components["schemas"]["GroupSettingValue"];
            can_create_public_channel_group?: components["schemas"]["GroupSettingValue"];
            can_create_private_channel_group?: components["schemas"]["GroupSettingValue"];
            can_create_web_public_channel_group?: components["schemas"]["GroupSettingValue"];
            can_add_custom_emoji_group?: components["schemas"]["GroupSettingValue"];
            can_add_subscribers_group?: components["schemas"]["GroupSettingValue"];
            can_delete_any_message_group?: components["schemas"]["GroupSettingValue"];
            can_delete_own_message_group?: components["schemas"]["GroupSettingValue"];
            can_set_delete_message_policy_group?: components["schemas"]["GroupSettingValue"];
            can_set_topics_policy_group?: components["schemas"]["GroupSettingValue"];
            can_invite_users_group?: components["schemas"]["GroupSettingValue"];
            can_mention_many_users_group?: components["schemas"]["GroupSettingValue"];
            can_move_messages_between_channels_group?: components["schemas"]["GroupSettingValue"];
            can_move_messages_between_topics_group?: components["schemas"]["GroupSettingValue"];
            can_resolve_topics_group?: components["schemas"]["GroupSettingValue"];
            can_manage_all_groups?: components["schemas"]["GroupSettingValue"];
            can_manage_billing_group?: components["schemas"]["GroupSettingValue"];
            can_summarize_topics_group?: components["schemas"]["GroupSettingValue"];
            create_multiuse_invite_group?: components["schemas"]["GroupSettingValue"];
            default_code_block_language?: string;
            default_language?: string;
            description?: string;
            digest_emails_enabled?: boolean;
            digest_weekday?: number;
            direct_message_initiator_group?: components["schemas"]["GroupSettingValue"];
            direct_message_permission_group?: components["schemas"]["GroupSettingValue"];
            disallow_disposable_email_addresses?: boolean;
            email_changes_disabled?: boolean;
            enable_read_receipts?: boolean;
            emails_restricted_to_domains?: boolean;
            enable_guest_user_dm_warning?: boolean;
            enable_guest_user_indicator?: boolean;
            enable_spectator_access?: boolean;
            giphy_rating?: number;
            /** @enum {string} */
            icon_source?: "G" | "U";
            icon_url?: string;
            inline_image_preview?: boolean;
            inline_url_embed_preview?: boolean;
            invite_required?: boolean;
            jitsi_server_url?: string | null;
            /** @enum {string} */
            logo_source?: "D" | "U";
            logo_url?: string;
            /** @enum {string} */
            topics_policy?: "allow_empty_topic" | "disable_empty_topic";
            /** @deprecated */
            mandatory_topics?: boolean;
            max_file_upload_size_mib?: number;
            message_content_allowed_in_email_notifications?: boolean;
            message_content_delete_limit_seconds?: number | null;
            message_content_edit_limit_seconds?: number | null;
            /** @enum {string} */
            message_edit_history_visibility_policy?: "all" | "moves" | "none";
            moderation_request_channel_id?: number;
            move_messages_within_stream_limit_seconds?: number | null;
            move_messages_between_streams_limit_seconds?: number | null;
            name?: string;
            name_changes_disabled?: boolean;
            /** @enum {string} */
            night_logo_source?: "D" | "U";
            night_logo_url?: string;
            new_stream_announcements_stream_id?: number;
            /** @enum {integer} */
            org_type?: 0 | 10 | 20 | 30 | 35 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 1000;
            plan_type?: number;
            presence_disabled?: boolean;
            push_notifications_enabled?: boolean;
            push_notifications_enabled_end_timestamp?: number | null;
            require_e2ee_push_notifications?: boolean;
            require_unique_names?: boolean;
            send_welcome_emails?: boolean;
            signup_announcements_stream_id?: number;
            upload_quota_mib?: number | null;
            /** @enum {integer} */
            video_chat_provider?: 0 | 1 | 3 | 4 | 5;
            waiting_period_threshold?: number;
            want_advertise_in_communities_directory?: boolean;
            welcome_message_custom_text?: string;
            zulip_update_announcements_stream_id?: number;
        };
        RealmUserCustomProfileFieldChange: {
            id: number;
            value: string | null;
            rendered_value?: string;
        };
        RealmUserUpdatePerson: components["schemas"]["RealmUserUpdatePersonFullName"] | components["schemas"]["RealmUserUpdatePersonAvatar"] | components["schemas"]["RealmUserUpdatePersonTimezone"] | components["schemas"]["RealmUserUpdatePersonBotOwner"] | components["schemas"]["RealmUserUpdatePersonRole"] | components["schemas"]["RealmUserUpdatePersonDeliveryEmail"] | components["schemas"]["RealmUserUpdatePersonCustomProfileField"] | components["schemas"]["RealmUserUpdatePersonApiEmail"] | components["schemas"]["RealmUserUpdatePersonIsActive"];
        RealmUserUpdatePersonApiEmail: {
            user_id: number;
            new_email: string;
        };
        RealmUserUpdatePersonAvatar: {
            user_id: number;
            avatar_url: string;
            /** @enum {string} */
            avatar_source: "G" | "U";
            avatar_url_medium: string;
            avatar_version: number;
        };
        RealmUserUpdatePersonBotOwner: {
            user_id: number;
            bot_owner_id: number;
        };
        RealmUserUpdatePersonCustomProfileField: {
            user_id: number;
            custom_profile_field: components["schemas"]["RealmUserCustomProfileFieldChange"];
        };
        RealmUserUpdatePersonDeliveryEmail: {
            user_id: number;
            delivery_email: string | null;
        };
        RealmUserUpdatePersonFullName: {
            user_id: number;
            full_name: string;
        };
        RealmUserUpdatePersonIsActive: {
            user_id: number;
            is_active: boolean;
        };
        RealmUserUpdatePersonRole: {
            user_id: number;
            /** @enum {integer} */
            role: 100 | 200 | 300 | 400 | 600;
        };
        RealmUserUpdatePersonTimezone: {
            user_id: number;
            /** @deprecated */
            email?: string;
            timezone: string;
        };
        RegisterPushDeviceRequest: {
            /** @enum {string} */
            token_kind: "fcm" | "apns";
            push_account_id: number;
            push_public_key: string;
            bouncer_public_key: string;
            encrypted_push_registration: string;
        };
        RegisterRequest: {
            /** @default false */
            apply_markdown: boolean;
            client_gravatar?: boolean;
            /**
             * @default false
             * @enum {string}
             */
            include_subscribers: "true" | "false" | "partial";
            /** @default false */
            slim_presence: boolean;
            /** @default 14 */
            presence_history_limit_days: number;
            event_types?: components["schemas"]["EventTypes"];
            all_public_streams?: components["schemas"]["AllPublicChannels"];
            client_capabilities?: {
                /** @default false */
                notification_settings_null: boolean;
                /** @default false */
                bulk_message_deletion: boolean;
                /** @default false */
                user_avatar_url_field_optional: boolean;
                /** @default false */
                stream_typing_notifications: boolean;
                /** @default false */
                user_settings_object: boolean;
                /** @default false */
                linkifier_url_template: boolean;
                /** @default false */
                user_list_incomplete: boolean;
                /** @default false */
                include_deactivated_groups: boolean;
                /** @default false */
                archived_channels: boolean;
                /** @default false */
                empty_topic_name: boolean;
                /** @default false */
                simplified_presence_events: boolean;
            };
            fetch_event_types?: string[];
            narrow?: components["schemas"]["Narrow"];
        };
        RegisterResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            queue_id: string | null;
            last_event_id: number;
            zulip_feature_level: number;
            zulip_version: string;
            zulip_merge_base?: string;
            alert_words?: string[];
            custom_profile_fields?: components["schemas"]["CustomProfileField"][];
            custom_profile_field_types?: {
                [key: string]: components["schemas"]["RegisterResponseCustomProfileFieldTypesValue"];
            };
            realm_date_created?: number;
            demo_organization_scheduled_deletion_date?: number;
            drafts?: components["schemas"]["Draft"][];
            onboarding_steps?: components["schemas"]["OnboardingStep"][];
            navigation_tour_video_url?: string | null;
            /** @deprecated */
            max_message_id?: number;
            max_reminder_note_length?: number;
            max_stream_name_length?: number;
            max_stream_description_length?: number;
            max_channel_folder_name_length?: number;
            max_channel_folder_description_length?: number;
            max_topic_length?: number;
            max_message_length?: number;
            server_min_deactivated_realm_deletion_days?: number | null;
            server_max_deactivated_realm_deletion_days?: number | null;
            server_presence_ping_interval_seconds?: number;
            server_presence_offline_threshold_seconds?: number;
            server_typing_started_expiry_period_milliseconds?: number;
            server_typing_stopped_wait_period_milliseconds?: number;
            server_typing_started_wait_period_milliseconds?: number;
            scheduled_messages?: components["schemas"]["ScheduledMessage"][];
            reminders?: components["schemas"]["Reminder"][];
            /** @deprecated */
            muted_topics?: components["schemas"]["MutedTopicTuple"][];
            muted_users?: components["schemas"]["MutedUser"][];
            presences?: {
                [key: string]: components["schemas"]["RegisterResponsePresencesValue"];
            };
            presence_last_update_id?: number;
            server_timestamp?: number;
            realm_domains?: components["schemas"]["RealmDomain"][];
            realm_emoji?: {
                [key: string]: components["schemas"]["RealmEmoji"];
            };
            realm_linkifiers?: components["schemas"]["Linkifier"][];
            /** @deprecated */
            realm_filters?: components["schemas"]["LegacyLinkifierTuple"][];
            realm_playgrounds?: components["schemas"]["RealmPlayground"][];
            realm_user_groups?: components["schemas"]["UserGroup"][];
            realm_bots?: components["schemas"]["Bot"][];
            realm_embedded_bots?: components["schemas"]["RegisterResponseRealmEmbeddedBotsItem"][];
            realm_incoming_webhook_bots?: components["schemas"]["RegisterResponseRealmIncomingWebhookBotsItem"][];
            recent_private_conversations?: components["schemas"]["RegisterResponseRecentPrivateConversationsItem"][];
            navigation_views?: components["schemas"]["NavigationView"][];
            saved_snippets?: components["schemas"]["SavedSnippet"][];
            subscriptions?: components["schemas"]["Subscription"][];
            unsubscribed?: components["schemas"]["Subscription"][];
            never_subscribed?: components["schemas"]["NeverSubscribedChannel"][];
            channel_folders?: components["schemas"]["ChannelFolder"][];
            unread_msgs?: components["schemas"]["RegisterResponseUnreadMsgs"];
            starred_messages?: number[];
            streams?: components["schemas"]["BasicChannel"][];
            realm_default_streams?: number[];
            realm_default_stream_groups?: components["schemas"]["DefaultChannelGroup"][];
            stop_words?: string[];
            user_status?: {
                [key: string]: components["schemas"]["UserStatus"];
            };
            user_settings?: components["schemas"]["RegisterResponseUserSettings"];
            user_topics?: components["schemas"]["RegisterResponseUserTopicsItem"][];
            has_zoom_token?: boolean;
            giphy_api_key?: string;
            push_devices?: {
                [key: string]: components["schemas"]["RegisterResponsePushDevicesValue"];
            };
            /** @deprecated */
            enable_desktop_notifications?: boolean;
            /** @deprecated */
            enable_digest_emails?: boolean;
            /** @deprecated */
            enable_login_emails?: boolean;
            /** @deprecated */
            enable_marketing_emails?: boolean;
            /** @deprecated */
            email_notifications_batching_period_seconds?: number;
            /** @deprecated */
            enable_offline_email_notifications?: boolean;
            /** @deprecated */
            enable_offline_push_notifications?: boolean;
            /** @deprecated */
            enable_online_push_notifications?: boolean;
            /** @deprecated */
            enable_sounds?: boolean;
            /** @deprecated */
            enable_stream_desktop_notifications?: boolean;
            /** @deprecated */
            enable_stream_email_notifications?: boolean;
            /** @deprecated */
            enable_stream_push_notifications?: boolean;
            /** @deprecated */
            enable_stream_audible_notifications?: boolean;
            /** @deprecated */
            wildcard_mentions_notify?: boolean;
            /** @deprecated */
            message_content_in_email_notifications?: boolean;
            /** @deprecated */
            notification_sound?: string;
            /** @deprecated */
            pm_content_in_desktop_notifications?: boolean;
            /**
             * @deprecated
             * @enum {integer}
             */
            desktop_icon_count_display?: 1 | 2 | 3 | 4;
            /**
             * @deprecated
             * @enum {integer}
             */
            realm_name_in_email_notifications_policy?: 1 | 2 | 3;
            /** @deprecated */
            presence_enabled?: boolean;
            /** @deprecated */
            available_notification_sounds?: string[];
            /**
             * @deprecated
             * @enum {integer}
             */
            color_scheme?: 1 | 2 | 3;
            /** @deprecated */
            default_language?: string;
            /**
             * @deprecated
             * @enum {integer}
             */
            demote_inactive_streams?: 1 | 2 | 3;
            /**
             * @deprecated
             * @enum {string}
             */
            emojiset?: "google" | "google-blob" | "twitter" | "text";
            /** @deprecated */
            enable_drafts_synchronization?: boolean;
            /** @deprecated */
            fluid_layout_width?: boolean;
            /**
             * @deprecated
             * @enum {string}
             */
            web_home_view?: "recent_topics" | "inbox" | "all_messages";
            /** @deprecated */
            high_contrast_mode?: boolean;
            /** @deprecated */
            left_side_userlist?: boolean;
            /** @deprecated */
            starred_message_counts?: boolean;
            /** @deprecated */
            timezone?: string;
            /** @deprecated */
            translate_emoticons?: boolean;
            /** @deprecated */
            twenty_four_hour_time?: boolean;
            receives_typing_notifications?: boolean;
            /** @deprecated */
            enter_sends?: boolean;
            /** @deprecated */
            emojiset_choices?: components["schemas"]["RegisterResponseUserSettingsEmojisetChoicesItem"][];
            /** @enum {string} */
            realm_message_edit_history_visibility_policy?: "all" | "moves" | "none";
            /** @deprecated */
            realm_allow_edit_history?: boolean;
            realm_can_add_custom_emoji_group?: components["schemas"]["GroupSettingValue"];
            realm_can_add_subscribers_group?: components["schemas"]["GroupSettingValue"];
            realm_can_delete_any_message_group?: components["schemas"]["GroupSettingValue"];
            realm_can_delete_own_message_group?: components["schemas"]["GroupSettingValue"];
            realm_can_set_delete_message_policy_group?: components["schemas"]["GroupSettingValue"];
            realm_can_set_topics_policy_group?: components["schemas"]["GroupSettingValue"];
            realm_can_invite_users_group?: components["schemas"]["GroupSettingValue"];
            realm_can_mention_many_users_group?: components["schemas"]["GroupSettingValue"];
            realm_can_move_messages_between_channels_group?: components["schemas"]["GroupSettingValue"];
            realm_can_move_messages_between_topics_group?: components["schemas"]["GroupSettingValue"];
            realm_can_create_groups?: components["schemas"]["GroupSettingValue"];
            realm_can_create_bots_group?: components["schemas"]["GroupSettingValue"];
            realm_can_create_write_only_bots_group?: components["schemas"]["GroupSettingValue"];
            realm_can_manage_all_groups?: components["schemas"]["GroupSettingValue"];
            realm_can_manage_billing_group?: components["schemas"]["GroupSettingValue"];
            realm_can_create_public_channel_group?: components["schemas"]["GroupSettingValue"];
            realm_can_create_private_channel_group?: components["schemas"]["GroupSettingValue"];
            realm_can_create_web_public_channel_group?: components["schemas"]["GroupSettingValue"];
            realm_can_resolve_topics_group?: components["schemas"]["GroupSettingValue"];
            /**
             * @deprecated
             * @enum {integer}
             */
            realm_create_public_stream_policy?: 1 | 2 | 3 | 4;
            /**
             * @deprecated
             * @enum {integer}
             */
            realm_create_private_stream_policy?: 1 | 2 | 3 | 4;
            /**
             * @deprecated
             * @enum {integer}
             */
            realm_create_web_public_stream_policy?: 2 | 4 | 6 | 7;
            /**
             * @deprecated
             * @enum {integer}
             */
            realm_wildcard_mention_policy?: 1 | 2 | 3 | 5 | 6 | 7;
            realm_default_language?: string;
            realm_welcome_message_custom_text?: string;
            realm_description?: string;
            realm_digest_emails_enabled?: boolean;
            realm_disallow_disposable_email_addresses?: boolean;
            realm_email_changes_disabled?: boolean;
            realm_invite_required?: boolean;
            realm_create_multiuse_invite_group?: components["schemas"]["GroupSettingValue"];
            realm_inline_image_preview?: boolean;
            realm_inline_url_embed_preview?: boolean;
            /** @enum {string} */
            realm_topics_policy?: "allow_empty_topic" | "disable_empty_topic";
            /** @deprecated */
            realm_mandatory_topics?: boolean;
            realm_message_retention_days?: number;
            realm_name?: string;
            realm_require_e2ee_push_notifications?: boolean;
            realm_require_unique_names?: boolean;
            realm_name_changes_disabled?: boolean;
            realm_avatar_changes_disabled?: boolean;
            realm_emails_restricted_to_domains?: boolean;
            realm_send_welcome_emails?: boolean;
            realm_message_content_allowed_in_email_notifications?: boolean;
            realm_enable_spectator_access?: boolean;
            realm_want_advertise_in_communities_directory?: boolean;
            /** @enum {integer} */
            realm_video_chat_provider?: 0 | 1 | 3 | 4 | 5;
            realm_jitsi_server_url?: string | null;
            realm_giphy_rating?: number;
            realm_waiting_period_threshold?: number;
            realm_digest_weekday?: number;
            realm_direct_message_initiator_group?: components["schemas"]["GroupSettingValue"];
            realm_direct_message_permission_group?: components["schemas"]["GroupSettingValue"];
            realm_default_code_block_language?: string;
            realm_message_content_delete_limit_seconds?: number | null;
            realm_authentication_methods?: {
                [key: string]: components["schemas"]["RealmAuthenticationMethod"];
            };
            realm_allow_message_editing?: boolean;
            realm_message_content_edit_limit_seconds?: number | null;
            realm_move_messages_within_stream_limit_seconds?: number | null;
            realm_move_messages_between_streams_limit_seconds?: number | null;
            realm_enable_read_receipts?: boolean;
            realm_icon_url?: string;
            /** @enum {string} */
            realm_icon_source?: "G" | "U";
            max_icon_file_size_mib?: number;
            realm_logo_url?: string;
            /** @enum {string} */
            realm_logo_source?: "D" | "U";
            realm_night_logo_url?: string;
            /** @enum {string} */
            realm_night_logo_source?: "D" | "U";
            max_logo_file_size_mib?: number;
            realm_bot_domain?: string;
            /** @deprecated */
            realm_uri?: string;
            realm_url?: string;
            realm_available_video_chat_providers?: {
                [key: string]: components["schemas"]["RegisterResponseRealmAvailableVideoChatProvidersValue"];
            };
            realm_presence_disabled?: boolean;
            settings_send_digest_emails?: boolean;
            realm_is_zephyr_mirror_realm?: boolean;
            realm_email_auth_enabled?: boolean;
            realm_password_auth_enabled?: boolean;
            realm_push_notifications_enabled?: boolean;
            realm_push_notifications_enabled_end_timestamp?: number | null;
            realm_upload_quota_mib?: number | null;
            /** @enum {integer} */
            realm_org_type?: 0 | 10 | 20 | 30 | 35 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 1000;
            realm_plan_type?: number;
            realm_enable_guest_user_dm_warning?: boolean;
            realm_enable_guest_user_indicator?: boolean;
            realm_can_access_all_users_group?: components["schemas"]["GroupSettingValue"];
            realm_can_summarize_topics_group?: components["schemas"]["GroupSettingValue"];
            zulip_plan_is_not_limited?: boolean;
            upgrade_text_for_wide_organization_logo?: string;
            realm_default_external_accounts?: {
                [key: string]: components["schemas"]["RegisterResponseRealmDefaultExternalAccountsValue"];
            };
            /** @deprecated */
            jitsi_server_url?: string;
            development_environment?: boolean;
            server_generation?: number;
            password_min_length?: number;
            password_max_length?: number;
            password_min_guesses?: number;
            giphy_rating_options?: {
                [key: string]: components["schemas"]["RegisterResponseGiphyRatingOptionsValue"];
            };
            max_file_upload_size_mib?: number;
            max_avatar_file_size_mib?: number;
            server_inline_image_preview?: boolean;
            server_inline_url_embed_preview?: boolean;
            server_thumbnail_formats?: components["schemas"]["RegisterResponseServerThumbnailFormatsItem"][];
            server_avatar_changes_disabled?: boolean;
            server_name_changes_disabled?: boolean;
            server_needs_upgrade?: boolean;
            server_web_public_streams_enabled?: boolean;
            server_emoji_data_url?: string;
            server_jitsi_server_url?: string | null;
            server_can_summarize_topics?: boolean;
            event_queue_longpoll_timeout_seconds?: number;
            realm_billing?: components["schemas"]["RegisterResponseRealmBilling"];
            realm_moderation_request_channel_id?: number;
            realm_new_stream_announcements_stream_id?: number;
            realm_signup_announcements_stream_id?: number;
            realm_zulip_update_announcements_stream_id?: number;
            realm_empty_topic_display_name?: string;
            realm_user_settings_defaults?: components["schemas"]["RegisterResponseRealmUserSettingsDefaults"];
            realm_users?: components["schemas"]["User"][];
            realm_non_active_users?: components["schemas"]["User"][];
            /** @enum {string} */
            avatar_source?: "G" | "U";
            avatar_url_medium?: string;
            avatar_url?: string;
            /** @deprecated */
            can_create_streams?: boolean;
            can_create_public_streams?: boolean;
            can_create_private_streams?: boolean;
            can_create_web_public_streams?: boolean;
            can_subscribe_other_users?: boolean;
            can_invite_others_to_realm?: boolean;
            is_admin?: boolean;
            is_owner?: boolean;
            is_moderator?: boolean;
            is_guest?: boolean;
            user_id?: number;
            email?: string;
            delivery_email?: string;
            full_name?: string;
            cross_realm_bots?: components["schemas"]["RegisterResponseCrossRealmBotsItem"][];
            server_supported_permission_settings?: components["schemas"]["RegisterResponseServerSupportedPermissionSettings"];
            max_bulk_new_subscription_messages?: number;
        };
        RegisterResponseCrossRealmBotsItem: {
            user_id: number;
            delivery_email: string | null;
            email: string;
            full_name: string;
            /** Format: date-time */
            date_joined: string;
            is_active?: boolean;
            is_owner: boolean;
            is_admin: boolean;
            is_guest: boolean;
            is_bot: boolean;
            /** @enum {integer|null} */
            bot_type: 1 | 2 | 3 | 4 | null;
            bot_owner_id: number | null;
            /** @enum {integer} */
            role: 100 | 200 | 300 | 400 | 600;
            timezone: string;
            avatar_url?: string | null;
            avatar_version: number;
            profile_data?: {
                [key: string]: components["schemas"]["ProfileDataValue"];
            };
            is_system_bot: boolean;
        };
        RegisterResponseCustomProfileFieldTypesValue: {
            id: number;
            name: string;
        };
        RegisterResponseGiphyRatingOptionsValue: {
            name: string;
            id: number;
        };
        RegisterResponsePresencesValue: components["schemas"]["ModernPresenceFormat"] | {
            [key: string]: components["schemas"]["LegacyPresenceFormat"];
        };
        RegisterResponsePushDevicesValue: {
            /** @enum {string} */
            status: "active" | "pending" | "failed";
            error_code: string | null;
        };
        RegisterResponseRealmAvailableVideoChatProvidersValue: {
            name: string;
            id: number;
        };
        RegisterResponseRealmBilling: {
            has_pending_sponsorship_request: boolean;
        };
        RegisterResponseRealmDefaultExternalAccountsValue: {
            name: string;
            text: string;
            hint: string;
            url_pattern: string;
        };
        RegisterResponseRealmEmbeddedBotsItem: {
            name: string;
            config: {
                [key: string]: string;
            };
        };
        RegisterResponseRealmIncomingWebhookBotsItem: {
            name: string;
            display_name: string;
            all_event_types: string[] | null;
            config_options: components["schemas"]["WebhookConfigOptionItem"][];
            url_options: components["schemas"]["WebhookUrlOptionItem"][];
        };
        RegisterResponseRealmUserSettingsDefaults: {
            twenty_four_hour_time: boolean | null;
            /** @enum {integer} */
            web_mark_read_on_scroll_policy: 1 | 2 | 3;
            /** @enum {integer} */
            web_channel_default_view: 1 | 2 | 3 | 4;
            starred_message_counts: boolean;
            receives_typing_notifications: boolean;
            web_suggest_update_timezone: boolean;
            fluid_layout_width: boolean;
            high_contrast_mode: boolean;
            web_font_size_px: number;
            web_line_height_percent: number;
            /** @enum {integer} */
            color_scheme: 1 | 2 | 3;
            translate_emoticons: boolean;
            display_emoji_reaction_users: boolean;
            default_language: string;
            /** @enum {string} */
            web_home_view: "recent_topics" | "inbox" | "all_messages";
            web_escape_navigates_to_home_view: boolean;
            left_side_userlist: boolean;
            /** @enum {string} */
            emojiset: "google" | "google-blob" | "twitter" | "text";
            /** @enum {integer} */
            demote_inactive_streams: 1 | 2 | 3;
            /** @enum {integer} */
            user_list_style: 1 | 2 | 3;
            /** @enum {string} */
            web_animate_image_previews: "always" | "on_hover" | "never";
            /** @enum {integer} */
            web_stream_unreads_count_display_policy: 1 | 2 | 3;
            hide_ai_features: boolean;
            web_left_sidebar_show_channel_folders: boolean;
            web_left_sidebar_unreads_count_summary: boolean;
            enable_stream_desktop_notifications: boolean;
            enable_stream_email_notifications: boolean;
            enable_stream_push_notifications: boolean;
            enable_stream_audible_notifications: boolean;
            notification_sound: string;
            enable_desktop_notifications: boolean;
            enable_sounds: boolean;
            enable_offline_email_notifications: boolean;
            enable_offline_push_notifications: boolean;
            enable_online_push_notifications: boolean;
            enable_followed_topic_desktop_notifications: boolean;
            enable_followed_topic_email_notifications: boolean;
            enable_followed_topic_push_notifications: boolean;
            enable_followed_topic_audible_notifications: boolean;
            enable_digest_emails: boolean;
            enable_marketing_emails: boolean;
            enable_login_emails: boolean;
            message_content_in_email_notifications: boolean;
            pm_content_in_desktop_notifications: boolean;
            wildcard_mentions_notify: boolean;
            enable_followed_topic_wildcard_mentions_notify: boolean;
            /** @enum {integer} */
            desktop_icon_count_display: 1 | 2 | 3 | 4;
            /** @enum {integer} */
            realm_name_in_email_notifications_policy: 1 | 2 | 3;
            /** @enum {integer} */
            automatically_follow_topics_policy: 1 | 2 | 3 | 4;
            /** @enum {integer} */
            automatically_unmute_topics_in_muted_streams_policy: 1 | 2 | 3 | 4;
            automatically_follow_topics_where_mentioned: boolean;
            /** @enum {string} */
            resolved_topic_notice_auto_read_policy: "always" | "except_followed" | "never";
            presence_enabled: boolean;
            enter_sends: boolean;
            enable_drafts_synchronization: boolean;
            email_notifications_batching_period_seconds: number;
            available_notification_sounds: string[];
            emojiset_choices: components["schemas"]["RegisterResponseUserSettingsEmojisetChoicesItem"][];
            send_private_typing_notifications: boolean;
            send_stream_typing_notifications: boolean;
            send_read_receipts: boolean;
            allow_private_data_export: boolean;
            /** @enum {integer} */
            email_address_visibility: 1 | 2 | 3 | 4 | 5;
            web_navigate_to_sent_message: boolean;
        };
        RegisterResponseRecentPrivateConversationsItem: {
            max_message_id: number;
            user_ids: number[];
        };
        RegisterResponseServerSupportedPermissionSettings: {
            realm: {
                [key: string]: components["schemas"]["GroupPermissionSetting"];
            };
            stream: {
                [key: string]: components["schemas"]["GroupPermissionSetting"];
            };
            group: {
                [key: string]: components["schemas"]["GroupPermissionSetting"];
            };
        };
        RegisterResponseServerThumbnailFormatsItem: {
            name: string;
            max_width: number;
            max_height: number;
            format: string;
            animated: boolean;
        };
        RegisterResponseUnreadMsgs: {
            count: number;
            pms: components["schemas"]["RegisterResponseUnreadMsgsPmsItem"][];
            streams: components["schemas"]["RegisterResponseUnreadMsgsStreamsItem"][];
            huddles: components["schemas"]["RegisterResponseUnreadMsgsHuddlesItem"][];
            mentions: number[];
            old_unreads_missing: boolean;
        };
        RegisterResponseUnreadMsgsHuddlesItem: {
            user_ids_string: string;
            unread_message_ids: number[];
        };
        RegisterResponseUnreadMsgsPmsItem: {
            other_user_id: number;
            /** @deprecated */
            sender_id?: number;
            unread_message_ids: number[];
        };
        RegisterResponseUnreadMsgsStreamsItem: {
            topic: string;
            stream_id: number;
            unread_message_ids: number[];
        };
        RegisterResponseUserSettings: {
            twenty_four_hour_time: boolean | null;
            /** @enum {integer} */
            web_mark_read_on_scroll_policy: 1 | 2 | 3;
            /** @enum {integer} */
            web_channel_default_view: 1 | 2 | 3 | 4;
            starred_message_counts: boolean;
            receives_typing_notifications: boolean;
            web_suggest_update_timezone: boolean;
            fluid_layout_width: boolean;
            high_contrast_mode: boolean;
            web_font_size_px: number;
            web_line_height_percent: number;
            /** @enum {integer} */
            color_scheme: 1 | 2 | 3;
            translate_emoticons: boolean;
            display_emoji_reaction_users: boolean;
            default_language: string;
            /** @enum {string} */
            web_home_view: "recent_topics" | "inbox" | "all_messages";
            web_escape_navigates_to_home_view: boolean;
            left_side_userlist: boolean;
            /** @enum {string} */
            emojiset: "google" | "google-blob" | "twitter" | "text";
            /** @enum {integer} */
            demote_inactive_streams: 1 | 2 | 3;
            /** @enum {integer} */
            user_list_style: 1 | 2 | 3;
            /** @enum {string} */
            web_animate_image_previews: "always" | "on_hover" | "never";
            /** @enum {integer} */
            web_stream_unreads_count_display_policy: 1 | 2 | 3;
            hide_ai_features: boolean;
            web_left_sidebar_show_channel_folders: boolean;
            web_left_sidebar_unreads_count_summary: boolean;
            timezone: string;
            enter_sends: boolean;
            enable_drafts_synchronization: boolean;
            enable_stream_desktop_notifications: boolean;
            enable_stream_email_notifications: boolean;
            enable_stream_push_notifications: boolean;
            enable_stream_audible_notifications: boolean;
            notification_sound: string;
            enable_desktop_notifications: boolean;
            enable_sounds: boolean;
            enable_followed_topic_desktop_notifications: boolean;
            enable_followed_topic_email_notifications: boolean;
            enable_followed_topic_push_notifications: boolean;
            enable_followed_topic_audible_notifications: boolean;
            email_notifications_batching_period_seconds: number;
            enable_offline_email_notifications: boolean;
            enable_offline_push_notifications: boolean;
            enable_online_push_notifications: boolean;
            enable_digest_emails: boolean;
            enable_marketing_emails: boolean;
            enable_login_emails: boolean;
            message_content_in_email_notifications: boolean;
            pm_content_in_desktop_notifications: boolean;
            wildcard_mentions_notify: boolean;
            enable_followed_topic_wildcard_mentions_notify: boolean;
            /** @enum {integer} */
            desktop_icon_count_display: 1 | 2 | 3 | 4;
            /** @enum {integer} */
            realm_name_in_email_notifications_policy: 1 | 2 | 3;
            /** @enum {integer} */
            automatically_follow_topics_policy: 1 | 2 | 3 | 4;
            /** @enum {integer} */
            automatically_unmute_topics_in_muted_streams_policy: 1 | 2 | 3 | 4;
            automatically_follow_topics_where_mentioned: boolean;
            /** @enum {string} */
            resolved_topic_notice_auto_read_policy: "always" | "except_followed" | "never";
            presence_enabled: boolean;
            available_notification_sounds: string[];
            emojiset_choices: components["schemas"]["RegisterResponseUserSettingsEmojisetChoicesItem"][];
            send_private_typing_notifications: boolean;
            send_stream_typing_notifications: boolean;
            send_read_receipts: boolean;
            allow_private_data_export: boolean;
            /** @enum {integer} */
            email_address_visibility: 1 | 2 | 3 | 4 | 5;
            web_navigate_to_sent_message: boolean;
        };
        RegisterResponseUserSettingsEmojisetChoicesItem: {
            key: string;
            text: string;
        };
        RegisterResponseUserTopicsItem: {
            stream_id: number;
            topic_name: string;
            last_updated: number;
            /** @enum {integer} */
            visibility_policy: 1 | 2 | 3;
        };
        Reminder: {
            reminder_id: number;
            /** @enum {string} */
            type: "private";
            to: number[];
            content: string;
            rendered_content: string;
            scheduled_delivery_timestamp: number;
            failed: boolean;
            reminder_target_message_id: number;
        };
        RemoveAlertWordsRequest: {
            alert_words: string[];
        };
        RemoveAlertWordsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            alert_words: string[];
        };
        RemoveApnsTokenRequest: {
            token: string;
        };
        RemoveReactionRequest: {
            emoji_name?: string;
            emoji_code?: components["schemas"]["EmojiCode"];
            reaction_type?: components["schemas"]["ReactionType"];
        };
        RenderMessageRequest: {
            content: components["schemas"]["RequiredContent"];
        };
        RenderMessageResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            rendered: string;
        };
        ReorderCustomProfileFieldsRequest: {
            order: number[];
        };
        ReorderLinkifiersRequest: {
            ordered_linkifier_ids: number[];
        };
        ReportMessageRequest: {
            /** @enum {string} */
            report_type: "spam" | "harassment" | "inappropriate" | "norms" | "other";
            description?: string;
        };
        RequiredContent: string;
        SavedSnippet: {
            id: number;
            title: string;
            content: string;
            date_created: number;
        };
        ScheduledMessage: {
            scheduled_message_id: number;
            /** @enum {string} */
            type: "stream" | "private";
            to: components["schemas"]["ScheduledMessageBaseTo"];
            topic?: string;
            content: string;
            rendered_content: string;
            scheduled_delivery_timestamp: number;
            failed: boolean;
        };
        ScheduledMessageBaseTo: number | number[];
        SendInvitesRequest: {
            invitee_emails: string;
            invite_expires_in_minutes?: components["schemas"]["InviteExpirationParameter"];
            invite_as?: components["schemas"]["InviteRoleParameter"];
            stream_ids: number[];
            group_ids?: number[];
            /** @default false */
            include_realm_default_subscriptions: boolean;
            /** @default true */
            notify_referrer_on_join: boolean;
            welcome_message_custom_text?: string | null;
        };
        SendInvitesResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
        };
        SendMessageRequest: {
            /** @enum {string} */
            type: "direct" | "channel" | "stream" | "private";
            to: components["schemas"]["SendMessageRequestTo"];
            content: components["schemas"]["RequiredContent"];
            topic?: string;
            queue_id?: string;
            local_id?: string;
            read_by_sender?: boolean;
        };
        SendMessageRequestTo: string | number | string[] | number[];
        SendMessageResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            id: number;
            /** @enum {integer} */
            automatic_new_visibility_policy?: 2 | 3;
        };
        /** @default true */
        SendNewSubscriptionMessages: boolean;
        SettingValue: boolean | number | string | null;
        SetTypingStatusForMessageEditRequest: {
            /** @enum {string} */
            op: "start" | "stop";
        };
        SetTypingStatusRequest: {
            /**
             * @default direct
             * @enum {string}
             */
            type: "direct" | "stream" | "channel";
            /** @enum {string} */
            op: "start" | "stop";
            to?: number[];
            stream_id?: number;
            topic?: string;
        };
        SingleMessage: {
            avatar_url: string | null;
            client: string;
            content: string;
            /** @enum {string} */
            content_type: "text/html" | "text/x-markdown";
            display_recipient: components["schemas"]["DisplayRecipient"];
            edit_history?: components["schemas"]["EditHistoryEntry"][];
            id: number;
            is_me_message: boolean;
            last_edit_timestamp?: number;
            last_moved_timestamp?: number;
            reactions: components["schemas"]["EmojiReaction"][];
            recipient_id: number;
            sender_email: string;
            sender_full_name: string;
            sender_id: number;
            sender_realm_str: string;
            stream_id?: number;
            subject: string;
            submessages: components["schemas"]["Submessage"][];
            timestamp: number;
            topic_links: components["schemas"]["TopicLink"][];
            /** @enum {string} */
            type: "stream" | "private";
            flags: string[];
        };
        Submessage: {
            msg_type: string;
            content: string;
            message_id: number;
            sender_id: number;
            id: number;
        };
        SubscribeRequest: {
            subscriptions: components["schemas"]["SubscribeRequestSubscriptionsItem"][];
            principals?: components["schemas"]["Principals"];
            /** @default true */
            authorization_errors_fatal: boolean;
            /** @default false */
            announce: boolean;
            /** @default false */
            invite_only: boolean;
            /** @default false */
            is_web_public: boolean;
            /** @default false */
            is_default_stream: boolean;
            history_public_to_subscribers?: components["schemas"]["HistoryPublicToSubscribers"];
            message_retention_days?: components["schemas"]["MessageRetentionDays"];
            topics_policy?: components["schemas"]["TopicsPolicy"];
            can_add_subscribers_group?: components["schemas"]["ChannelCanAddSubscribersGroup"];
            can_remove_subscribers_group?: components["schemas"]["CanRemoveSubscribersGroup"];
            can_administer_channel_group?: components["schemas"]["CanAdministerChannelGroup"];
            can_delete_any_message_group?: components["schemas"]["CanDeleteAnyMessageGroup"];
            can_delete_own_message_group?: components["schemas"]["CanDeleteOwnMessageGroup"];
            can_move_messages_out_of_channel_group?: components["schemas"]["CanMoveMessagesOutOfChannelGroup"];
            can_move_messages_within_channel_group?: components["schemas"]["CanMoveMessagesWithinChannelGroup"];
            can_send_message_group?: components["schemas"]["CanSendMessageGroup"];
            can_subscribe_group?: components["schemas"]["CanSubscribeGroup"];
            can_resolve_topics_group?: components["schemas"]["CanResolveTopicsGroup"];
            folder_id?: number | null;
            send_new_subscription_messages?: components["schemas"]["SendNewSubscriptionMessages"];
        };
        SubscribeRequestSubscriptionsItem: {
            name: string;
            description: string;
        };
        SubscribeResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            subscribed: {
                [key: string]: string[];
            };
            already_subscribed: {
                [key: string]: string[];
            };
            unauthorized?: string[];
            new_subscription_messages_sent?: boolean;
        };
        Subscription: {
            stream_id: number;
            name: string;
            description: string;
            rendered_description: string;
            date_created: number;
            creator_id: number | null;
            invite_only: boolean;
            subscribers?: number[];
            partial_subscribers?: number[];
            desktop_notifications: boolean | null;
            email_notifications: boolean | null;
            wildcard_mentions_notify: boolean | null;
            push_notifications: boolean | null;
            audible_notifications: boolean | null;
            pin_to_top: boolean;
            is_muted: boolean;
            /** @deprecated */
            in_home_view?: boolean;
            /** @deprecated */
            is_announcement_only?: boolean;
            is_web_public: boolean;
            color: string;
            /**
             * @deprecated
             * @enum {integer}
             */
            stream_post_policy?: 1 | 2 | 3 | 4;
            message_retention_days: number | null;
            history_public_to_subscribers: boolean;
            first_message_id: number | null;
            folder_id: number | null;
            topics_policy: components["schemas"]["TopicsPolicy"];
            is_recently_active: boolean;
            stream_weekly_traffic: number | null;
            can_add_subscribers_group: components["schemas"]["ChannelCanAddSubscribersGroup"];
            can_remove_subscribers_group: components["schemas"]["CanRemoveSubscribersGroup"];
            can_administer_channel_group: components["schemas"]["CanAdministerChannelGroup"];
            can_delete_any_message_group: components["schemas"]["CanDeleteAnyMessageGroup"];
            can_delete_own_message_group: components["schemas"]["CanDeleteOwnMessageGroup"];
            can_move_messages_out_of_channel_group: components["schemas"]["CanMoveMessagesOutOfChannelGroup"];
            can_move_messages_within_channel_group: components["schemas"]["CanMoveMessagesWithinChannelGroup"];
            can_send_message_group: components["schemas"]["CanSendMessageGroup"];
            can_subscribe_group: components["schemas"]["CanSubscribeGroup"];
            can_resolve_topics_group: components["schemas"]["CanResolveTopicsGroup"];
            is_archived: boolean;
            subscriber_count: number;
        };
        TestNotifyRequest: {
            token?: string;
        };
        TestWelcomeBotCustomMessageRequest: {
            welcome_message_custom_text: string;
        };
        TestWelcomeBotCustomMessageResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            message_id: number;
        };
        TopicLink: {
            text: string;
            url: string;
        };
        /** @enum {string} */
        TopicsPolicy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";
        TypingEditRecipient: {
            /** @enum {string} */
            type: "direct" | "channel";
            channel_id?: number;
            topic?: string;
            user_ids?: number[];
        };
        TypingUser: {
            user_id: number;
            email: string;
        };
        UnauthorizedError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "UNAUTHORIZED";
        };
        UnauthorizedPrincipalError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "UNAUTHORIZED_PRINCIPAL";
        };
        UnsubscribeRequest: {
            subscriptions: string[];
            principals?: components["schemas"]["Principals"];
        };
        UnsubscribeResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            not_removed: string[];
            removed: string[];
        };
        UpdateChannelFolderRequest: {
            name?: string;
            description?: string;
            is_archived?: boolean;
        };
        UpdateMessageFlagsForNarrowRequest: {
            anchor: components["schemas"]["Anchor"];
            /** @default true */
            include_anchor: boolean;
            num_before: number;
            num_after: number;
            /** @default [] */
            narrow: components["schemas"]["NarrowFilter"][];
            /** @enum {string} */
            op: "add" | "remove";
            flag: string;
        };
        UpdateMessageFlagsForNarrowResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            processed_count: number;
            updated_count: number;
            first_processed_id: number | null;
            last_processed_id: number | null;
            found_oldest: boolean;
            found_newest: boolean;
            ignored_because_not_subscribed_channels?: number[];
        };
        UpdateMessageFlagsRequest: {
            messages: number[];
            /** @enum {string} */
            op: "add" | "remove";
            flag: string;
        };
        UpdateMessageFlagsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            messages: number[];
            ignored_because_not_subscribed_channels?: number[];
        };
        UpdateMessageRequest: {
            topic?: string;
            /**
             * @default change_one
             * @enum {string}
             */
            propagate_mode: "change_one" | "change_later" | "change_all";
            /** @default false */
            send_notification_to_old_thread: boolean;
            /** @default true */
            send_notification_to_new_thread: boolean;
            content?: components["schemas"]["OptionalContent"];
            prev_content_sha256?: string;
            stream_id?: number;
        };
        UpdateMessageResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            detached_uploads: components["schemas"]["Attachment"][];
        };
        UpdatePresenceRequest: {
            last_update_id?: number;
            /** @default 14 */
            history_limit_days: number;
            /** @default false */
            new_user_input: boolean;
            /** @default false */
            ping_only: boolean;
            /**
             * @deprecated
             * @default false
             */
            slim_presence: boolean;
            /** @enum {string} */
            status: "idle" | "active";
        };
        UpdatePresenceResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            presence_last_update_id: number;
            server_timestamp?: number;
            presences?: {
                [key: string]: components["schemas"]["UpdatePresenceResponsePresencesValue"];
            };
            /** @deprecated */
            legacy_mirror_active?: boolean;
        };
        UpdatePresenceResponsePresencesValue: components["schemas"]["ModernPresenceFormat"] | {
            [key: string]: components["schemas"]["LegacyPresenceFormat"];
        };
        UpdateRealmUserSettingsDefaultsRequest: {
            starred_message_counts?: boolean;
            receives_typing_notifications?: boolean;
            web_suggest_update_timezone?: boolean;
            fluid_layout_width?: boolean;
            high_contrast_mode?: boolean;
            /** @enum {integer} */
            web_mark_read_on_scroll_policy?: 1 | 2 | 3;
            /** @enum {integer} */
            web_channel_default_view?: 1 | 2 | 3 | 4;
            web_font_size_px?: number;
            web_line_height_percent?: number;
            /** @enum {integer} */
            color_scheme?: 1 | 2 | 3;
            enable_drafts_synchronization?: boolean;
            translate_emoticons?: boolean;
            display_emoji_reaction_users?: boolean;
            /** @enum {string} */
            web_home_view?: "recent_topics" | "inbox" | "all_messages";
            web_escape_navigates_to_home_view?: boolean;
            left_side_userlist?: boolean;
            /** @enum {string} */
            emojiset?: "google" | "google-blob" | "twitter" | "text";
            /** @enum {integer} */
            demote_inactive_streams?: 1 | 2 | 3;
            /** @enum {integer} */
            user_list_style?: 1 | 2 | 3;
            /** @enum {string} */
            web_animate_image_previews?: "always" | "on_hover" | "never";
            /** @enum {integer} */
            web_stream_unreads_count_display_policy?: 1 | 2 | 3;
            hide_ai_features?: boolean;
            web_left_sidebar_show_channel_folders?: boolean;
            web_left_sidebar_unreads_count_summary?: boolean;
            enable_stream_desktop_notifications?: boolean;
            enable_stream_email_notifications?: boolean;
            enable_stream_push_notifications?: boolean;
            enable_stream_audible_notifications?: boolean;
            notification_sound?: string;
            enable_desktop_notifications?: boolean;
            enable_sounds?: boolean;
            enable_followed_topic_desktop_notifications?: boolean;
            enable_followed_topic_email_notifications?: boolean;
            enable_followed_topic_push_notifications?: boolean;
            enable_followed_topic_audible_notifications?: boolean;
            email_notifications_batching_period_seconds?: number;
            enable_offline_email_notifications?: boolean;
            enable_offline_push_notifications?: boolean;
            enable_online_push_notifications?: boolean;
            enable_digest_emails?: boolean;
            message_content_in_email_notifications?: boolean;
            pm_content_in_desktop_notifications?: boolean;
            wildcard_mentions_notify?: boolean;
            enable_followed_topic_wildcard_mentions_notify?: boolean;
            /** @enum {integer} */
            desktop_icon_count_display?: 1 | 2 | 3 | 4;
            /** @enum {integer} */
            realm_name_in_email_notifications_policy?: 1 | 2 | 3;
            /** @enum {integer} */
            automatically_follow_topics_policy?: 1 | 2 | 3 | 4;
            /** @enum {integer} */
            automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4;
            automatically_follow_topics_where_mentioned?: boolean;
            /** @enum {string} */
            resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never";
            presence_enabled?: boolean;
            enter_sends?: boolean;
            twenty_four_hour_time?: boolean;
            send_private_typing_notifications?: boolean;
            send_stream_typing_notifications?: boolean;
            send_read_receipts?: boolean;
            /** @enum {integer} */
            email_address_visibility?: 1 | 2 | 3 | 4 | 5;
            web_navigate_to_sent_message?: boolean;
        };
        UpdateScheduledMessageRequest: {
            /** @enum {string} */
            type?: "direct" | "channel" | "stream" | "private";
            to?: components["schemas"]["UpdateScheduledMessageRequestTo"];
            content?: string;
            topic?: string;
            scheduled_delivery_timestamp?: number;
        };
        UpdateScheduledMessageRequestTo: number | number[];
        UpdateScheduledMessageResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
        };
        UpdateSettingsRequest: {
            full_name?: string;
            email?: string;
            old_password?: string;
            new_password?: string;
            twenty_four_hour_time?: boolean;
            /** @enum {integer} */
            web_mark_read_on_scroll_policy?: 1 | 2 | 3;
            /** @enum {integer} */
            web_channel_default_view?: 1 | 2 | 3 | 4;
            starred_message_counts?: boolean;
            receives_typing_notifications?: boolean;
            web_suggest_update_timezone?: boolean;
            fluid_layout_width?: boolean;
            high_contrast_mode?: boolean;
            web_font_size_px?: number;
            web_line_height_percent?: number;
            /** @enum {integer} */
            color_scheme?: 1 | 2 | 3;
            enable_drafts_synchronization?: boolean;
            translate_emoticons?: boolean;
            display_emoji_reaction_users?: boolean;
            default_language?: string;
            /** @enum {string} */
            web_home_view?: "recent_topics" | "inbox" | "all_messages";
            web_escape_navigates_to_home_view?: boolean;
            left_side_userlist?: boolean;
            /** @enum {string} */
            emojiset?: "google" | "google-blob" | "twitter" | "text";
            /** @enum {integer} */
            demote_inactive_streams?: 1 | 2 | 3;
            /** @enum {integer} */
            user_list_style?: 1 | 2 | 3;
            /** @enum {string} */
            web_animate_image_previews?: "always" | "on_hover" | "never";
            /** @enum {integer} */
            web_stream_unreads_count_display_policy?: 1 | 2 | 3;
            hide_ai_features?: boolean;
            web_left_sidebar_show_channel_folders?: boolean;
            web_left_sidebar_unreads_count_summary?: boolean;
            timezone?: string;
            enable_stream_desktop_notifications?: boolean;
            enable_stream_email_notifications?: boolean;
            enable_stream_push_notifications?: boolean;
            enable_stream_audible_notifications?: boolean;
            notification_sound?: string;
            enable_desktop_notifications?: boolean;
            enable_sounds?: boolean;
            email_notifications_batching_period_seconds?: number;
            enable_offline_email_notifications?: boolean;
            enable_offline_push_notifications?: boolean;
            enable_online_push_notifications?: boolean;
            enable_followed_topic_desktop_notifications?: boolean;
            enable_followed_topic_email_notifications?: boolean;
            enable_followed_topic_push_notifications?: boolean;
            enable_followed_topic_audible_notifications?: boolean;
            enable_digest_emails?: boolean;
            enable_marketing_emails?: boolean;
            enable_login_emails?: boolean;
            message_content_in_email_notifications?: boolean;
            pm_content_in_desktop_notifications?: boolean;
            wildcard_mentions_notify?: boolean;
            enable_followed_topic_wildcard_mentions_notify?: boolean;
            /** @enum {integer} */
            desktop_icon_count_display?: 1 | 2 | 3 | 4;
            /** @enum {integer} */
            realm_name_in_email_notifications_policy?: 1 | 2 | 3;
            /** @enum {integer} */
            automatically_follow_topics_policy?: 1 | 2 | 3 | 4;
            /** @enum {integer} */
            automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4;
            automatically_follow_topics_where_mentioned?: boolean;
            /** @enum {string} */
            resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never";
            presence_enabled?: boolean;
            enter_sends?: boolean;
            send_private_typing_notifications?: boolean;
            send_stream_typing_notifications?: boolean;
            send_read_receipts?: boolean;
            allow_private_data_export?: boolean;
            /** @enum {integer} */
            email_address_visibility?: 1 | 2 | 3 | 4 | 5;
            web_navigate_to_sent_message?: boolean;
        };
        UpdateStatusForUserRequest: {
            status_text?: string;
            emoji_name?: string;
            emoji_code?: string;
            /** @enum {string} */
            reaction_type?: "unicode_emoji" | "realm_emoji" | "service_extra_emoji";
        };
        UpdateStatusRequest: {
            status_text?: string;
            /** @deprecated */
            away?: boolean;
            emoji_name?: string;
            emoji_code?: string;
            /** @enum {string} */
            reaction_type?: "unicode_emoji" | "realm_emoji" | "service_extra_emoji";
        };
        UpdateStreamRequest: {
            description?: string;
            new_name?: string;
            is_private?: boolean;
            is_web_public?: boolean;
            history_public_to_subscribers?: boolean;
            is_default_stream?: boolean;
            message_retention_days?: components["schemas"]["MessageRetentionDays"];
            is_archived?: boolean;
            folder_id?: number | null;
            topics_policy?: components["schemas"]["TopicsPolicy"];
            can_add_subscribers_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_remove_subscribers_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_administer_channel_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_delete_any_message_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_delete_own_message_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_move_messages_out_of_channel_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_move_messages_within_channel_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_send_message_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_subscribe_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_resolve_topics_group?: components["schemas"]["GroupSettingValueUpdate"];
        };
        UpdateSubscriptionSettingsRequest: {
            subscription_data: components["schemas"]["UpdateSubscriptionSettingsRequestSubscriptionDataItem"][];
        };
        UpdateSubscriptionSettingsRequestSubscriptionDataItem: {
            stream_id: number;
            /** @enum {string} */
            property: "color" | "is_muted" | "in_home_view" | "pin_to_top" | "desktop_notifications" | "audible_notifications" | "push_notifications" | "email_notifications" | "wildcard_mentions_notify";
            value: components["schemas"]["UpdateSubscriptionSettingsRequestSubscriptionDataItemValue"];
        };
        UpdateSubscriptionSettingsRequestSubscriptionDataItemValue: boolean | string;
        UpdateSubscriptionsRequest: {
            delete?: string[];
            add?: components["schemas"]["UpdateSubscriptionsRequestAddItem"][];
        };
        UpdateSubscriptionsRequestAddItem: {
            name: string;
            color: string;
            description: string;
        };
        UpdateSubscriptionsResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            subscribed: {
                [key: string]: string[];
            };
            already_subscribed: {
                [key: string]: string[];
            };
            not_removed: string[];
            removed: string[];
            new_subscription_messages_sent?: boolean;
        };
        UpdateUserGroupMembersRequest: {
            delete?: number[];
            add?: number[];
            delete_subgroups?: number[];
            add_subgroups?: number[];
        };
        UpdateUserGroupRequest: {
            name?: string;
            description?: string;
            can_add_members_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_join_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_leave_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_manage_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_mention_group?: components["schemas"]["GroupSettingValueUpdate"];
            can_remove_members_group?: components["schemas"]["GroupSettingValueUpdate"];
            deactivated?: boolean;
        };
        UpdateUserGroupSubgroupsRequest: {
            delete?: number[];
            add?: number[];
        };
        UpdateUserRequest: {
            full_name?: string;
            /** @enum {integer} */
            role?: 100 | 200 | 300 | 400 | 600;
            profile_data?: {
                id: number;
                value: unknown;
            }[];
            new_email?: string;
        };
        UpdateUserTopicRequest: {
            stream_id: number;
            topic: string;
            /** @enum {integer} */
            visibility_policy: 0 | 1 | 2 | 3;
        };
        UploadCustomEmojiRequest: {
            /** Format: binary */
            filename?: string;
        };
        UploadFileRequest: {
            /** Format: binary */
            filename?: string;
        };
        UploadFileResponse: {
            /** @enum {string} */
            result: "success";
            msg: string;
            ignored_parameters_unsupported?: components["schemas"]["IgnoredParametersUnsupported"];
            /** @deprecated */
            uri: string;
            url: string;
            filename: string;
        };
        User: {
            user_id: number;
            delivery_email: string | null;
            email: string;
            full_name: string;
            /** Format: date-time */
            date_joined: string;
            is_active?: boolean;
            is_owner: boolean;
            is_admin: boolean;
            is_guest: boolean;
            is_bot: boolean;
            /** @enum {integer|null} */
            bot_type: 1 | 2 | 3 | 4 | null;
            bot_owner_id: number | null;
            /** @enum {integer} */
            role: 100 | 200 | 300 | 400 | 600;
            timezone: string;
            avatar_url?: string | null;
            avatar_version: number;
            profile_data?: {
                [key: string]: components["schemas"]["ProfileDataValue"];
            };
        };
        UserDeactivatedError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "USER_DEACTIVATED";
        };
        UserGroup: {
            name: string;
            date_created: number | null;
            creator_id: number | null;
            description: string;
            members: number[];
            direct_subgroup_ids: number[];
            id: number;
            is_system_group: boolean;
            can_add_members_group: components["schemas"]["GroupSettingValue"];
            can_join_group: components["schemas"]["GroupSettingValue"];
            can_leave_group: components["schemas"]["GroupSettingValue"];
            can_manage_group: components["schemas"]["GroupSettingValue"];
            can_mention_group: components["schemas"]["GroupSettingValue"];
            can_remove_members_group: components["schemas"]["GroupSettingValue"];
            deactivated: boolean;
        };
        UserGroupListItem: {
            description: string;
            id: number;
            date_created: number | null;
            creator_id: number | null;
            members: number[];
            direct_subgroup_ids: number[];
            name: string;
            is_system_group: boolean;
            can_add_members_group: components["schemas"]["GroupSettingValue"];
            can_join_group: components["schemas"]["GroupSettingValue"];
            can_leave_group: components["schemas"]["GroupSettingValue"];
            can_manage_group: components["schemas"]["GroupSettingValue"];
            can_mention_group: components["schemas"]["GroupSettingValue"];
            can_remove_members_group: components["schemas"]["GroupSettingValue"];
            deactivated: boolean;
        };
        UserNotAuthorizedError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "BAD_REQUEST";
        };
        UserStatus: {
            /** @deprecated */
            away?: boolean;
            status_text?: string;
            emoji_name?: string;
            emoji_code?: string;
            /** @enum {string} */
            reaction_type?: "unicode_emoji" | "realm_emoji" | "service_extra_emoji";
        };
        WebhookConfigOptionItem: {
            key: string;
            label: string;
            validator: string;
        };
        WebhookUrlOptionItem: {
            key: string;
            label: string;
            validator: string;
        };
        EventAlertWords: {
            id: number;
            /** @enum {string} */
            type: "alert_words";
            alert_words: string[];
        };
        EventAttachmentAdd: {
            id: number;
            /** @enum {string} */
            type: "attachment";
            /** @enum {string} */
            op: "add";
            attachment: components["schemas"]["Attachment"];
            upload_space_used: number;
        };
        EventAttachmentRemove: {
            id: number;
            /** @enum {string} */
            type: "attachment";
            /** @enum {string} */
            op: "remove";
            attachment: components["schemas"]["EventAttachmentRemoveAttachment"];
            upload_space_used: number;
        };
        EventAttachmentUpdate: {
            id: number;
            /** @enum {string} */
            type: "attachment";
            /** @enum {string} */
            op: "update";
            attachment: components["schemas"]["Attachment"];
            upload_space_used: number;
        };
        EventChannelFolderAdd: {
            id: number;
            /** @enum {string} */
            type: "channel_folder";
            /** @enum {string} */
            op: "add";
            channel_folder: components["schemas"]["ChannelFolder"];
        };
        EventChannelFolderReorder: {
            id: number;
            /** @enum {string} */
            type: "channel_folder";
            /** @enum {string} */
            op: "reorder";
            order: number[];
        };
        EventChannelFolderUpdate: {
            id: number;
            /** @enum {string} */
            type: "channel_folder";
            /** @enum {string} */
            op: "update";
            channel_folder_id: number;
            data: components["schemas"]["EventChannelFolderUpdateData"];
        };
        EventCustomProfileFields: {
            id: number;
            /** @enum {string} */
            type: "custom_profile_fields";
            fields: components["schemas"]["CustomProfileField"][];
        };
        EventDefaultStreamGroups: {
            id: number;
            /** @enum {string} */
            type: "default_stream_groups";
            default_stream_groups: components["schemas"]["DefaultChannelGroup"][];
        };
        EventDefaultStreams: {
            id: number;
            /** @enum {string} */
            type: "default_streams";
            default_streams: number[];
        };
        EventDeleteMessage: {
            id: number;
            /** @enum {string} */
            type: "delete_message";
            message_ids?: number[];
            message_id?: number;
            /** @enum {string} */
            message_type: "private" | "stream";
            stream_id?: number;
            topic?: string;
        };
        EventDraftsAdd: {
            id: number;
            /** @enum {string} */
            type: "drafts";
            /** @enum {string} */
            op: "add";
            drafts: components["schemas"]["Draft"][];
        };
        EventDraftsRemove: {
            id: number;
            /** @enum {string} */
            type: "drafts";
            /** @enum {string} */
            op: "remove";
            draft_id: number;
        };
        EventDraftsUpdate: {
            id: number;
            /** @enum {string} */
            type: "drafts";
            /** @enum {string} */
            op: "update";
            draft: components["schemas"]["Draft"];
        };
        EventHasZoomToken: {
            id: number;
            /** @enum {string} */
            type: "has_zoom_token";
            value: boolean;
        };
        EventHeartbeat: {
            id: number;
            /** @enum {string} */
            type: "heartbeat";
        };
        EventInvitesChanged: {
            id: number;
            /** @enum {string} */
            type: "invites_changed";
        };
        EventMessage: {
            id: number;
            /** @enum {string} */
            type: "message";
            message: components["schemas"]["EventMessageMessage"];
            flags: string[];
            local_message_id?: string;
        };
        EventMutedTopics: {
            id: number;
            /** @enum {string} */
            type: "muted_topics";
            /** @deprecated */
            muted_topics?: components["schemas"]["MutedTopicTuple"][];
        };
        EventMutedUsers: {
            id: number;
            /** @enum {string} */
            type: "muted_users";
            muted_users: components["schemas"]["MutedUser"][];
        };
        EventNavigationViewAdd: {
            id: number;
            /** @enum {string} */
            type: "navigation_view";
            /** @enum {string} */
            op: "add";
            navigation_view: components["schemas"]["NavigationView"];
        };
        EventNavigationViewRemove: {
            id: number;
            /** @enum {string} */
            type: "navigation_view";
            /** @enum {string} */
            op: "remove";
            fragment: string;
        };
        EventNavigationViewUpdate: {
            id: number;
            /** @enum {string} */
            type: "navigation_view";
            /** @enum {string} */
            op: "update";
            fragment: string;
            data: components["schemas"]["EventNavigationViewUpdateData"];
        };
        EventOnboardingSteps: {
            id: number;
            /** @enum {string} */
            type: "onboarding_steps";
            onboarding_steps: components["schemas"]["OnboardingStep"][];
        };
        EventPresence: {
            id: number;
            /** @enum {string} */
            type: "presence";
            presences?: {
                [key: string]: components["schemas"]["ModernPresenceFormat"];
            };
            user_id?: number;
            /** @deprecated */
            email?: string;
            server_timestamp?: number;
            presence?: {
                [key: string]: components["schemas"]["EventPresencePresenceValue"];
            };
        };
        EventPushDevice: {
            id: number;
            /** @enum {string} */
            type: "push_device";
            push_account_id: string;
            /** @enum {string} */
            status: "active" | "failed" | "pending";
            error_code?: string | null;
        };
        EventReactionAdd: {
            id: number;
            /** @enum {string} */
            type: "reaction";
            /** @enum {string} */
            op: "add";
            emoji_name: string;
            emoji_code: string;
            /** @enum {string} */
            reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji";
            user_id: number;
            user: components["schemas"]["EmojiReactionEventUser"];
            message_id: number;
        };
        EventReactionRemove: {
            id: number;
            /** @enum {string} */
            type: "reaction";
            /** @enum {string} */
            op: "remove";
            emoji_name: string;
            emoji_code: string;
            /** @enum {string} */
            reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji";
            user_id: number;
            user: components["schemas"]["EmojiReactionEventUser"];
            message_id: number;
        };
        EventRealmBotAdd: {
            id: number;
            /** @enum {string} */
            type: "realm_bot";
            /** @enum {string} */
            op: "add";
            bot: components["schemas"]["Bot"];
        };
        EventRealmBotDelete: {
            id: number;
            /** @enum {string} */
            type: "realm_bot";
            /** @enum {string} */
            op: "delete";
            bot: components["schemas"]["EventRealmBotDeleteBot"];
        };
        /** @deprecated */
        EventRealmBotRemove: {
            id: number;
            /** @enum {string} */
            type: "realm_bot";
            /** @enum {string} */
            op: "remove";
            bot: components["schemas"]["EventRealmBotRemoveBot"];
        };
        EventRealmBotUpdate: {
            id: number;
            /** @enum {string} */
            type: "realm_bot";
            /** @enum {string} */
            op: "update";
            bot: components["schemas"]["BasicBot"];
        };
        EventRealmDeactivated: {
            id: number;
            /** @enum {string} */
            type: "realm";
            /** @enum {string} */
            op: "deactivated";
            realm_id: number;
        };
        EventRealmDomainsAdd: {
            id: number;
            /** @enum {string} */
            type: "realm_domains";
            /** @enum {string} */
            op: "add";
            realm_domain: components["schemas"]["RealmDomain"];
        };
        EventRealmDomainsChange: {
            id: number;
            /** @enum {string} */
            type: "realm_domains";
            /** @enum {string} */
            op: "change";
            realm_domain: components["schemas"]["RealmDomain"];
        };
        EventRealmDomainsRemove: {
            id: number;
            /** @enum {string} */
            type: "realm_domains";
            /** @enum {string} */
            op: "remove";
            domain: string;
        };
        EventRealmEmojiUpdate: {
            id: number;
            /** @enum {string} */
            type: "realm_emoji";
            /** @enum {string} */
            op: "update";
            realm_emoji: {
                [key: string]: components["schemas"]["RealmEmoji"];
            };
        };
        EventRealmExport: {
            id: number;
            /** @enum {string} */
            type: "realm_export";
            exports: components["schemas"]["RealmExport"][];
        };
        EventRealmExportConsent: {
            id: number;
            /** @enum {string} */
            type: "realm_export_consent";
            user_id: number;
            consented: boolean;
        };
        /** @deprecated */
        EventRealmFilters: {
            id: number;
            /** @enum {string} */
            type: "realm_filters";
            realm_filters: components["schemas"]["LegacyLinkifierTuple"][];
        };
        EventRealmLinkifiers: {
            id: number;
            /** @enum {string} */
            type: "realm_linkifiers";
            realm_linkifiers: components["schemas"]["Linkifier"][];
        };
        EventRealmPlaygrounds: {
            id: number;
            /** @enum {string} */
            type: "realm_playgrounds";
            realm_playgrounds: components["schemas"]["RealmPlayground"][];
        };
        EventRealmUpdate: {
            id: number;
            /** @enum {string} */
            type: "realm";
            /** @enum {string} */
            op: "update";
            property: string;
            value: components["schemas"]["EventRealmUpdateValue"];
        };
        EventRealmUpdateDict: {
            id: number;
            /** @enum {string} */
            type: "realm";
            /** @enum {string} */
            op: "update_dict";
            /**
             * @deprecated
             * @enum {string}
             */
            property?: "default";
            data: components["schemas"]["RealmUpdateDictData"];
        };
        EventRealmUserAdd: {
            id: number;
            /** @enum {string} */
            type: "realm_user";
            /** @enum {string} */
            op: "add";
            person: components["schemas"]["User"];
        };
        EventRealmUserRemove: {
            id: number;
            /** @enum {string} */
            type: "realm_user";
            /** @enum {string} */
            op: "remove";
            person: components["schemas"]["EventRealmUserRemovePerson"];
        };
        EventRealmUserSettingsDefaultsUpdate: {
            id: number;
            /** @enum {string} */
            type: "realm_user_settings_defaults";
            /** @enum {string} */
            op: "update";
            property: string;
            value: components["schemas"]["EventRealmUserSettingsDefaultsUpdateValue"];
        };
        EventRealmUserUpdate: {
            id: number;
            /** @enum {string} */
            type: "realm_user";
            /** @enum {string} */
            op: "update";
            person: components["schemas"]["RealmUserUpdatePerson"];
        };
        EventRemindersAdd: {
            id: number;
            /** @enum {string} */
            type: "reminders";
            /** @enum {string} */
            op: "add";
            reminders: components["schemas"]["Reminder"][];
        };
        EventRemindersRemove: {
            id: number;
            /** @enum {string} */
            type: "reminders";
            /** @enum {string} */
            op: "remove";
            reminder_id: number;
        };
        EventRestart: {
            id: number;
            /** @enum {string} */
            type: "restart";
            zulip_version: string;
            zulip_merge_base: string;
            zulip_feature_level: number;
            server_generation: number;
        };
        EventSavedSnippetsAdd: {
            id: number;
            /** @enum {string} */
            type: "saved_snippets";
            /** @enum {string} */
            op: "add";
            saved_snippet: components["schemas"]["SavedSnippet"];
        };
        EventSavedSnippetsRemove: {
            id: number;
            /** @enum {string} */
            type: "saved_snippets";
            /** @enum {string} */
            op: "remove";
            saved_snippet_id: number;
        };
        EventSavedSnippetsUpdate: {
            id: number;
            /** @enum {string} */
            type: "saved_snippets";
            /** @enum {string} */
            op: "update";
            saved_snippet: components["schemas"]["SavedSnippet"];
        };
        EventScheduledMessagesAdd: {
            id: number;
            /** @enum {string} */
            type: "scheduled_messages";
            /** @enum {string} */
            op: "add";
            scheduled_messages: components["schemas"]["ScheduledMessage"][];
        };
        EventScheduledMessagesRemove: {
            id: number;
            /** @enum {string} */
            type: "scheduled_messages";
            /** @enum {string} */
            op: "remove";
            scheduled_message_id: number;
        };
        EventScheduledMessagesUpdate: {
            id: number;
            /** @enum {string} */
            type: "scheduled_messages";
            /** @enum {string} */
            op: "update";
            scheduled_message: components["schemas"]["ScheduledMessage"];
        };
        EventStreamCreate: {
            id: number;
            /** @enum {string} */
            type: "stream";
            /** @enum {string} */
            op: "create";
            streams: components["schemas"]["BasicChannel"][];
        };
        EventStreamDelete: {
            id: number;
            /** @enum {string} */
            type: "stream";
            /** @enum {string} */
            op: "delete";
            /** @deprecated */
            streams?: components["schemas"]["EventStreamDeleteStreamsItem"][];
            stream_ids: number[];
        };
        EventStreamUpdate: {
            id: number;
            /** @enum {string} */
            type: "stream";
            /** @enum {string} */
            op: "update";
            stream_id: number;
            name: string;
            property: string;
            value: components["schemas"]["EventStreamUpdateValue"];
            rendered_description?: string;
            history_public_to_subscribers?: boolean;
            is_web_public?: boolean;
        };
        EventSubmessage: {
            id: number;
            /** @enum {string} */
            type: "submessage";
            msg_type: string;
            content: string;
            message_id: number;
            sender_id: number;
            submessage_id: number;
        };
        EventSubscriptionAdd: {
            id: number;
            /** @enum {string} */
            type: "subscription";
            /** @enum {string} */
            op: "add";
            subscriptions: components["schemas"]["Subscription"][];
        };
        EventSubscriptionPeerAdd: {
            id: number;
            /** @enum {string} */
            type: "subscription";
            /** @enum {string} */
            op: "peer_add";
            stream_ids: number[];
            user_ids: number[];
        };
        EventSubscriptionPeerRemove: {
            id: number;
            /** @enum {string} */
            type: "subscription";
            /** @enum {string} */
            op: "peer_remove";
            stream_ids: number[];
            user_ids: number[];
        };
        EventSubscriptionRemove: {
            id: number;
            /** @enum {string} */
            type: "subscription";
            /** @enum {string} */
            op: "remove";
            subscriptions: components["schemas"]["EventSubscriptionRemoveSubscriptionsItem"][];
        };
        EventSubscriptionUpdate: {
            id: number;
            /** @enum {string} */
            type: "subscription";
            /** @enum {string} */
            op: "update";
            stream_id: number;
            property: string;
            value: components["schemas"]["EventSubscriptionUpdateValue"];
        };
        EventTypingEditMessageStart: {
            id: number;
            /** @enum {string} */
            type: "typing_edit_message";
            /** @enum {string} */
            op: "start";
            sender_id: number;
            message_id: number;
            recipient: components["schemas"]["TypingEditRecipient"];
        };
        EventTypingEditMessageStop: {
            id: number;
            /** @enum {string} */
            type: "typing_edit_message";
            /** @enum {string} */
            op: "stop";
            sender_id: number;
            message_id: number;
            recipient: components["schemas"]["TypingEditRecipient"];
        };
        EventTypingStart: {
            id: number;
            /** @enum {string} */
            type: "typing";
            /** @enum {string} */
            op: "start";
            /** @enum {string} */
            message_type: "direct" | "stream";
            sender: components["schemas"]["TypingUser"];
            recipients?: components["schemas"]["TypingUser"][];
            stream_id?: number;
            topic?: string;
        };
        EventTypingStop: {
            id: number;
            /** @enum {string} */
            type: "typing";
            /** @enum {string} */
            op: "stop";
            /** @enum {string} */
            message_type: "direct" | "stream";
            sender: components["schemas"]["TypingUser"];
            recipients?: components["schemas"]["TypingUser"][];
            stream_id?: number;
            topic?: string;
        };
        /** @deprecated */
        EventUpdateDisplaySettings: {
            id: number;
            /** @enum {string} */
            type: "update_display_settings";
            user: string;
            setting_name: string;
            setting: components["schemas"]["SettingValue"];
            language_name?: string;
        };
        /** @deprecated */
        EventUpdateGlobalNotifications: {
            id: number;
            /** @enum {string} */
            type: "update_global_notifications";
            user: string;
            notification_name: string;
            setting: components["schemas"]["SettingValue"];
        };
        EventUpdateMessage: {
            id: number;
            /** @enum {string} */
            type: "update_message";
            user_id: number | null;
            rendering_only: boolean;
            message_id: number;
            message_ids: number[];
            flags: string[];
            edit_timestamp: number;
            stream_name?: string;
            stream_id?: number;
            new_stream_id?: number;
            /** @enum {string} */
            propagate_mode?: "change_one" | "change_later" | "change_all";
            orig_subject?: string;
            subject?: string;
            topic_links?: components["schemas"]["TopicLink"][];
            orig_content?: string;
            orig_rendered_content?: string;
            content?: string;
            rendered_content?: string;
            is_me_message?: boolean;
        };
        EventUpdateMessageFlagsAdd: {
            id: number;
            /** @enum {string} */
            type: "update_message_flags";
            /** @enum {string} */
            op: "add";
            /**
             * @deprecated
             * @enum {string}
             */
            operation?: "add";
            flag: string;
            messages: number[];
            all: boolean;
        };
        EventUpdateMessageFlagsRemove: {
            id: number;
            /** @enum {string} */
            type: "update_message_flags";
            /** @enum {string} */
            op: "remove";
            /**
             * @deprecated
             * @enum {string}
             */
            operation?: "remove";
            flag: string;
            messages: number[];
            /**
             * @deprecated
             * @enum {boolean}
             */
            all?: false;
            message_details?: {
                [key: string]: components["schemas"]["EventUpdateMessageFlagsRemoveMessageDetailsValue"];
            };
        };
        EventUserGroupAdd: {
            id: number;
            /** @enum {string} */
            type: "user_group";
            /** @enum {string} */
            op: "add";
            group: components["schemas"]["UserGroup"];
        };
        EventUserGroupAddMembers: {
            id: number;
            /** @enum {string} */
            type: "user_group";
            /** @enum {string} */
            op: "add_members";
            group_id: number;
            user_ids: number[];
        };
        EventUserGroupAddSubgroups: {
            id: number;
            /** @enum {string} */
            type: "user_group";
            /** @enum {string} */
            op: "add_subgroups";
            group_id: number;
            direct_subgroup_ids: number[];
        };
        EventUserGroupRemove: {
            id: number;
            /** @enum {string} */
            type: "user_group";
            /** @enum {string} */
            op: "remove";
            group_id: number;
        };
        EventUserGroupRemoveMembers: {
            id: number;
            /** @enum {string} */
            type: "user_group";
            /** @enum {string} */
            op: "remove_members";
            group_id: number;
            user_ids: number[];
        };
        EventUserGroupRemoveSubgroups: {
            id: number;
            /** @enum {string} */
            type: "user_group";
            /** @enum {string} */
            op: "remove_subgroups";
            group_id: number;
            direct_subgroup_ids: number[];
        };
        EventUserGroupUpdate: {
            id: number;
            /** @enum {string} */
            type: "user_group";
            /** @enum {string} */
            op: "update";
            group_id: number;
            data: components["schemas"]["EventUserGroupUpdateData"];
        };
        EventUserSettingsUpdate: {
            id: number;
            /** @enum {string} */
            type: "user_settings";
            /** @enum {string} */
            op: "update";
            property: string;
            value: components["schemas"]["SettingValue"];
            language_name?: string;
        };
        EventUserStatus: {
            id: number;
            /** @enum {string} */
            type: "user_status";
            /** @deprecated */
            away?: boolean;
            status_text: string;
            emoji_name: string;
            emoji_code: string;
            /** @enum {string} */
            reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji" | "";
            user_id: number;
        };
        EventUserTopic: {
            id: number;
            /** @enum {string} */
            type: "user_topic";
            stream_id: number;
            topic_name: string;
            last_updated: number;
            /** @enum {integer} */
            visibility_policy: 0 | 1 | 2 | 3;
        };
        EventWebReloadClient: {
            id: number;
            /** @enum {string} */
            type: "web_reload_client";
            immediate: boolean;
        };
        InvalidFieldsError: {
            /** @enum {string} */
            result: "error";
            msg: string;
            /** @enum {string} */
            code: "BAD_REQUEST";
            errors: {
                [key: string]: string[];
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
