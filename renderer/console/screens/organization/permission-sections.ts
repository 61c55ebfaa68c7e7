/** Who may do what in the whole organization, in a person's words. */
import type { Section } from '../../settings/settings.ts';

export const permissionSections: Section[] = [
  {
    title: 'Channels',
    fields: [
      { name: 'can_create_public_channel_group', label: 'Create public channels', kind: 'group' },
      { name: 'can_create_private_channel_group', label: 'Create private channels', kind: 'group' },
      { name: 'can_create_web_public_channel_group', label: 'Create web-public channels', kind: 'group' },
      { name: 'can_add_subscribers_group', label: 'Subscribe others to channels', kind: 'group' },
      { name: 'can_set_topics_policy_group', label: 'Set the topics policy of channels', kind: 'group' },
      { name: 'can_set_delete_message_policy_group', label: 'Set who deletes messages in channels', kind: 'group' },
      { name: 'can_mention_many_users_group', label: 'Mention everybody in large channels', kind: 'group' },
    ],
  },
  {
    title: 'Messages and topics',
    fields: [
      { name: 'can_delete_any_message_group', label: 'Delete any message', kind: 'group' },
      { name: 'can_delete_own_message_group', label: 'Delete own messages', kind: 'group' },
      { name: 'can_move_messages_between_topics_group', label: 'Move messages to other topics', kind: 'group' },
      { name: 'can_move_messages_between_channels_group', label: 'Move messages to other channels', kind: 'group' },
      { name: 'can_resolve_topics_group', label: 'Resolve topics', kind: 'group' },
      {
        name: 'can_summarize_topics_group',
        label: 'Summarize topics',
        kind: 'group',
        description: 'For clients that can.',
      },
    ],
  },
  {
    title: 'Direct messages',
    fields: [
      { name: 'direct_message_initiator_group', label: 'Start direct messages', kind: 'group' },
      { name: 'direct_message_permission_group', label: 'Take part in direct messages', kind: 'group' },
    ],
  },
  {
    title: 'People, groups and bots',
    fields: [
      { name: 'can_access_all_users_group', label: 'See all other users', kind: 'group' },
      { name: 'can_create_groups', label: 'Create groups', kind: 'group' },
      { name: 'can_manage_all_groups', label: 'Manage all groups', kind: 'group' },
      { name: 'can_create_bots_group', label: 'Create bots', kind: 'group' },
      { name: 'can_create_write_only_bots_group', label: 'Create bots that only write', kind: 'group' },
    ],
  },
  {
    title: 'Other',
    fields: [
      { name: 'can_add_custom_emoji_group', label: 'Add custom emoji', kind: 'group' },
      {
        name: 'can_manage_billing_group',
        label: 'Manage billing',
        kind: 'group',
        description: 'Nothing here costs anything; clients ask for it all the same.',
      },
    ],
  },
];
