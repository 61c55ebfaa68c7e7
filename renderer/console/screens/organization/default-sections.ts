/** What new people start with: every setting of which administrators choose the default, in a person's words. */
import type { Field, Section } from '../../settings/settings.ts';

const flag = (name: string, label: string, description?: string): Field => ({
  name,
  label,
  kind: 'switch',
  ...(description !== undefined && { description }),
});
const choice = (name: string, label: string, choices: Record<string, string>): Field => ({
  name,
  label,
  kind: 'choice',
  choices,
});
/** Choices numbered from 1. */
const numbered = (name: string, label: string, ...words: string[]): Field =>
  choice(name, label, Object.fromEntries(words.map((word, index) => [String(index + 1), word])));
const number = (name: string, label: string, min: number, max: number): Field => ({
  name,
  label,
  kind: 'number',
  min,
  max,
});

export const defaultSections: Section[] = [
  {
    title: 'Notifications',
    fields: [
      flag('enable_desktop_notifications', 'On the desktop: direct messages, mentions and alert words'),
      flag('enable_sounds', 'With a sound'),
      flag('enable_offline_email_notifications', 'By mail while they are away'),
      flag('enable_offline_push_notifications', 'On phones while they are away'),
      flag('enable_online_push_notifications', 'On phones also while they are there'),
      flag('enable_stream_desktop_notifications', 'On the desktop: every message of their channels'),
      flag('enable_stream_audible_notifications', 'With a sound: every message of their channels'),
      flag('enable_stream_email_notifications', 'By mail: every message of their channels'),
      flag('enable_stream_push_notifications', 'On phones: every message of their channels'),
      flag('enable_followed_topic_desktop_notifications', 'On the desktop: topics that they follow'),
      flag('enable_followed_topic_audible_notifications', 'With a sound: topics that they follow'),
      flag('enable_followed_topic_email_notifications', 'By mail: topics that they follow'),
      flag('enable_followed_topic_push_notifications', 'On phones: topics that they follow'),
      flag('wildcard_mentions_notify', 'When everybody is mentioned'),
      flag('enable_followed_topic_wildcard_mentions_notify', 'When everybody is mentioned in a topic that they follow'),
      flag('pm_content_in_desktop_notifications', 'The desktop shows what a direct message says'),
      flag('message_content_in_email_notifications', 'Mail shows what a message says'),
      flag('enable_digest_emails', 'A digest by mail after some days away'),
      number('email_notifications_batching_period_seconds', 'Seconds that mail waits for more messages', 0, 604_800),
      choice('notification_sound', 'Sound', {
        none: 'None',
        ding: 'Ding',
        chime: 'Chime',
        knock: 'Knock',
        pop: 'Pop',
        bell: 'Bell',
      }),
      numbered(
        'desktop_icon_count_display',
        'Number on the icon',
        'All unread messages',
        'Direct messages, mentions and followed topics',
        'Direct messages and mentions',
        'None',
      ),
      numbered(
        'realm_name_in_email_notifications_policy',
        "Organization's name in the subject of mail",
        'If they are in several',
        'Always',
        'Never',
      ),
    ],
  },
  {
    title: 'Topics',
    fields: [
      numbered(
        'automatically_follow_topics_policy',
        'Follow topics by themselves',
        'That they take part in',
        'That they write in',
        'That they begin',
        'Never',
      ),
      numbered(
        'automatically_unmute_topics_in_muted_streams_policy',
        'Unmute topics in muted channels',
        'That they take part in',
        'That they write in',
        'That they begin',
        'Never',
      ),
      flag('automatically_follow_topics_where_mentioned', 'Follow topics in which they are mentioned'),
      choice('resolved_topic_notice_auto_read_policy', 'Notices that a topic is resolved count as read', {
        always: 'Always',
        except_followed: 'Except in followed topics',
        never: 'Never',
      }),
    ],
  },
  {
    title: 'Privacy',
    fields: [
      flag('presence_enabled', 'Whether they are there'),
      flag('send_read_receipts', 'Which messages they have read'),
      flag('send_private_typing_notifications', 'That they are typing in a direct message'),
      flag('send_stream_typing_notifications', 'That they are typing in a channel'),
      numbered(
        'email_address_visibility',
        'Who sees their email address',
        'Everybody',
        'Members',
        'Administrators',
        'Nobody',
        'Moderators and above',
      ),
    ],
  },
  {
    title: 'Writing and reading',
    fields: [
      flag('enter_sends', 'Enter sends'),
      flag('enable_drafts_synchronization', 'Drafts are the same on all their devices'),
      flag('translate_emoticons', 'Emoticons such as :) become emoji'),
      flag('display_emoji_reaction_users', 'Reactions show who gave them'),
      flag('receives_typing_notifications', 'They see who is typing'),
      flag('web_navigate_to_sent_message', 'Show the conversation after sending'),
      flag('web_escape_navigates_to_home_view', 'Esc opens the home view'),
      flag('hide_ai_features', 'Hide AI features'),
      numbered(
        'web_mark_read_on_scroll_policy',
        'Messages count as read when scrolled past',
        'Always',
        'Only in conversations',
        'Never',
      ),
      choice('web_home_view', 'Home view', {
        inbox: 'Inbox',
        recent_topics: 'Recent conversations',
        all_messages: 'All messages',
      }),
      numbered(
        'web_channel_default_view',
        'A channel opens',
        'At its newest topic',
        'With all its messages',
        'With a list of its topics',
        'At its first unread topic',
      ),
    ],
  },
  {
    title: 'Appearance',
    fields: [
      numbered('color_scheme', 'Theme', 'As the computer', 'Dark', 'Light'),
      choice('twenty_four_hour_time', 'Times', { null: 'As the language has it', true: '17:00', false: '5:00 PM' }),
      flag('fluid_layout_width', 'Use the whole width of the screen'),
      flag('high_contrast_mode', 'High contrast'),
      flag('left_side_userlist', 'List of people on the left of narrow screens'),
      flag('starred_message_counts', 'Show the number of starred messages'),
      flag('web_left_sidebar_show_channel_folders', 'Channels by folder'),
      flag('web_left_sidebar_unreads_count_summary', 'Unread count per folder'),
      flag('web_suggest_update_timezone', 'Suggest another time zone when they travel'),
      numbered('user_list_style', 'List of people', 'Compact', 'With status', 'With pictures'),
      numbered(
        'demote_inactive_streams',
        'Channels where nothing happens go to the bottom',
        'By itself',
        'Always',
        'Never',
      ),
      numbered(
        'web_stream_unreads_count_display_policy',
        'Numbers of unread messages beside channels',
        'Of all channels',
        'Of channels that are not muted',
        'Of none',
      ),
      choice('web_animate_image_previews', 'Play animations', {
        always: 'Always',
        on_hover: 'Under the pointer',
        never: 'Never',
      }),
      choice('emojiset', 'Emoji', {
        google: 'Modern',
        'google-blob': 'Blobs',
        twitter: 'Flat',
        text: 'Plain text',
      }),
      number('web_font_size_px', 'Size of text in pixels', 8, 64),
      number('web_line_height_percent', 'Height of lines in percent', 80, 300),
    ],
  },
];
