/** Subscribers of a channel: from registration, or requested where it has only some of them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../../client/request.ts';
import { useClientState } from '../store/use-chat.ts';

const membersQuery = (channelId: number) =>
  queryOptions({
    queryKey: ['members', channelId],
    queryFn: async ({ signal }) => (await request('GET', `/streams/${channelId}/members`, {}, signal)).subscribers,
  });

const nobody: readonly number[] = [];

/** @param channelId null: of no channel. @returns the reader too, whom registrations leave out of such lists. */
export function useMembers(channelId: number | null): readonly number[] {
  const me = useClientState((state) => state.me);
  const isMine = useClientState((state) => channelId !== null && state.channels.subscriptions.has(channelId));
  const told = useClientState((state) => (channelId === null ? undefined : state.channels.subscribers.get(channelId)));
  const isPartial = channelId !== null && told?.isComplete !== true;
  const asked = useQuery({ ...membersQuery(channelId ?? 0), enabled: isPartial });
  return useMemo(() => {
    if (channelId === null) return nobody;
    const others = [...(told?.ids ?? []), ...(asked.data ?? [])].filter((id) => id !== me);
    return [...new Set(isMine ? [me, ...others] : others)];
  }, [channelId, told, asked.data, me, isMine]);
}
