/**
 * The order of the sidebar: pinned channels, then by folder, then the others; what is muted stands last of its section. By name, or
 * what has news first. Pure.
 */
import { compareNames } from '../../client/formats.ts';
import type { Channel } from '../../client/state/channels.ts';
import type { ClientState } from '../../client/state/state.ts';

export interface ChannelSection {
  /** "pinned", "folder 3", "others". */
  key: string;
  /** null: the caller names it. */
  title: string | null;
  channels: readonly Channel[];
}

/** @returns by channel the newest message in it that was not read. */
export function newestUnread({ unread }: ClientState['messages']): ReadonlyMap<number, number> {
  const newest = new Map<number, number>();
  for (const { conversation, ids } of unread.values()) {
    if (conversation.kind !== 'channel') continue;
    newest.set(conversation.channelId, Math.max(newest.get(conversation.channelId) ?? 0, ids.at(-1) ?? 0));
  }
  return newest;
}

/**
 * @param news by channel its newest unread message: channels with news stand first, the newest before all; none = by name alone.
 * @returns the channels that the reader is subscribed to, section by section, none of them empty.
 */
export function channelSections(
  { channels }: Pick<ClientState, 'channels'>,
  news: ReadonlyMap<number, number> = new Map(),
): ChannelSection[] {
  const { subscriptions, folders } = channels;
  const mine = [...channels.channels.values()].filter(
    ({ stream_id: id, is_archived: isArchived }) => subscriptions.has(id) && !isArchived,
  );
  const isPinned = ({ stream_id: id }: Channel): boolean => subscriptions.get(id)?.pin_to_top === true;
  const folderOf = ({ folder_id: id }: Channel): number | null =>
    id !== null && folders.get(id)?.is_archived === false ? id : null;
  const order = (a: Channel, b: Channel): number => {
    const muted = ({ stream_id: id }: Channel): number => (subscriptions.get(id)?.is_muted === true ? 1 : 0);
    const newest = ({ stream_id: id }: Channel): number => news.get(id) ?? 0;
    return muted(a) - muted(b) || newest(b) - newest(a) || compareNames(a.name, b.name);
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
