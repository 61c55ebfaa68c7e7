/** Arrangement of channels in folders, and the order of folders: what drags, arrow keys and menus change. */
import type { DragDropProvider } from '@dnd-kit/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { compareNames } from '../../../client/formats.ts';
import { foldersQuery } from '../../../client/queries.ts';
import { request, type Channel, type ChannelFolder } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { moved } from '../../components/sortable-list.tsx';

export interface FolderGroup {
  folder: ChannelFolder | null;
  rows: Channel[];
}

/** Folders in their order, then what is in none; archived folders only where they still have rows. */
export function byFolder(channels: Channel[], folders: ChannelFolder[]): FolderGroup[] {
  const sorted = channels.toSorted((a, b) => compareNames(a.name, b.name));
  const known = new Set(folders.map(({ id }) => id));
  const groups: FolderGroup[] = folders.map((folder) => ({
    folder,
    rows: sorted.filter((one) => one.folder_id === folder.id),
  }));
  groups.push({ folder: null, rows: sorted.filter((one) => one.folder_id === null || !known.has(one.folder_id)) });
  return groups.filter(({ folder, rows }) => folder?.is_archived !== true || rows.length > 0);
}

export interface Arrangement {
  /** What the last move did, to be said aloud. */
  said: string;
  error: Error | null;
  /** @param folderId null: out of every folder. */
  put: (channel: Channel, folderId: number | null) => void;
  /** Into the folder above or below. */
  step: (channel: Channel, step: -1 | 1) => void;
  stepFolder: (folder: ChannelFolder, step: -1 | 1) => void;
  onDragEnd: ComponentProps<typeof DragDropProvider>['onDragEnd'];
}

/** The ids of handles, which get the focus back after a channel has moved to another table. */
export const handleOf = (channel: Channel): string => `move-channel-${channel.stream_id}`;
/** Names of what is dragged, and where to. */
export const dragId = { channel: (id: number) => `channel-${id}`, folder: (id: number) => `folder-${id}` };

export function useArrangement(channels: Channel[], folders: ChannelFolder[]): Arrangement {
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const toFocus = useRef<string | null>(null);
  const usable = folders.filter((folder) => !folder.is_archived);
  const put = useMutation({
    mutationFn: ({ channel, folderId }: { channel: Channel; folderId: number | null }) =>
      request('PATCH', `/streams/${channel.stream_id}`, { folder_id: folderId }),
    onMutate: ({ channel, folderId }) =>
      client.setQueriesData<Channel[]>({ queryKey: ['channels'] }, (known) =>
        known?.map((one) => (one.stream_id === channel.stream_id ? { ...one, folder_id: folderId } : one)),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['channels'] }),
  });
  const order = useMutation({
    mutationFn: (next: ChannelFolder[]) => request('PATCH', '/channel_folders', { order: next.map(({ id }) => id) }),
    onMutate: (next) => client.setQueryData(foldersQuery.queryKey, next),
    onSettled: () => client.invalidateQueries({ queryKey: foldersQuery.queryKey }),
  });
  // A channel that changed its table has a new handle, which gets the focus that the old one had.
  useEffect(() => {
    const handle = toFocus.current === null ? null : document.getElementById(toFocus.current);
    if (handle === null || handle === document.activeElement) return;
    handle.focus();
    toFocus.current = null;
  });

  const putInto = (channel: Channel, folderId: number | null): void => {
    if (channel.folder_id === folderId) return;
    if (document.activeElement?.id === handleOf(channel)) toFocus.current = handleOf(channel);
    put.mutate({ channel, folderId });
    const name = usable.find(({ id }) => id === folderId)?.name;
    setSaid(
      name === undefined
        ? t('#{{channel}} is now in no folder.', { channel: channel.name })
        : t('#{{channel}} is now in {{folder}}.', { channel: channel.name, folder: name }),
    );
  };
  const step = (channel: Channel, by: -1 | 1): void => {
    const places: (number | null)[] = [...usable.map(({ id }) => id), null];
    const next = places[places.indexOf(channel.folder_id) + by];
    if (next !== undefined) putInto(channel, next);
  };
  /** Both of them places among the folders that are shown; the archived ones stay behind. */
  const reorder = (from: number, to: number): void => {
    const folder = usable[from];
    if (folder === undefined || from === to || to < 0 || to >= usable.length) return;
    order.mutate([...moved(usable, from, to), ...folders.filter((one) => one.is_archived)]);
    setSaid(t('{{name}} is now {{to}} of {{count}} folders.', { name: folder.name, to: to + 1, count: usable.length }));
  };
  const onDragEnd: Arrangement['onDragEnd'] = ({ canceled, operation: { source, target } }) => {
    if (canceled || source === null || target === null) return;
    const placeOf = (id: unknown): number => usable.findIndex((folder) => dragId.folder(folder.id) === id);
    const channel = channels.find(({ stream_id: id }) => dragId.channel(id) === source.id);
    if (channel !== undefined) putInto(channel, usable[placeOf(target.id)]?.id ?? null);
    else if (placeOf(target.id) >= 0) reorder(placeOf(source.id), placeOf(target.id));
  };
  return {
    said,
    error: put.error ?? order.error,
    put: putInto,
    step,
    stepFolder: (folder, by) => reorder(usable.indexOf(folder), usable.indexOf(folder) + by),
    onDragEnd,
  };
}
