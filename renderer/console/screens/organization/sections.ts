/** Which setting of the organization stands in which form, in a person's words. A test sees to it that none is missing. */
import { perLanguage, t } from '../../../client/text.ts';
import type { Section } from '../../settings/settings.ts';

export const profileSections = perLanguage((): Section[] => [
  {
    title: t('The organization'),
    fields: [
      { name: 'name', label: t('Name'), kind: 'line', maxLength: 40 },
      {
        name: 'description',
        label: t('Description'),
        kind: 'markdown',
        maxLength: 1000,
        description: t('Markdown. People who are invited see it.'),
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
        description: t('A private channel. Without one, messages cannot be reported.'),
      },
      {
        name: 'zulip_update_announcements_stream_id',
        label: t('Channel for updates of Hearth'),
        kind: 'channel',
      },
    ],
  },
]);

export const joiningSections = perLanguage((): Section[] => [
  {
    title: t('Who may join'),
    fields: [
      {
        name: 'invite_required',
        label: t('An invitation is needed to join'),
        kind: 'switch',
        description: t('If off, anyone who reaches the server can sign up.'),
      },
      {
        name: 'emails_restricted_to_domains',
        label: t('Only addresses from allowed domains may join'),
        kind: 'switch',
        description: t('The list of domains is below.'),
      },
      { name: 'disallow_disposable_email_addresses', label: t('Block disposable addresses'), kind: 'switch' },
      { name: 'can_invite_users_group', label: t('Who may invite by email'), kind: 'group' },
      { name: 'create_multiuse_invite_group', label: t('Who may create reusable links'), kind: 'group' },
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
        description: t('Markdown. Added to the welcome of new members; an invitation can have its own.'),
      },
      { name: 'send_welcome_emails', label: t('Email new members how to get started'), kind: 'switch' },
    ],
  },
  {
    title: t('Names and pictures of people'),
    fields: [
      { name: 'require_unique_names', label: t('Names must be unique'), kind: 'switch' },
      { name: 'name_changes_disabled', label: t('Only administrators may change names'), kind: 'switch' },
      { name: 'email_changes_disabled', label: t('Only administrators may change email addresses'), kind: 'switch' },
      { name: 'avatar_changes_disabled', label: t('Only administrators may change profile pictures'), kind: 'switch' },
      { name: 'enable_guest_user_indicator', label: t('Mark the names of guests'), kind: 'switch' },
      {
        name: 'enable_guest_user_dm_warning',
        label: t('Warn before a direct message to a guest'),
        kind: 'switch',
      },
    ],
  },
]);

const aboutMessages: readonly (() => Section)[] = [
  () => ({
    title: t('Editing and moving'),
    fields: [
      { name: 'allow_message_editing', label: t('Messages can be edited'), kind: 'switch' },
      {
        name: 'message_content_edit_limit_seconds',
        label: t('How long authors may edit their messages'),
        kind: 'time',
      },
      {
        name: 'message_content_delete_limit_seconds',
        label: t('How long authors may delete their messages'),
        kind: 'time',
      },
      {
        name: 'move_messages_within_stream_limit_seconds',
        label: t('How long messages may be moved to other topics'),
        kind: 'time',
      },
      {
        name: 'move_messages_between_streams_limit_seconds',
        label: t('How long messages may be moved to other channels'),
        kind: 'time',
      },
      {
        name: 'message_edit_history_visibility_policy',
        label: t('What the edit history shows'),
        kind: 'choice',
        choices: { all: t('Every version'), moves: t('Only moves'), none: t('Nothing') },
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
        description: t('Older messages are deleted for good. Leave empty to keep them forever.'),
      },
      {
        name: 'topics_policy',
        label: t('Topics'),
        kind: 'choice',
        choices: {
          allow_empty_topic: t('Optional'),
          disable_empty_topic: t('Required in channels'),
        },
      },
      { name: 'enable_read_receipts', label: t('Show who has read a message'), kind: 'switch' },
      { name: 'presence_disabled', label: t('Turn presence off'), kind: 'switch' },
      {
        name: 'enable_spectator_access',
        label: t('Channels can be web-public'),
        kind: 'switch',
        description: t(
          'Careful: anyone who reaches this server can read all of a web-public channel with an API client, without an account: messages, files and the names of those who write there. Guests can read it without joining. Works only if the server was started with --web-public-streams-enabled=true.',
        ),
      },
    ],
  }),
  () => ({
    title: t('What messages show'),
    fields: [
      { name: 'inline_image_preview', label: t('Show pictures in messages'), kind: 'switch' },
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
    title: t('Email and phones'),
    fields: [
      {
        name: 'message_content_allowed_in_email_notifications',
        label: t('Emails may quote messages'),
        kind: 'switch',
        description: t('If off, they only say that there is one.'),
      },
      { name: 'digest_emails_enabled', label: t('Email a digest to people who were away'), kind: 'switch' },
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
