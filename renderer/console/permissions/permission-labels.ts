/** The permissions of channels and of groups, as forms and the audit log name them. */
import { perLanguage, t } from '../../client/text.ts';

/** By the name that the API has. */
export const permissionLabels = perLanguage((): Record<string, string> => ({
  can_send_message_group: t('Who can send messages'),
  can_subscribe_group: t('Who can join without being added'),
  can_add_subscribers_group: t('Who can subscribe others'),
  can_remove_subscribers_group: t('Who can unsubscribe others'),
  can_administer_channel_group: t('Channel administrators'),
  can_resolve_topics_group: t('Who can resolve topics'),
  can_move_messages_within_channel_group: t('Who can move messages to other topics'),
  can_move_messages_out_of_channel_group: t('Who can move messages to other channels'),
  can_delete_any_message_group: t('Who can delete any message'),
  can_delete_own_message_group: t('Who can delete their own messages'),
}));

/** Those of a group. */
export const groupPermissions = perLanguage(
  () =>
    ({
      can_manage_group: t('Who can manage the group'),
      can_mention_group: t('Who can mention it'),
      can_add_members_group: t('Who can add members'),
      can_remove_members_group: t('Who can remove members'),
      can_join_group: t('Who can join'),
      can_leave_group: t('Who can leave'),
    }) as const,
);
