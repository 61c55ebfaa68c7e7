/** Initial state of channels at registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
import { jsonList } from '../../json-text.ts';
import { knowsArchived, type StatePart, type StateParts } from '../initial-state.ts';
import { isVisitor } from '../users/rows.ts';
import { defaultChannelIds } from './default-channels.shared.ts';
import { foldersWire } from './folders/edit.ts';
import { channelLists } from './subscriptions/lists.ts';
import { inheritedSettings } from './subscriptions/wire.ts';
import { visibleChannels } from './visibility.shared.ts';
import { channelTexts } from './wire.ts';

/** Visitors see the folders of the channels that they see. */
const folders: StatePart = (viewing) => {
  const all = foldersWire(viewing, true);
  if (!isVisitor(viewing.user)) return { channel_folders: all };
  const held = new Set(visibleChannels(viewing).map((channel) => channel.folder_id));
  return { channel_folders: all.filter(({ id }) => held.has(id)) };
};

export const channelsState: StateParts = {
  stream: (viewing, options) => {
    const textOf = channelTexts(viewing);
    const shown = visibleChannels(viewing).filter((channel) => knowsArchived(options) || channel.is_archived === 0);
    return { streams: jsonList(shown.map((channel) => `{${textOf(channel)}}`)) };
  },
  default_streams: (viewing) => ({ realm_default_streams: defaultChannelIds(viewing) }),
  // Groups of default channels cannot be made through this API.
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  // Events are `channel_folder`, the state is asked for in the plural; either word gets it.
  channel_folder: folders,
  channel_folders: folders,
  subscription: (viewing, options) => ({
    ...channelLists(viewing, {
      includeSubscribers: options.includeSubscribers,
      includeArchived: knowsArchived(options),
      ...(options.capabilities.notification_settings_null !== true && {
        insteadOfNull: inheritedSettings(viewing.db, viewing.user.id),
      }),
    }),
  }),
};
