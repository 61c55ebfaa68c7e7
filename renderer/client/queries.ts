/**
 * What the console knows of the server: one query a thing, under keys that console/live-queries.ts refreshes when an event says so.
 */
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import {
  ApiError,
  onSignedOut,
  request,
  setCsrfToken,
  type Channel,
  type ChannelFolder,
  type Session,
  type User,
  type UserGroup,
} from './request.ts';
import type { FirstRun } from '../../server/contract/console.ts';
import type { Overview } from '../../server/contract/console.ts';

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

onSignedOut(() => {
  if (queryClient.getQueryData(['session']) !== null) queryClient.setQueryData(['session'], null);
});

/** The session, or null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      const session = await request<Session>('GET', '/console/session', {}, signal);
      setCsrfToken(session.csrf_token);
      return session;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

export const firstRunQuery = queryOptions({
  queryKey: ['first-run'],
  queryFn: ({ signal }) => request<FirstRun>('GET', '/console/setup', {}, signal),
  // Everything begins with this answer: a server that could not be reached is asked again without anybody's doing.
  refetchInterval: ({ state }) => (state.status === 'error' ? 3000 : false),
});

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => (await request<{ members: User[] }>('GET', '/users', {}, signal)).members,
});

/** Every channel that the caller may list, archived ones too: all of them for administrators. */
export function channelsQuery(everything: boolean) {
  const choices = { exclude_archived: false, include_default: true, ...(everything && { include_all: true }) };
  return queryOptions({
    queryKey: ['channels', everything],
    queryFn: async ({ signal }) => (await request<{ streams: Channel[] }>('GET', '/streams', choices, signal)).streams,
  });
}

/** Folders in their order, archived ones too. */
export const foldersQuery = queryOptions({
  queryKey: ['folders'],
  queryFn: async ({ signal }) =>
    (await request<{ channel_folders: ChannelFolder[] }>('GET', '/channel_folders', { include_archived: true }, signal))
      .channel_folders,
});

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) =>
    (await request<{ user_groups: UserGroup[] }>('GET', '/user_groups', {}, signal)).user_groups,
});

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => request<Overview>('GET', '/console/overview', {}, signal),
  refetchInterval: 5000,
});

/** The session on pages that exist only for somebody signed in. @throws Error elsewhere */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (data === null || data === undefined) throw new Error('Nobody is signed in.');
  return data;
}
