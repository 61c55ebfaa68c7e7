/** The organization's settings as the console reads and writes them, and which of them stand in which form. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api.ts';
import type { PermissionRule } from '../../parts/group-picker.tsx';

/** GET /console/organization; names as PATCH /realm takes them. */
export interface Organization {
  settings: Record<string, unknown>;
  owners_only: string[];
  permission_rules: { realm: Record<string, PermissionRule>; stream: Record<string, PermissionRule> };
}

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => request<Organization>('GET', '/console/organization', {}, signal),
});

/** How one setting is shown. */
export interface Field {
  name: string;
  label: string;
  description?: string;
  kind: 'line' | 'text' | 'markdown' | 'switch' | 'time' | 'days' | 'number' | 'choice' | 'channel' | 'group';
  maxLength?: number;
  choices?: Record<string, string>;
}

export const profileFields: Field[] = [
  { name: 'name', label: 'Name', kind: 'line', maxLength: 40 },
  {
    name: 'description',
    label: 'Description',
    kind: 'markdown',
    maxLength: 1000,
    description: 'Markdown. Whoever is invited reads it.',
  },
  {
    name: 'signup_announcements_stream_id',
    label: 'Channel that announces newcomers',
    kind: 'channel',
  },
  {
    name: 'new_stream_announcements_stream_id',
    label: 'Channel that announces new channels',
    kind: 'channel',
  },
];

export const joiningFields: Field[] = [
  {
    name: 'invite_required',
    label: 'An invitation is needed to join',
    kind: 'switch',
    description: 'Without, everybody who reaches the server can make an account.',
  },
  {
    name: 'emails_restricted_to_domains',
    label: 'Only addresses of the allowed domains may join',
    kind: 'switch',
  },
  { name: 'disallow_disposable_email_addresses', label: 'Refuse throw-away addresses', kind: 'switch' },
  { name: 'can_invite_users_group', label: 'Who may invite by email', kind: 'group' },
  { name: 'create_multiuse_invite_group', label: 'Who may create reusable links', kind: 'group' },
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
  { name: 'require_unique_names', label: 'Names must be unique', kind: 'switch' },
  { name: 'name_changes_disabled', label: 'Only administrators change names', kind: 'switch' },
  { name: 'email_changes_disabled', label: 'Only administrators change email addresses', kind: 'switch' },
  { name: 'avatar_changes_disabled', label: 'Only administrators change pictures of people', kind: 'switch' },
];

export const messageFields: Field[] = [
  { name: 'allow_message_editing', label: 'Messages can be edited', kind: 'switch' },
  { name: 'message_content_edit_limit_seconds', label: 'How long their authors may edit messages', kind: 'time' },
  { name: 'message_content_delete_limit_seconds', label: 'How long their authors may delete messages', kind: 'time' },
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
  { name: 'inline_image_preview', label: 'Show pictures in messages', kind: 'switch' },
  { name: 'enable_read_receipts', label: 'People see who has read a message', kind: 'switch' },
  { name: 'presence_disabled', label: 'Nobody sees who is active', kind: 'switch' },
];

export const permissionFields: Field[] = [
  { name: 'can_create_public_channel_group', label: 'Create public channels', kind: 'group' },
  { name: 'can_create_private_channel_group', label: 'Create private channels', kind: 'group' },
  { name: 'can_create_web_public_channel_group', label: 'Create channels that anybody may read', kind: 'group' },
  { name: 'can_add_subscribers_group', label: 'Subscribe others to channels', kind: 'group' },
  { name: 'can_create_groups', label: 'Create groups', kind: 'group' },
  { name: 'can_manage_all_groups', label: 'Manage all groups', kind: 'group' },
  { name: 'can_create_bots_group', label: 'Create bots', kind: 'group' },
  { name: 'can_create_write_only_bots_group', label: 'Create bots that only write', kind: 'group' },
  { name: 'can_add_custom_emoji_group', label: 'Add custom emoji', kind: 'group' },
  { name: 'can_mention_many_users_group', label: 'Mention everybody in large channels', kind: 'group' },
  { name: 'direct_message_initiator_group', label: 'Start direct messages', kind: 'group' },
  { name: 'direct_message_permission_group', label: 'Take part in direct messages', kind: 'group' },
  { name: 'can_delete_any_message_group', label: 'Delete any message', kind: 'group' },
  { name: 'can_delete_own_message_group', label: 'Delete own messages', kind: 'group' },
  { name: 'can_move_messages_between_topics_group', label: 'Move messages to other topics', kind: 'group' },
  { name: 'can_move_messages_between_channels_group', label: 'Move messages to other channels', kind: 'group' },
  { name: 'can_resolve_topics_group', label: 'Resolve topics', kind: 'group' },
  { name: 'can_set_topics_policy_group', label: 'Set the topics policy of channels', kind: 'group' },
  { name: 'can_set_delete_message_policy_group', label: 'Set who deletes messages in channels', kind: 'group' },
  { name: 'can_access_all_users_group', label: 'See all other users', kind: 'group' },
];

/** The value as PATCH /realm wants it. */
export function sent({ kind }: Field, value: unknown): unknown {
  if (kind === 'time') return value === 'unlimited' ? 'unlimited' : Number(value);
  if (kind === 'days') return value === '' ? 'unlimited' : value;
  if (kind === 'number') return value === '' ? 0 : value;
  if (kind === 'channel') return value === null ? -1 : Number(value);
  if (kind === 'group') return { new: value };
  return value;
}

/** The value as its input wants it. */
export function shown({ kind }: Field, value: unknown): unknown {
  if (kind === 'time') return value === null ? 'unlimited' : String(value);
  if (kind === 'days') return value === -1 ? '' : value;
  if (kind === 'channel') return value === -1 ? null : String(value);
  return value;
}
