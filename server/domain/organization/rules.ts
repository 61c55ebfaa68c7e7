/**
 * The settings of the organization that are not permissions: their types, defaults, and whether administrators or only
 * owners may change them. Names are the API's, without the `realm_` that registration puts before them.
 */
import { z } from 'zod';
import { daySecs } from '../../durations.ts';

/** `server`: no request changes it directly. */
export type ChangedBy = 'administrator' | 'owner' | 'server';

interface SettingRules<T> {
  schema: z.ZodType<T>;
  default: T;
  by: ChangedBy;
  /** Lengths of a setting that is plain text in requests; the others are read as JSON. */
  line?: { min: number; max: number };
}

function setting<T>(schema: z.ZodType<T>, value: NoInfer<T>, by: ChangedBy = 'administrator'): SettingRules<T> {
  return { schema, default: value, by };
}

const flag = (value: boolean, by?: ChangedBy): SettingRules<boolean> => setting(z.boolean(), value, by);
const line = (max: number, value = '', min = 0): SettingRules<string> => ({
  ...setting(z.string(), value),
  line: { min, max },
});

/** Seconds within which something is allowed; null = for ever, which requests write as "unlimited". */
const timeLimit = (seconds: number | null): SettingRules<number | null> =>
  setting(z.union([z.int().min(1), z.null(), z.literal('unlimited').transform(() => null)]), seconds);

/** A channel's id; -1 = none. */
const channel = (): SettingRules<number> => setting(z.int().min(-1), -1);

const oneOf = <const T extends number | string>(values: readonly T[], value: NoInfer<T>): SettingRules<T> =>
  setting(z.literal(values), value);

/** An address of video calls, in which "{room}" is the only placeholder. */
const callTemplate = z
  .url({ protocol: /^https?$/ })
  .max(200)
  .refine((address) => !/[{}]/.test(address.replaceAll('{room}', '')));

export const organizationSettings = {
  allow_message_editing: flag(true),
  authentication_methods: setting(
    z.record(z.literal('Email'), z.boolean()) as z.ZodType<Record<string, boolean>>,
    { Email: true },
    'owner',
  ),
  avatar_changes_disabled: flag(false),
  default_code_block_language: line(200),
  default_language: line(20, 'en', 1),
  description: line(1000),
  digest_emails_enabled: flag(false),
  digest_weekday: setting(z.int().min(0).max(6), 1),
  disallow_disposable_email_addresses: flag(false),
  email_changes_disabled: flag(false),
  emails_restricted_to_domains: flag(false, 'owner'),
  enable_guest_user_dm_warning: flag(true),
  enable_guest_user_indicator: flag(true),
  enable_read_receipts: flag(true),
  enable_spectator_access: flag(false),
  giphy_rating: oneOf([0, 1, 2, 3, 4], 0),
  inline_image_preview: flag(true),
  inline_url_embed_preview: flag(false),
  invite_required: flag(true, 'owner'),
  jitsi_server_url: setting(
    z.union([callTemplate, z.null(), z.literal('default').transform(() => null)]),
    null as string | null,
  ),
  message_content_allowed_in_email_notifications: flag(true),
  message_content_delete_limit_seconds: timeLimit(600),
  message_content_edit_limit_seconds: timeLimit(600),
  message_edit_history_visibility_policy: oneOf(['all', 'moves', 'none'], 'all'),
  /** Days; -1 = for ever, which requests write as "unlimited". */
  message_retention_days: setting(
    z.union([z.int().min(1), z.literal(-1), z.literal('unlimited').transform(() => -1)]),
    -1,
    'owner',
  ),
  moderation_request_channel_id: channel(),
  move_messages_between_streams_limit_seconds: timeLimit(7 * daySecs),
  move_messages_within_stream_limit_seconds: timeLimit(7 * daySecs),
  name: line(40, '', 1),
  name_changes_disabled: flag(false),
  new_stream_announcements_stream_id: channel(),
  org_type: oneOf([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000], 0),
  presence_disabled: flag(false),
  require_e2ee_push_notifications: flag(false),
  require_unique_names: flag(false),
  send_welcome_emails: flag(false),
  signup_announcements_stream_id: channel(),
  topics_policy: oneOf(['allow_empty_topic', 'disable_empty_topic'], 'allow_empty_topic'),
  video_chat_provider: oneOf([0, 1], 0),
  waiting_period_threshold: setting(z.int().min(0).max(10_000), 0),
  want_advertise_in_communities_directory: flag(false),
  welcome_message_custom_text: line(8000),
  zulip_update_announcements_stream_id: channel(),

  // Set by the server, or through endpoints of their own.
  /** The word for the organization in messages (sender_realm_str) and in the names of uploads. */
  string_id: setting(z.string(), '', 'server'),
  date_created: setting(z.int(), 0, 'server'),
  icon_file: setting(z.string().nullable(), null as string | null, 'server'),
  icon_version: setting(z.int(), 1, 'server'),
  logo_file: setting(z.string().nullable(), null as string | null, 'server'),
  logo_version: setting(z.int(), 1, 'server'),
  night_logo_file: setting(z.string().nullable(), null as string | null, 'server'),
  night_logo_version: setting(z.int(), 1, 'server'),
} satisfies Record<string, SettingRules<unknown>>;

export type SettingName = keyof typeof organizationSettings;
export type SettingValues = { -readonly [K in SettingName]: z.infer<(typeof organizationSettings)[K]['schema']> };

export const settingNames = Object.keys(organizationSettings) as SettingName[];
