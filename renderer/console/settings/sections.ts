/** Organization settings by form, with their labels. A test checks that none is missing. */
import { perLanguage, t } from '../../client/text.ts';
import type { Section } from './settings.ts';

export const profileSections = perLanguage((): Section[] => [
  {
    title: t('Organization'),
    fields: [
      { name: 'name', label: t('Name'), kind: 'line', maxLength: 40 },
      {
        name: 'description',
        label: t('Description'),
        kind: 'markdown',
        maxLength: 1000,
        description: t('Markdown. Shown to people who are invited.'),
      },
      {
        name: 'default_language',
        label: t('Language'),
        kind: 'language',
        description: t('For new accounts.'),
      },
    ],
  },
  {
    title: t('Channels for announcements'),
    fields: [
      { name: 'signup_announcements_stream_id', label: t('Channel for new members'), kind: 'channel' },
      { name: 'new_stream_announcements_stream_id', label: t('Channel for new channels'), kind: 'channel' },
      {
        name: 'moderation_request_channel_id',
        label: t('Channel for reported messages'),
        kind: 'channel',
        description: t("A private channel. Without it, people can't report messages."),
      },
      {
        name: 'zulip_update_announcements_stream_id',
        label: t('Channel for Hearth updates'),
        kind: 'channel',
      },
    ],
  },
]);

export const joiningSections = perLanguage((): Section[] => [
  {
    title: t('Joining'),
    fields: [
      {
        name: 'invite_required',
        label: t('Require an invitation to join'),
        kind: 'switch',
        description: t('Off: anyone who can reach the server can sign up.'),
      },
      {
        name: 'emails_restricted_to_domains',
        label: t('Restrict joining to allowed domains'),
        kind: 'switch',
        description: t('Domains are listed below.'),
      },
      { name: 'disallow_disposable_email_addresses', label: t('Block disposable addresses'), kind: 'switch' },
      {
        name: 'can_invite_users_group',
        label: t('Who can invite by email'),
        kind: 'group',
        description: t('Invitations that were already sent stay valid. You can revoke them under Invites.'),
      },
      {
        name: 'create_multiuse_invite_group',
        label: t('Who can create reusable invite links'),
        kind: 'group',
        description: t('Links that were already created stay valid. You can revoke them under Invites.'),
      },
    ],
  },
  {
    title: t('New members'),
    fields: [
      {
        name: 'waiting_period_threshold',
        label: t('Days until a new member is a full member'),
        kind: 'number',
        description: t('Some permissions can be reserved for full members.'),
      },
      {
        name: 'welcome_message_custom_text',
        label: t('Welcome message'),
        kind: 'markdown',
        maxLength: 8000,
        description: t('Markdown. Added to the welcome message of new members. Invitations can override it.'),
      },
      { name: 'send_welcome_emails', label: t('Send new members a getting-started email'), kind: 'switch' },
    ],
  },
  {
    title: t('Names and profile pictures'),
    fields: [
      { name: 'require_unique_names', label: t('Require unique names'), kind: 'switch' },
      { name: 'name_changes_disabled', label: t('Only administrators can change names'), kind: 'switch' },
      { name: 'email_changes_disabled', label: t('Only administrators can change email addresses'), kind: 'switch' },
      { name: 'avatar_changes_disabled', label: t('Only administrators can change profile pictures'), kind: 'switch' },
      { name: 'enable_guest_user_indicator', label: t("Mark guests' names"), kind: 'switch' },
      {
        name: 'enable_guest_user_dm_warning',
        label: t('Warn before sending direct messages to guests'),
        kind: 'switch',
      },
    ],
  },
]);

const aboutMessages: readonly (() => Section)[] = [
  () => ({
    title: t('Editing and moving'),
    fields: [
      { name: 'allow_message_editing', label: t('Allow message editing'), kind: 'switch' },
      {
        name: 'message_content_edit_limit_seconds',
        label: t('Time limit for editing messages'),
        kind: 'time',
      },
      {
        name: 'message_content_delete_limit_seconds',
        label: t('Time limit for deleting own messages'),
        kind: 'time',
      },
      {
        name: 'move_messages_within_stream_limit_seconds',
        label: t('Time limit for moving messages between topics'),
        kind: 'time',
      },
      {
        name: 'move_messages_between_streams_limit_seconds',
        label: t('Time limit for moving messages between channels'),
        kind: 'time',
      },
      {
        name: 'message_edit_history_visibility_policy',
        label: t('Edit history'),
        kind: 'choice',
        choices: { all: t('All versions'), moves: t('Moves only'), none: t('Nothing') },
      },
    ],
  }),
  () => ({
    title: t('Retention and reading'),
    fields: [
      {
        name: 'message_retention_days',
        label: t('Days to keep messages'),
        kind: 'days',
        description: t('Older messages are permanently deleted. Leave empty to keep messages forever.'),
      },
      {
        name: 'topics_policy',
        label: t('Topics'),
        kind: 'choice',
        choices: {
          allow_empty_topic: t('Optional'),
          disable_empty_topic: t('Required'),
        },
      },
      { name: 'enable_read_receipts', label: t('Enable read receipts'), kind: 'switch' },
      { name: 'presence_disabled', label: t('Disable presence'), kind: 'switch' },
      {
        name: 'enable_spectator_access',
        label: t('Allow web-public channels'),
        kind: 'switch',
        description: t(
          "Warning: anyone who can reach this server can read web-public channels with an API client, without an account. This includes messages, files and senders' names. Guests can read them without joining. Requires the start option --web-public-streams-enabled=true.",
        ),
      },
    ],
  }),
  () => ({
    title: t('Message display'),
    fields: [
      { name: 'inline_image_preview', label: t('Show image previews in messages'), kind: 'switch' },
      {
        name: 'inline_url_embed_preview',
        label: t('Show previews of linked websites'),
        kind: 'switch',
        description: t(
          'The server fetches each linked page from the internet, once, and shows its title, text and picture. Private addresses are fetched only if outgoing webhooks may call them.',
        ),
      },
      {
        name: 'default_code_block_language',
        label: t('Default language of code blocks'),
        kind: 'line',
        maxLength: 200,
        description: t('Such as python. Leave empty for plain text.'),
      },
    ],
  }),
  () => ({
    title: t('Video calls'),
    fields: [
      {
        name: 'video_chat_provider',
        label: t('Call button'),
        kind: 'choice',
        choices: { '0': t('None'), '1': t('In every conversation') },
        description: t('It puts a link to a new room into the message box.'),
      },
      {
        name: 'jitsi_server_url',
        label: t('Address of the rooms'),
        kind: 'address',
        maxLength: 200,
        description: t(
          'Leave empty for Jitsi Meet (https://meet.jit.si). The room name is added to the address, or replaces {room} in it.',
        ),
      },
    ],
  }),
  () => ({
    title: t('Email and phones'),
    fields: [
      {
        name: 'message_content_allowed_in_email_notifications',
        label: t('Include message text in emails'),
        kind: 'switch',
        description: t('Off: emails only say that there is a new message.'),
      },
      { name: 'digest_emails_enabled', label: t('Send a digest to people who were away'), kind: 'switch' },
      {
        name: 'digest_weekday',
        label: t('Day of the digest'),
        kind: 'choice',
        choices: {
          '0': t('Monday'),
          '1': t('Tuesday'),
          '2': t('Wednesday'),
          '3': t('Thursday'),
          '4': t('Friday'),
          '5': t('Saturday'),
          '6': t('Sunday'),
        },
      },
    ],
  }),
];

export const messageSections = perLanguage(() => aboutMessages.map((section) => section()));
