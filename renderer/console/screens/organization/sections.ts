/** Which setting of the organization stands in which form, in a person's words. A test sees to it that none is missing. */
import type { Section } from '../../settings/settings.ts';

export const profileSections: Section[] = [
  {
    title: 'The organization',
    fields: [
      { name: 'name', label: 'Name', kind: 'line', maxLength: 40 },
      {
        name: 'description',
        label: 'Description',
        kind: 'markdown',
        maxLength: 1000,
        description: 'Markdown. Whoever is invited reads it.',
      },
      {
        name: 'org_type',
        label: 'Kind of organization',
        kind: 'choice',
        choices: {
          '0': 'Not specified',
          '10': 'Business',
          '20': 'Open-source project',
          '30': 'Education (not for profit)',
          '35': 'Education (for profit)',
          '40': 'Research',
          '50': 'Event or conference',
          '60': 'Association',
          '70': 'Government',
          '80': 'Political group',
          '90': 'Community',
          '100': 'Personal',
          '1000': 'Other',
        },
      },
      {
        name: 'default_language',
        label: 'Language',
        kind: 'language',
        description: 'Of new people and of what the server writes.',
      },
      {
        name: 'want_advertise_in_communities_directory',
        label: 'May be listed in directories',
        kind: 'switch',
        description: 'Clients are told; this server tells nobody else.',
      },
    ],
  },
  {
    title: 'Channels that the server writes into',
    fields: [
      { name: 'signup_announcements_stream_id', label: 'Channel that announces newcomers', kind: 'channel' },
      { name: 'new_stream_announcements_stream_id', label: 'Channel that announces new channels', kind: 'channel' },
      {
        name: 'moderation_request_channel_id',
        label: 'Channel that reported messages go to',
        kind: 'channel',
        description: 'A private one. Without, messages cannot be reported.',
      },
      { name: 'zulip_update_announcements_stream_id', label: 'Channel for news of the server', kind: 'channel' },
    ],
  },
];

export const joiningSections: Section[] = [
  {
    title: 'Who may join',
    fields: [
      {
        name: 'invite_required',
        label: 'An invitation is needed to join',
        kind: 'switch',
        description: 'If off, anyone who reaches the server can sign up.',
      },
      {
        name: 'emails_restricted_to_domains',
        label: 'Only addresses of the allowed domains may join',
        kind: 'switch',
        description: 'The domains are below.',
      },
      { name: 'disallow_disposable_email_addresses', label: 'Block disposable addresses', kind: 'switch' },
      { name: 'can_invite_users_group', label: 'Who may invite by email', kind: 'group' },
      { name: 'create_multiuse_invite_group', label: 'Who may create reusable links', kind: 'group' },
    ],
  },
  {
    title: 'Newcomers',
    fields: [
      {
        name: 'waiting_period_threshold',
        label: 'Days until a new member is a full member',
        kind: 'number',
        description: 'Some permissions can be kept for full members.',
      },
      {
        name: 'welcome_message_custom_text',
        label: 'Welcome message',
        kind: 'markdown',
        maxLength: 8000,
        description: 'Markdown. Added to what newcomers are told; an invitation may bring its own.',
      },
      { name: 'send_welcome_emails', label: 'Mail newcomers how to begin', kind: 'switch' },
    ],
  },
  {
    title: 'Names and pictures of people',
    fields: [
      { name: 'require_unique_names', label: 'Names must be unique', kind: 'switch' },
      { name: 'name_changes_disabled', label: 'Only administrators change names', kind: 'switch' },
      { name: 'email_changes_disabled', label: 'Only administrators change email addresses', kind: 'switch' },
      { name: 'avatar_changes_disabled', label: 'Only administrators change pictures of people', kind: 'switch' },
      { name: 'enable_guest_user_indicator', label: 'Names of guests are marked', kind: 'switch' },
      {
        name: 'enable_guest_user_dm_warning',
        label: 'Who writes to a guest directly is warned first',
        kind: 'switch',
      },
    ],
  },
];

