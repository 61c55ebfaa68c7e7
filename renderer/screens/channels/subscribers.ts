/** Who is in a channel, and which channels newcomers are put into. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api.ts';

/** Ids of the subscribers of one channel. */
export function subscribersQuery(id: number) {
  return queryOptions({
    queryKey: ['subscribers', id],
    queryFn: async ({ signal }) =>
      (await request<{ subscribers: number[] }>('GET', `/streams/${id}/members`, {}, signal)).subscribers,
    // Read anew whenever a form is opened: it must not take back what others did.
    gcTime: 0,
    staleTime: Infinity,
  });
}

/** Ids of the default channels. */
export const defaultChannelsQuery = queryOptions({
  queryKey: ['default-channels'],
  queryFn: async ({ signal }) => {
    const { streams } = await request<{ streams: { stream_id: number; is_default?: boolean }[] }>(
      'GET',
      '/streams',
      { include_default: true },
      signal,
    );
    return streams.filter(({ is_default }) => is_default === true).map(({ stream_id }) => stream_id);
  },
  gcTime: 0,
});
