/**
 * Changing one channel's row, with the events: a user who comes to see it, a user who loses sight, and `update` for all others.
 * What may be changed by whom is in edit.ts.
 */
import type { EventBody } from '../../events/event-types.ts';
import type { SystemActing } from '../acting.ts';
import { groupSettingWire } from '../groups/membership.shared.ts';
import { metadataUserIds } from './access.ts';
import { announceCreated, announceGone, channelAudience } from './announce.shared.ts';
import { propertyNames } from './property-rules.ts';
import { findChannel, updateChannelRow, type ChannelChange, type ChannelRow } from './rows.ts';
import { channelSettingNames, channelSettings } from './settings.shared.ts';
import { subscriberIds } from './subscriptions/rows.ts';
import { channelWire } from './wire.ts';

type UpdateFields = Omit<Extract<EventBody, { type: 'stream'; op: 'update' }>, 'type' | 'op' | 'stream_id' | 'name'>;

/** Writes and announces a change; columns that already have the value are passed over. @returns the channel as it now is. */
export function changeChannel(acting: SystemActing, before: ChannelRow, change: ChannelChange): ChannelRow {
  const sawBefore = metadataUserIds(acting.db, before);
  updateChannelRow(acting.tx, before.id, change);
  const after = findChannel(acting.db, before.id) as ChannelRow;
  const updates = updatesBetween(acting, before, after);
  if (updates.length === 0) return after;
  const seesNow = metadataUserIds(acting.db, after);
  const kept = [...seesNow].filter((id) => sawBefore.has(id));
  for (const update of updates) {
    acting.announce(
      { type: 'stream', op: 'update', stream_id: before.id, name: before.name, ...update },
      channelAudience(after, kept),
    );
  }
  announceVisibility(acting, after, sawBefore, seesNow);
  return after;
}

/** The channel and its subscribers come into sight of some, and out of sight of others. */
export function announceVisibility(
  acting: SystemActing,
  channel: ChannelRow,
  sawBefore: ReadonlySet<number>,
  seesNow: ReadonlySet<number>,
): void {
  const gained = [...seesNow].filter((id) => !sawBefore.has(id));
  announceCreated(acting, channel, gained);
  const members = subscriberIds(acting.db, channel.id);
  if (gained.length > 0 && members.length > 0) {
    acting.announce(
      { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids: [...members] },
      channelAudience(channel, gained),
    );
  }
  announceGone(
    acting,
    channel,
    [...sawBefore].filter((id) => !seesNow.has(id)),
  );
}

function updatesBetween(acting: SystemActing, before: ChannelRow, after: ChannelRow): UpdateFields[] {
  const updates: UpdateFields[] = [];
  if (after.description !== before.description) {
    updates.push({
      property: 'description',
      value: after.description,
      rendered_description: after.rendered_description,
    });
  }
  const isSamePrivacy = (['invite_only', 'is_web_public', 'history_public_to_subscribers'] as const).every(
    (column) => before[column] === after[column],
  );
  if (!isSamePrivacy) {
    updates.push({
      property: 'invite_only',
      value: after.invite_only === 1,
      history_public_to_subscribers: after.history_public_to_subscribers === 1,
      is_web_public: after.is_web_public === 1,
    });
  }
  for (const column of [...propertyNames, 'first_message_id'] as const) {
    if (after[column] !== before[column])
      updates.push({ property: column, value: after[column] as UpdateFields['value'] });
  }
  updates.push(...settingUpdates(acting, before, after));
  // Last: the others go by the name that clients know.
  if (after.name !== before.name) updates.push({ property: 'name', value: after.name });
  return updates;
}

function settingUpdates(acting: SystemActing, before: ChannelRow, after: ChannelRow): UpdateFields[] {
  if (before.settings === after.settings) return [];
  const [old, now] = [channelSettings(before), channelSettings(after)];
  const changed = channelSettingNames.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  const updates: UpdateFields[] = changed.map((name) => ({
    property: name,
    value: groupSettingWire(acting.db, now[name]),
  }));
  const [oldPolicy, policy] = [
    channelWire(acting, before).stream_post_policy,
    channelWire(acting, after).stream_post_policy,
  ];
  if (oldPolicy !== policy) updates.push({ property: 'stream_post_policy', value: policy });
  return updates;
}

/** A message came into the channel from elsewhere: it may be the first one now (event stream / update, first_message_id). */
export function noteArrival(acting: SystemActing, channel: ChannelRow, messageId: number): void {
  if (channel.first_message_id === null || channel.first_message_id > messageId)
    changeChannel(acting, channel, { first_message_id: messageId });
}

/** Finds the first message again after these were deleted or moved away (event stream / update, first_message_id). */
export function refreshFirstMessage(acting: SystemActing, channelId: number, goneIds: readonly number[]): void {
  const channel = findChannel(acting.db, channelId);
  if (channel === undefined || channel.first_message_id === null || !goneIds.includes(channel.first_message_id)) return;
  const first =
    acting.db.get<{ id: number | null }>(
      'SELECT min(id) AS id FROM messages WHERE recipient_id = ?',
      channel.recipient_id,
    )?.id ?? null;
  if (first !== channel.first_message_id) changeChannel(acting, channel, { first_message_id: first });
}
