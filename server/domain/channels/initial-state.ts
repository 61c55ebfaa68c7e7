/** What channels answer at registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
import { visibleChannels } from './visibility.ts';
import { channelWires } from './wire.ts';
import { defaultChannelIds } from './default-channels.ts';
import type { StateOptions, StateParts } from '../acting.ts';

export const knowsArchived = (options: StateOptions): boolean => options.capabilities.archived_channels === true;

export const channelsState: StateParts = {
  stream: (viewing, options) => ({
    streams: visibleChannels(viewing)
      .filter((channel) => knowsArchived(options) || channel.is_archived === 0)
      .map(channelWires(viewing)),
  }),
  default_streams: (viewing) => ({ realm_default_streams: defaultChannelIds(viewing) }),
  // Groups of default channels cannot be made through this API.
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
};
