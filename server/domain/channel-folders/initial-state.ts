/** What registration says about folders of channels (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import { foldersWire } from './edit.ts';
import type { SliceTable } from '../acting.ts';

export const channelFoldersState: SliceTable = {
  // Events are `channel_folder`, the state is asked for in the plural; either word gets it.
  channel_folder: (viewing) => ({ channel_folders: foldersWire(viewing, true) }),
  channel_folders: (viewing) => ({ channel_folders: foldersWire(viewing, true) }),
};
