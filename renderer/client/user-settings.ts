/** The settings of a user in words, once: the chat offers one's own, the console what new users start with. */
import { dateFormat } from './formats.ts';
import type { ClientState } from './state/state.ts';
import { perLanguage, t } from './text.ts';

export type UserSettingName = Extract<keyof ClientState['settings'], string>;

export interface UserSetting {
  /** As the API has it (contract: update-settings). */
  name: UserSettingName;
  kind: 'switch' | 'choice' | 'number';
  label: string;
  note?: string;
  choices?: readonly { value: number | string; label: string }[];
  /** Of a number, for new users; one's own is one of `choices`. */
  min?: number;
  max?: number;
  /** Where only one of the two pages offers it. */
  only?: 'own' | 'defaults';
}

export interface UserSettingGroup {
  title: string;
  settings: readonly UserSetting[];
}

type More = Partial<Pick<UserSetting, 'note' | 'only'>>;
const flag = (name: UserSettingName, label: string, more: More = {}): UserSetting => ({
  name,
  kind: 'switch',
  label,
  ...more,
});
const choice = (
  name: UserSettingName,
  label: string,
  choices: UserSetting['choices'] & object,
  more: More = {},
): UserSetting => ({ name, kind: 'choice', label, choices, ...more });
/** Choices numbered from 1. */
const numbered = (name: UserSettingName, label: string, words: readonly string[], more: More = {}): UserSetting =>
  choice(
    name,
    label,
    words.map((word, index) => ({ value: index + 1, label: word })),
    more,
  );
const named = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const whenMessages = perLanguage(() => t('Direct messages, mentions and alert words'));
const followed = perLanguage(() => t('Followed topics'));
const allMessages = perLanguage(() => t('All channel messages'));
const isOverridden = perLanguage(() => ({ note: t('Channels can override this.') }));
const whichTopics = perLanguage(() => [
  t('After taking part'),
  t('After sending a message'),
  t('After starting the topic'),
  t('Never'),
]);

const textSizes = [14, 16, 18, 20];

/** @returns five in the afternoon, as the language writes it. */
const sampleTime = (hourCycle: 'h12' | 'h23'): string =>
  dateFormat({ hour: 'numeric', minute: '2-digit', hourCycle, timeZone: 'UTC' }).format(Date.UTC(2000, 0, 1, 17));

