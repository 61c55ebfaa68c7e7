/** What channels answer at registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
import { jsonList } from '../../json-text.ts';
import type { StateOptions, StateParts } from '../acting.ts';
import { defaultChannelIds } from './default-channels.shared.ts';
import { visibleChannels } from './visibility.shared.ts';
import { channelTexts } from './wire.ts';

/** Whether the client asks for archived channels too. */
export const knowsArchived = (options: StateOptions): boolean => options.capabilities.archived_channels === true;

export const channelsState: StateParts = {
  stream: (viewing, options) => {
    const textOf = channelTexts(viewing);
    const shown = visibleChannels(viewing).filter((channel) => knowsArchived(options) || channel.is_archived === 0);
    return { streams: jsonList(shown.map((channel) => `{${textOf(channel)}}`)) };
  },
  default_streams: (viewing) => ({ realm_default_streams: defaultChannelIds(viewing) }),
  // Groups of default channels cannot be made through this API.
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
};
