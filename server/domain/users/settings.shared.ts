/**
 * Personal settings: their names, values, defaults and kinds, and reading them. What a user changed is kept as JSON in
 * `users.settings`; the organization's defaults for new users are copied there when an account is made, so that changing
 * a default changes no one (contract: PATCH /settings, PATCH /realm/user_settings_defaults).
 */
import { z } from 'zod';
import { daySecs } from '../../durations.ts';
import type { Reader } from '../../storage/database.ts';
import type { UserRow } from './rows.ts';

/** Which deprecated event a change also makes (spec: Events): `update_display_settings`, `update_global_notifications`, none. */
export type SettingKind = 'display' | 'notification' | 'other';

interface SettingRules<T> {
  schema: z.ZodType<T>;
  default: T;
  kind: SettingKind;
  /** Not a default that administrators choose for new users. */
  personal?: boolean;
}

const flag = (kind: SettingKind, value: boolean): SettingRules<boolean> => ({
  schema: z.boolean(),
  default: value,
  kind,
});
const choice = (kind: SettingKind, count: number, value: number): SettingRules<number> => ({
  schema: z.int().min(1).max(count),
  default: value,
  kind,
});
const word = <const T extends readonly string[]>(
  kind: SettingKind,
  words: T,
  value: T[number],
): SettingRules<T[number]> => ({
  schema: z.enum(words),
  default: value,
  kind,
});
const number = (kind: SettingKind, min: number, max: number, value: number): SettingRules<number> => ({
  schema: z.int().min(min).max(max),
  default: value,
  kind,
});

export const notificationSounds = ['ding', 'chime', 'knock', 'pop', 'bell'] as const;

export const emojisetChoices = [
  { key: 'google', text: 'Modern' },
  { key: 'google-blob', text: 'Blobs' },
  { key: 'twitter', text: 'Flat' },
  { key: 'text', text: 'Plain text' },
];

/** Tags of languages that a client may ask for, with their English names: `language_name` of events. */
export const languages: Record<string, string> = {
  ar: 'Arabic',
  cs: 'Czech',
  de: 'German',
  en: 'English',
  'en-gb': 'English (United Kingdom)',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
  ru: 'Russian',
  sv: 'Swedish',
  tr: 'Turkish',
  uk: 'Ukrainian',
  'zh-hans': 'Chinese (Simplified)',
};

/** An empty text is "not set"; anything else is an IANA name that this machine knows. */
export function isTimezone(value: string): boolean {
  if (value === '') return true;
  try {
    return (
      /^[A-Za-z]/.test(value) && new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions() !== undefined
    );
  } catch {
    return false;
  }
}

/** @returns the user's time zone; UTC where none is set, or where this machine does not know it. */
export const timeZoneOf = ({ timezone }: UserRow): string =>
  timezone !== '' && isTimezone(timezone) ? timezone : 'UTC';

export const timezoneSchema = z.string().refine(isTimezone, { message: 'Invalid timezone', params: { whole: true } });

