/** Organization-wide permissions with their labels. */
import { perLanguage, t } from '../../client/text.ts';
import type { Section } from './settings.ts';

export const permissionSections = perLanguage((): Section[] => [
  {
    title: t('Channels'),
    fields: [
      { name: 'can_create_public_channel_group', label: t('Create public channels'), kind: 'group' },
      { name: 'can_create_private_channel_group', label: t('Create private channels'), kind: 'group' },
      { name: 'can_create_web_public_channel_group', label: t('Create web-public channels'), kind: 'group' },
      { name: 'can_add_subscribers_group', label: t('Subscribe others to channels'), kind: 'group' },
      { name: 'can_set_topics_policy_group', label: t('Set topic policies of channels'), kind: 'group' },
      {
        name: 'can_set_delete_message_policy_group',
        label: t('Set who can delete messages in channels'),
        kind: 'group',
      },
      { name: 'can_mention_many_users_group', label: t('Mention everyone in large channels'), kind: 'group' },
    ],
  },
  {
    title: t('Messages and topics'),
    fields: [
      { name: 'can_delete_any_message_group', label: t('Delete any message'), kind: 'group' },
      { name: 'can_delete_own_message_group', label: t('Delete their own messages'), kind: 'group' },
      { name: 'can_move_messages_between_topics_group', label: t('Move messages to other topics'), kind: 'group' },
      { name: 'can_move_messages_between_channels_group', label: t('Move messages to other channels'), kind: 'group' },
      { name: 'can_resolve_topics_group', label: t('Resolve topics'), kind: 'group' },
      {
        name: 'can_summarize_topics_group',
        label: t('Summarize topics'),
        kind: 'group',
        description: t('For clients that support it.'),
      },
    ],
  },
  {
    title: t('Direct messages'),
    fields: [
      { name: 'direct_message_initiator_group', label: t('Start direct messages'), kind: 'group' },
      { name: 'direct_message_permission_group', label: t('Participate in direct messages'), kind: 'group' },
    ],
  },
  {
    title: t('People, groups and bots'),
    fields: [
      { name: 'can_access_all_users_group', label: t('See all users'), kind: 'group' },
      { name: 'can_create_groups', label: t('Create groups'), kind: 'group' },
      { name: 'can_manage_all_groups', label: t('Manage all groups'), kind: 'group' },
      { name: 'can_create_bots_group', label: t('Create bots'), kind: 'group' },
      { name: 'can_create_write_only_bots_group', label: t('Create bots that only send messages'), kind: 'group' },
    ],
  },
  {
    title: t('Other'),
    fields: [
      { name: 'can_add_custom_emoji_group', label: t('Add custom emoji'), kind: 'group' },
      {
        name: 'can_manage_billing_group',
        label: t('Manage billing'),
        kind: 'group',
        description: t('Not used by Hearth. Some clients read this setting.'),
      },
    ],
  },
]);
