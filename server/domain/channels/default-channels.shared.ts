/** Default channels: those that new users are subscribed to. Kept as streams.is_default. */
import { isGuest, Role } from '../../permissions/roles.ts';
import type { SystemActing, Viewing } from '../acting.ts';
import { defaultChannels, updateChannelRow, type ChannelRow } from './rows.ts';

/** Ids of the default channels; guests, who see no list of channels, get none. */
export function defaultChannelIds(viewing: Pick<Viewing, 'db' | 'user'>): number[] {
  return isGuest(viewing.user) ? [] : defaultChannels(viewing.db).map((channel) => channel.id);
}

/** Makes a channel a default one, or not; nothing happens when it is so already. */
export function setDefault(acting: SystemActing, channel: ChannelRow, isDefault: boolean): void {
  if ((channel.is_default === 1) === isDefault) return;
  updateChannelRow(acting.tx, channel.id, { is_default: Number(isDefault) });
  const guests = acting.db.all<{ id: number }>('SELECT id FROM users WHERE role = ?', Role.guest).map((row) => row.id);
  const ids = defaultChannels(acting.db).map(({ id }) => id);
  acting.announce({ type: 'default_streams', default_streams: ids }, { everyone: true, except: guests });
}