const groups = {
  appearance: (): UserSettingGroup => ({
    title: t('Appearance'),
    settings: [
      choice('color_scheme', t('Theme'), [
        { value: 1, label: t('System theme') },
        { value: 3, label: t('Light') },
        { value: 2, label: t('Dark') },
      ]),
      {
        name: 'web_font_size_px',
        kind: 'number',
        label: t('Text size (pixels)'),
        min: 8,
        max: 64,
        choices: textSizes.map((size) => ({
          value: size,
          label: size === 16 ? t('{{size}} (default)', { size }) : String(size),
        })),
      },
      {
        name: 'web_line_height_percent',
        kind: 'number',
        label: t('Line height (percent)'),
        min: 80,
        max: 300,
        only: 'defaults',
      },
      flag('high_contrast_mode', t('High contrast'), { note: t('Stronger text and borders.') }),
      flag('fluid_layout_width', t('Wide messages'), { note: t('Messages use the full width of the window.') }),
      choice('emojiset', t('Emoji'), named({ google: t('As images'), text: t('As text, such as :smile:') })),
      choice(
        'web_animate_image_previews',
        t('Play animated pictures in messages'),
        named({ always: t('Always'), on_hover: t('On hover'), never: t('Never') }),
      ),
      choice(
        'twenty_four_hour_time',
        t('Times'),
        named({ null: t('Language default'), true: sampleTime('h23'), false: sampleTime('h12') }),
      ),
    ],
  }),
  reading: (): UserSettingGroup => ({
    title: t('Reading'),
    settings: [
      choice(
        'web_home_view',
        t('Home view'),
        named({ inbox: t('Inbox'), recent_topics: t('Recent'), all_messages: t('Everything') }),
      ),
      numbered('web_mark_read_on_scroll_policy', t('Mark messages as read on scroll'), [
        t('In every view'),
        t('Only in topics and direct messages'),
        t('Never'),
      ]),
      flag('receives_typing_notifications', t('Show who is typing')),
      flag('web_escape_navigates_to_home_view', t('Esc opens the home view'), {
        note: t('When nothing is left to close.'),
      }),
    ],
  }),
  topics: (): UserSettingGroup => ({
    title: t('Topics'),
    settings: [
      numbered('automatically_follow_topics_policy', t('Automatically follow topics'), whichTopics()),
      flag('automatically_follow_topics_where_mentioned', t('Automatically follow topics with mentions')),
      numbered(
        'automatically_unmute_topics_in_muted_streams_policy',
        t('Automatically unmute topics in muted channels'),
        whichTopics(),
      ),
      choice(
        'resolved_topic_notice_auto_read_policy',
        t('Mark resolved-topic notices as read'),
        named({ always: t('Always'), except_followed: t('Except in followed topics'), never: t('Never') }),
      ),
    ],
  }),
  writing: (): UserSettingGroup => ({
    title: t('Writing'),
    settings: [
      flag('enter_sends', t('Enter sends'), {
        note: t('Off: Ctrl+Enter sends, and Enter starts a new line.'),
      }),
      flag('translate_emoticons', t('Convert emoticons such as :) to emoji')),
      flag('enable_drafts_synchronization', t('Synchronize drafts between devices')),
    ],
  }),
  privacy: (): UserSettingGroup => ({
    title: t('Visible to others'),
    settings: [
      flag('presence_enabled', t('Online status')),
      flag('send_private_typing_notifications', t('Typing in direct messages')),
      flag('send_stream_typing_notifications', t('Typing in channels')),
      flag('send_read_receipts', t('Read receipts')),
      choice('email_address_visibility', t('Email address'), [
        { value: 1, label: t('Everyone') },
        { value: 2, label: t('Members, not guests') },
        { value: 5, label: t('Moderators and administrators') },
        { value: 3, label: t('Administrators') },
        { value: 4, label: t('No one') },
      ]),
    ],
  }),
  desktop: (): UserSettingGroup => ({
    title: t('Desktop notifications'),
    settings: [
      flag('enable_desktop_notifications', whenMessages()),
      flag('enable_followed_topic_desktop_notifications', followed()),
      flag('enable_stream_desktop_notifications', allMessages(), isOverridden()),
      flag('wildcard_mentions_notify', t('@all and @everyone mentions'), {
        note: t('Unless a channel has its own setting.'),
      }),
      flag('enable_followed_topic_wildcard_mentions_notify', t('@all and @everyone mentions in followed topics')),
      flag('pm_content_in_desktop_notifications', t('Show the text of direct messages'), {
        note: t('Off: only the sender is shown.'),
      }),
    ],
  }),
  sounds: (): UserSettingGroup => ({
    title: t('Sounds'),
    settings: [
      flag('enable_sounds', whenMessages()),
      flag('enable_followed_topic_audible_notifications', followed()),
      flag('enable_stream_audible_notifications', allMessages()),
      choice(
        'notification_sound',
        t('Sound'),
        named({
          none: t('None'),
          ding: t('Ding'),
          chime: t('Chime'),
          knock: t('Knock'),
          pop: t('Pop'),
          bell: t('Bell'),
        }),
      ),
    ],
  }),
  badge: (): UserSettingGroup => ({
    title: t('Title and icon'),
    settings: [
      numbered('desktop_icon_count_display', t('Unread badge counts'), [
        t('All unread messages'),
        t('Direct messages, mentions and followed topics'),
        t('Direct messages and mentions'),
        t('None'),
      ]),
    ],
  }),
  email: (): UserSettingGroup => ({
    title: t('Email notifications'),
    settings: [
      flag('enable_offline_email_notifications', t('Direct messages and mentions while away')),
      flag('enable_followed_topic_email_notifications', followed()),
      flag('enable_stream_email_notifications', allMessages(), isOverridden()),
      flag('enable_digest_emails', t("Digest when I've been away")),
      flag('enable_login_emails', t('New sign-ins'), { only: 'own' }),
      flag('message_content_in_email_notifications', t('Show the text of messages')),
      {
        name: 'email_notifications_batching_period_seconds',
        kind: 'number',
        label: t('Seconds to wait for more messages before emailing'),
        min: 0,
        max: 604_800,
        only: 'defaults',
      },
      numbered(
        'realm_name_in_email_notifications_policy',
        t("Organization's name in the subject"),
        [t('Only with accounts in several organizations'), t('Always'), t('Never')],
        { only: 'defaults' },
      ),
    ],
  }),
  phones: (): UserSettingGroup => ({
    title: t('Phone notifications'),
    settings: [
      flag('enable_offline_push_notifications', t('Direct messages and mentions while away')),
      flag('enable_online_push_notifications', t('Also while active')),
      flag('enable_followed_topic_push_notifications', followed()),
      flag('enable_stream_push_notifications', allMessages(), isOverridden()),
    ],
  }),
};

type GroupName = keyof typeof groups;

export const userSettingGroups = perLanguage(
  () =>
    Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, group()])) as Record<
      GroupName,
      UserSettingGroup
    >,
);
