/** Server queries of both pages: one query for each resource, under keys that console/live-queries.ts refreshes when an event says so. */
import { QueryClient, queryOptions, type QueryKey } from '@tanstack/react-query';
import { ApiError, onSessionDoubt, request } from './request.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    // Browsers call a network without the internet "offline", and asking would wait for ever; the server is on this network.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      // A refusal stays a refusal; only a server that could not be reached is asked again.
      retry: (count, error) => count < 2 && error instanceof ApiError && error.code === 'NETWORK',
    },
  },
});

/** Reads again what an event made stale. An answer that is on its way may be of the time before: the library calls off all but a first one. */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
}

/** Where other devices find this server; null where only this computer connects. Asked again wherever it is shown. */
export const addressForOthersQuery = queryOptions({
  queryKey: ['team-address'],
  staleTime: 0,
  queryFn: async ({ signal }): Promise<string | null> => {
    // The address by which someone came from elsewhere is one.
    if (!loopback.test(location.hostname)) return location.origin;
    return (await request('GET', '/console/team_address', {}, signal)).address;
  },
});

const loopback = /^(?:localhost|127\.|\[::1\])/;

/** Of what everything begins with: a server that could not be reached is asked again without anybody's doing. */
export const askedAgain = {
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? 3000 : false),
} as const;

/** Why no one is signed in any more, as the server says it: UNAUTHORIZED, USER_DEACTIVATED, REALM_DEACTIVATED; undefined when someone left. */
export const whyOverKey = ['why-over'];

onSessionDoubt((code) => {
  if (queryClient.getQueryData(['session']) !== null) {
    queryClient.setQueryData(whyOverKey, code);
    queryClient.setQueryData(['session'], null);
  }
});

export const firstRunQuery = queryOptions({
  queryKey: ['first-run'],
  queryFn: ({ signal }) => request('GET', '/console/setup', {}, signal),
  ...askedAgain,
});

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => (await request('GET', '/users', {}, signal)).members,
});

/** Every channel that the caller may list, archived ones too: all of them for administrators. */
export function channelsQuery(everything: boolean) {
  const choices = { exclude_archived: false, include_default: true, ...(everything && { include_all: true }) };
  return queryOptions({
    queryKey: ['channels', everything],
    queryFn: async ({ signal }) => (await request('GET', '/streams', choices, signal)).streams,
  });
}

/** Folders in their order, archived ones too. */
export const foldersQuery = queryOptions({
  queryKey: ['folders'],
  queryFn: async ({ signal }) =>
    (await request('GET', '/channel_folders', { include_archived: true }, signal)).channel_folders,
});

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => (await request('GET', '/user_groups', {}, signal)).user_groups,
});
