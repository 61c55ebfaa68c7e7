/** What new people start with: every setting of which administrators choose the default, in a person's words. */
import { t } from '../../../client/text.ts';
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
    title: t('Notifications'),
    fields: [
      flag('enable_desktop_notifications', t('On the desktop: direct messages, mentions and alert words')),
      flag('enable_sounds', t('With a sound')),
      flag('enable_offline_email_notifications', t('By email while they are away')),
      flag('enable_offline_push_notifications', t('On phones while they are away')),
      flag('enable_online_push_notifications', t('On phones also while they are active')),
      flag('enable_stream_desktop_notifications', t('On the desktop: every message in their channels')),
      flag('enable_stream_audible_notifications', t('With a sound: every message in their channels')),
      flag('enable_stream_email_notifications', t('By email: every message in their channels')),
      flag('enable_stream_push_notifications', t('On phones: every message in their channels')),
      flag('enable_followed_topic_desktop_notifications', t('On the desktop: topics that they follow')),
      flag('enable_followed_topic_audible_notifications', t('With a sound: topics that they follow')),
      flag('enable_followed_topic_email_notifications', t('By email: topics that they follow')),
      flag('enable_followed_topic_push_notifications', t('On phones: topics that they follow')),
      flag('wildcard_mentions_notify', t('When everybody is mentioned')),
      flag(
        'enable_followed_topic_wildcard_mentions_notify',
        t('When everybody is mentioned in a topic that they follow'),
      ),
      flag('pm_content_in_desktop_notifications', t('Desktop notifications show the text of direct messages')),
      flag('message_content_in_email_notifications', t('Emails show the text of messages')),
      flag('enable_digest_emails', t('Email a digest after some days away')),
      number(
        'email_notifications_batching_period_seconds',
        t('Seconds to wait for more messages before emailing'),
        0,
        604_800,
      ),
      choice('notification_sound', t('Sound'), {
        none: t('None'),
        ding: t('Ding'),
        chime: t('Chime'),
        knock: t('Knock'),
        pop: t('Pop'),
        bell: t('Bell'),
      }),
      numbered(
        'desktop_icon_count_display',
        t('Number on the app icon'),
        t('All unread messages'),
        t('Direct messages, mentions and followed topics'),
        t('Direct messages and mentions'),
        t('None'),
      ),
      numbered(
        'realm_name_in_email_notifications_policy',
        t("Organization's name in the subject of emails"),
        t('If they belong to several'),
        t('Always'),
        t('Never'),
      ),
    ],
  },
  {
    title: t('Topics'),
    fields: [
      numbered(
        'automatically_follow_topics_policy',
        t('Follow topics automatically'),
        t('That they take part in'),
        t('That they write in'),
        t('That they start'),
        t('Never'),
      ),
      numbered(
        'automatically_unmute_topics_in_muted_streams_policy',
        t('Unmute topics in muted channels'),
        t('That they take part in'),
        t('That they write in'),
        t('That they start'),
        t('Never'),
      ),
      flag('automatically_follow_topics_where_mentioned', t('Follow topics in which they are mentioned')),
      choice('resolved_topic_notice_auto_read_policy', t('Mark notices of resolved topics as read'), {
        always: t('Always'),
        except_followed: t('Except in followed topics'),
        never: t('Never'),
      }),
    ],
  },
  {
    title: t('Privacy'),
    fields: [
      flag('presence_enabled', t('Whether they are online')),
      flag('send_read_receipts', t('Which messages they have read')),
      flag('send_private_typing_notifications', t('That they are typing in a direct message')),
      flag('send_stream_typing_notifications', t('That they are typing in a channel')),
      numbered(
        'email_address_visibility',
        t('Who sees their email address'),
        t('Everybody'),
        t('Members'),
        t('Administrators'),
        t('Nobody'),
        t('Moderators and above'),
      ),
    ],
  },
  {
    title: t('Writing and reading'),
    fields: [
      flag('enter_sends', t('Enter sends')),
      flag('enable_drafts_synchronization', t('Drafts are the same on all their devices')),
      flag('translate_emoticons', t('Emoticons such as :) become emoji')),
      flag('receives_typing_notifications', t('They see who is typing')),
      flag('web_escape_navigates_to_home_view', t('Esc opens the home view')),
      numbered(
        'web_mark_read_on_scroll_policy',
        t('Mark messages as read when scrolled past'),
        t('Always'),
        t('Only in conversations'),
        t('Never'),
      ),
      choice('web_home_view', t('Home view'), {
        inbox: t('Inbox'),
        recent_topics: t('Recent conversations'),
        all_messages: t('All messages'),
      }),
    ],
  },
  {
    title: t('Appearance'),
    fields: [
      numbered('color_scheme', t('Theme'), t('System theme'), t('Dark'), t('Light')),
      choice('twenty_four_hour_time', t('Times'), {
        null: t('As is usual in the language'),
        true: '17:00',
        false: '5:00 PM',
      }),
      choice('emojiset', t('Emoji'), { google: t('As pictures'), text: t('As text, such as :smile:') }),
      choice('web_animate_image_previews', t('Play animated pictures in messages'), {
        always: t('Always'),
        on_hover: t('While one points at them'),
        never: t('Never'),
      }),
      flag('fluid_layout_width', t('Use the whole width of the screen')),
      flag('high_contrast_mode', t('High contrast')),
      number('web_font_size_px', t('Text size (pixels)'), 8, 64),
      number('web_line_height_percent', t('Line height (percent)'), 80, 300),
    ],
  },
];
