/** The order of the sidebar: pinned channels, then by folder, then the others; what is muted stands last of its section. Pure. */
import type { Channel } from '../../client/state/channels.ts';
import type { ClientState } from '../../client/state/state.ts';

export interface ChannelSection {
  /** "pinned", "folder 3", "others". */
  key: string;
  /** null: the caller names it. */
  title: string | null;
  channels: readonly Channel[];
}

/** @returns the channels that the reader is subscribed to, section by section, none of them empty. */
export function channelSections({ channels }: Pick<ClientState, 'channels'>): ChannelSection[] {
  const { subscriptions, folders } = channels;
  const mine = [...channels.channels.values()].filter(
    ({ stream_id: id, is_archived: isArchived }) => subscriptions.has(id) && !isArchived,
  );
  const isPinned = ({ stream_id: id }: Channel): boolean => subscriptions.get(id)?.pin_to_top === true;
  const folderOf = ({ folder_id: id }: Channel): number | null =>
    id !== null && folders.get(id)?.is_archived === false ? id : null;
  const order = (a: Channel, b: Channel): number => {
    const muted = ({ stream_id: id }: Channel): number => (subscriptions.get(id)?.is_muted === true ? 1 : 0);
    return muted(a) - muted(b) || a.name.localeCompare(b.name);
  };
  const section = (key: string, title: string | null, belongs: (channel: Channel) => boolean): ChannelSection => ({
    key,
    title,
    channels: mine.filter(belongs).toSorted(order),
  });
  const inOrder = [...folders.values()].toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.id - b.id);
  return [
    section('pinned', null, isPinned),
    ...inOrder.map(({ id, name }) =>
      section(`folder ${id}`, name, (channel) => !isPinned(channel) && folderOf(channel) === id),
    ),
    section('others', null, (channel) => !isPinned(channel) && folderOf(channel) === null),
  ].filter((each) => each.channels.length > 0);
}
