/**
 * Deprecated settings for older clients (contract: RegisterResponse, deprecated): numbers where there are
 * groups now, and flags where there are policies. They change with the settings that they stand for.
 */
import type { Reader } from '../../storage/database.ts';
import { systemGroupId } from '../groups/system-groups.shared.ts';
import type { OrganizationSettings } from './rows.ts';

/** Numbers of the policies that permissions were before they were groups; closed sets that clients check. */
const channelPolicy = { 'role:members': 1, 'role:administrators': 2, 'role:fullmembers': 3, 'role:moderators': 4 };
const webPublicPolicy = { 'role:administrators': 2, 'role:moderators': 4, 'role:nobody': 6, 'role:owners': 7 };
const mentionPolicy = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};

/** @returns them by name; what clients of today read is not among them. */
export function olderForms(db: Reader, settings: OrganizationSettings): Record<string, boolean | number> {
  // A set of users that no older number stands for reads as "administrators": never more than is allowed to most.
  const asPolicy = (value: unknown, policy: Record<string, number>, otherwise: number): number =>
    Object.entries(policy).find(([group]) => systemGroupId(db, group as 'role:nobody') === value)?.[1] ?? otherwise;
  return {
    allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    create_public_stream_policy: asPolicy(settings.can_create_public_channel_group, channelPolicy, 2),
    create_private_stream_policy: asPolicy(settings.can_create_private_channel_group, channelPolicy, 2),
    create_web_public_stream_policy: asPolicy(settings.can_create_web_public_channel_group, webPublicPolicy, 6),
    wildcard_mention_policy: asPolicy(settings.can_mention_many_users_group, mentionPolicy, 5),
  };
}

/** Those that another change of settings made different, each as its own event reports it (`realm` / `update`). */
export function changedOlderForms(
  before: Record<string, boolean | number>,
  now: Record<string, boolean | number>,
): { property: string; value: boolean | number }[] {
  return Object.entries(now).flatMap(([property, value]) => (before[property] === value ? [] : [{ property, value }]));
}