export const messageSections: Section[] = [
  {
    title: 'Editing and moving',
    fields: [
      { name: 'allow_message_editing', label: 'Messages can be edited', kind: 'switch' },
      { name: 'message_content_edit_limit_seconds', label: 'How long their authors may edit messages', kind: 'time' },
      {
        name: 'message_content_delete_limit_seconds',
        label: 'How long their authors may delete messages',
        kind: 'time',
      },
      {
        name: 'move_messages_within_stream_limit_seconds',
        label: 'How long messages may be moved to other topics',
        kind: 'time',
      },
      {
        name: 'move_messages_between_streams_limit_seconds',
        label: 'How long messages may be moved to other channels',
        kind: 'time',
      },
      {
        name: 'message_edit_history_visibility_policy',
        label: 'What people see of earlier versions',
        kind: 'choice',
        choices: { all: 'Every version', moves: 'Only moves', none: 'Nothing' },
      },
    ],
  },
  {
    title: 'Keeping and reading',
    fields: [
      {
        name: 'message_retention_days',
        label: 'Days that messages are kept',
        kind: 'days',
        description: 'Older ones are deleted for good. Left empty, messages are kept for ever.',
      },
      {
        name: 'topics_policy',
        label: 'Topics',
        kind: 'choice',
        choices: { allow_empty_topic: 'May be left out', disable_empty_topic: 'Every message in a channel needs one' },
      },
      { name: 'enable_read_receipts', label: 'People see who has read a message', kind: 'switch' },
      { name: 'presence_disabled', label: 'Turn presence off', kind: 'switch' },
      {
        name: 'enable_spectator_access',
        label: 'Channels can be web-public: guests read them without being in them, too',
        kind: 'switch',
      },
    ],
  },
  {
    title: 'What messages show',
    fields: [
      { name: 'inline_image_preview', label: 'Show pictures in messages', kind: 'switch' },
      { name: 'inline_url_embed_preview', label: 'Show previews of linked pages', kind: 'switch' },
      {
        name: 'default_code_block_language',
        label: 'Language of code blocks that name none',
        kind: 'line',
        maxLength: 200,
        description: 'Such as python; empty: plain text.',
      },
      {
        name: 'video_chat_provider',
        label: 'Video calls',
        kind: 'choice',
        choices: { '0': 'None', '1': 'By the server below' },
      },
      {
        name: 'jitsi_server_url',
        label: 'Server of video calls',
        kind: 'address',
        maxLength: 200,
        description: "Its address; empty: the client's own choice.",
      },
      {
        name: 'giphy_rating',
        label: 'Moving pictures from search services',
        kind: 'choice',
        choices: {
          '0': 'None',
          '1': 'For everybody',
          '2': 'For most ages',
          '3': 'With parental guidance',
          '4': 'For teenagers and up',
        },
        description: 'For clients that search them; this server searches nothing elsewhere.',
      },
    ],
  },
  {
    title: 'Mail and phones',
    fields: [
      {
        name: 'message_content_allowed_in_email_notifications',
        label: 'Mail may quote messages',
        kind: 'switch',
        description: 'Otherwise it says only that there is one.',
      },
      { name: 'digest_emails_enabled', label: 'Mail a digest to people who were away', kind: 'switch' },
      {
        name: 'digest_weekday',
        label: 'Day of the digest',
        kind: 'choice',
        choices: {
          '0': 'Monday',
          '1': 'Tuesday',
          '2': 'Wednesday',
          '3': 'Thursday',
          '4': 'Friday',
          '5': 'Saturday',
          '6': 'Sunday',
        },
      },
      {
        name: 'require_e2ee_push_notifications',
        label: 'Send push notifications only end-to-end encrypted',
        kind: 'switch',
      },
    ],
  },
];
