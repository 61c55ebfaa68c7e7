/** What registration says about folders of channels (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StatePart, StateParts } from '../../acting.ts';
import { isVisitor } from '../../users/rows.ts';
import { visibleChannels } from '../visibility.shared.ts';
import { foldersWire } from './edit.ts';

/** Visitors see the folders of the channels that they see. */
const folders: StatePart = (viewing) => {
  const all = foldersWire(viewing, true);
  if (!isVisitor(viewing.user)) return { channel_folders: all };
  const held = new Set(visibleChannels(viewing).map((channel) => channel.folder_id));
  return { channel_folders: all.filter(({ id }) => held.has(id)) };
};

export const channelFoldersState: StateParts = {
  // Events are `channel_folder`, the state is asked for in the plural; either word gets it.
  channel_folder: folders,
  channel_folders: folders,
};