export const userSettingRules = {
  twenty_four_hour_time: { schema: z.boolean().nullable(), default: null, kind: 'display' } as SettingRules<
    boolean | null
  >,
  web_mark_read_on_scroll_policy: choice('display', 3, 1),
  web_channel_default_view: choice('display', 4, 1),
  starred_message_counts: flag('display', true),
  receives_typing_notifications: flag('display', true),
  web_suggest_update_timezone: flag('display', true),
  fluid_layout_width: flag('display', false),
  high_contrast_mode: flag('display', false),
  web_font_size_px: number('display', 8, 64, 16),
  web_line_height_percent: number('display', 80, 300, 140),
  color_scheme: choice('display', 3, 1),
  translate_emoticons: flag('display', false),
  display_emoji_reaction_users: flag('display', true),
  default_language: {
    schema: z
      .string()
      .refine((tag) => Object.hasOwn(languages, tag), { message: 'Invalid default_language', params: { whole: true } }),
    default: 'en',
    kind: 'display',
    personal: true,
  } as SettingRules<string>,
  web_home_view: word('display', ['recent_topics', 'inbox', 'all_messages'], 'inbox'),
  web_escape_navigates_to_home_view: flag('display', true),
  left_side_userlist: flag('display', false),
  emojiset: word('display', ['google', 'google-blob', 'twitter', 'text'], 'google'),
  demote_inactive_streams: choice('display', 3, 1),
  user_list_style: choice('display', 3, 2),
  web_animate_image_previews: word('display', ['always', 'on_hover', 'never'], 'on_hover'),
  web_stream_unreads_count_display_policy: choice('display', 3, 2),
  hide_ai_features: flag('display', false),
  web_left_sidebar_show_channel_folders: flag('display', true),
  web_left_sidebar_unreads_count_summary: flag('display', true),
  web_navigate_to_sent_message: flag('display', true),
  enter_sends: flag('display', true),
  enable_drafts_synchronization: flag('display', true),
  enable_stream_desktop_notifications: flag('notification', false),
  enable_stream_email_notifications: flag('notification', false),
  enable_stream_push_notifications: flag('notification', false),
  enable_stream_audible_notifications: flag('notification', false),
  notification_sound: word('notification', ['none', ...notificationSounds], 'ding'),
  enable_desktop_notifications: flag('notification', true),
  enable_sounds: flag('notification', true),
  enable_followed_topic_desktop_notifications: flag('notification', true),
  enable_followed_topic_email_notifications: flag('notification', true),
  enable_followed_topic_push_notifications: flag('notification', true),
  enable_followed_topic_audible_notifications: flag('notification', true),
  email_notifications_batching_period_seconds: number('notification', 0, 7 * daySecs, 120),
  enable_offline_email_notifications: flag('notification', true),
  enable_offline_push_notifications: flag('notification', true),
  enable_online_push_notifications: flag('notification', true),
  enable_digest_emails: flag('notification', true),
  enable_marketing_emails: { ...flag('notification', false), personal: true },
  enable_login_emails: { ...flag('notification', true), personal: true },
  message_content_in_email_notifications: flag('notification', true),
  pm_content_in_desktop_notifications: flag('notification', true),
  wildcard_mentions_notify: flag('notification', true),
  enable_followed_topic_wildcard_mentions_notify: flag('notification', true),
  desktop_icon_count_display: choice('notification', 4, 1),
  realm_name_in_email_notifications_policy: choice('notification', 3, 1),
  automatically_follow_topics_policy: choice('notification', 4, 3),
  automatically_unmute_topics_in_muted_streams_policy: choice('notification', 4, 2),
  automatically_follow_topics_where_mentioned: flag('notification', true),
  resolved_topic_notice_auto_read_policy: word(
    'notification',
    ['always', 'except_followed', 'never'],
    'except_followed',
  ),
  presence_enabled: flag('notification', true),
  send_private_typing_notifications: flag('other', true),
  send_stream_typing_notifications: flag('other', true),
  send_read_receipts: flag('other', true),
  allow_private_data_export: { ...flag('other', false), personal: true },
  email_address_visibility: choice('other', 5, 1),
} as const satisfies Record<string, SettingRules<unknown>>;

export type SettingName = keyof typeof userSettingRules;
export type SettingValues = { [K in SettingName]: (typeof userSettingRules)[K]['default'] };
export const settingNames = Object.keys(userSettingRules) as SettingName[];

/** Settings of which administrators choose the default for new users. */
export const defaultableSettings = settingNames.filter(
  (name) => (userSettingRules[name] as { personal?: boolean }).personal !== true,
);

export const builtInSettings = Object.fromEntries(
  settingNames.map((name) => [name, userSettingRules[name].default]),
) as SettingValues;

/** Who may see a real address: values of `email_address_visibility`. */
export const EmailVisibility = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const;

/** All settings of a user. */
export function userSettings(_db: Reader, user: UserRow): SettingValues {
  return { ...builtInSettings, ...(JSON.parse(user.settings) as Partial<SettingValues>) };
}

/** Own settings of rows that many ask for. */
const parsed = new WeakMap<UserRow, Partial<SettingValues>>();

/** One setting of a user. */
export const userSetting = <K extends SettingName>(_db: Reader, user: UserRow, name: K): SettingValues[K] =>
  settingOf(user, name);

/** One setting of a user, where no data are at hand. */
export function settingOf<K extends SettingName>(user: UserRow, name: K): SettingValues[K] {
  if (user.settings === '{}') return builtInSettings[name];
  const own = parsed.get(user) ?? (JSON.parse(user.settings) as Partial<SettingValues>);
  // A row that is remembered is frozen; another may be changed by the user who has it.
  if (Object.isFrozen(user)) parsed.set(user, own);
  return own[name] ?? builtInSettings[name];
}

/** What new users start with: the organization's choices over the built-in values. */
export function settingDefaults(db: Reader): SettingValues {
  const rows = db.all<{ name: string; value: string }>('SELECT name, value FROM user_settings_defaults');
  return { ...builtInSettings, ...Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.value) as unknown])) };
}

/** Only what differs from the built-in values: the form in which settings are stored. */
export function storedForm(settings: SettingValues): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(settings).filter(([name, value]) => builtInSettings[name as SettingName] !== value),
    ),
  );
}
