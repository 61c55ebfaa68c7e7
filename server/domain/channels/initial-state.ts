/** What channels answer at registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
import { foldersWire } from '../channel-folders/edit.ts';
import { visibleChannels } from './visibility.ts';
import { channelWires } from './wire.ts';
import { defaultChannelIds } from './default-channels.ts';
import { channelLists } from '../subscriptions/lists.ts';
import { mutedTopics, userTopicsWire } from '../user-topics/policies.ts';
import type { StateOptions, SliceTable } from '../acting.ts';

const knowsArchived = (options: StateOptions): boolean => options.capabilities.archived_channels === true;

export const channelSlices: SliceTable = {
  subscription: (viewing, options) => ({
    ...channelLists(viewing, {
      includeSubscribers: options.includeSubscribers,
      includeArchived: knowsArchived(options),
    }),
  }),
  stream: (viewing, options) => ({
    streams: visibleChannels(viewing)
      .filter((stream) => knowsArchived(options) || stream.is_archived === 0)
      .map(channelWires(viewing)),
  }),
  default_streams: (viewing) => ({ realm_default_streams: defaultChannelIds(viewing) }),
  // Groups of default channels cannot be made through this API.
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  // Events are `channel_folder`, the state is asked for in the plural; either word gets it.
  channel_folder: (viewing) => ({ channel_folders: foldersWire(viewing, true) }),
  channel_folders: (viewing) => ({ channel_folders: foldersWire(viewing, true) }),
  user_topic: (viewing, options) => ({
    user_topics: userTopicsWire(viewing, viewing.user.id, options.capabilities.empty_topic_name === true),
  }),
  // The older form, only for clients that did not name the newer one.
  muted_topics: (viewing, options) =>
    options.fetchTypes?.has('user_topic') === true ? {} : { muted_topics: mutedTopics(viewing, viewing.user.id) },
};
