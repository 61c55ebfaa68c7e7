/** The server's place in the network, as administrators see it; an event says when it has changed (live-queries.ts). */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NetworkSettings, NetworkState } from '../../../server/contract/shapes/network.ts';
import { request } from '../../client/request.ts';
import { useSession } from '../../client/session.ts';

export type { NetworkSettings, NetworkState };

export const networkQuery = queryOptions({
  queryKey: ['network'],
  queryFn: async ({ signal }) => (await request('GET', '/console/network', {}, signal)).network,
});

export const networkSettingsQuery = queryOptions({
  queryKey: ['network', 'settings'],
  queryFn: async ({ signal }) => (await request('GET', '/console/network_settings', {}, signal)).settings,
});

/** What administrators may know; nothing for others, who are not asked. */
export function useNetwork() {
  const session = useSession();
  return useQuery({ ...networkQuery, enabled: session.is_admin });
}

/** One of the calls that change the network or read it afresh; what is shown follows from the answer. */
export function useNetworkCall<Answer, Params = void>(ask: (params: Params) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSuccess: () => client.invalidateQueries({ queryKey: networkQuery.queryKey }),
  });
}

/** Changes some of the settings; the others stay. */
export function useNetworkChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: Partial<NetworkSettings>) => request('PATCH', '/console/network_settings', { settings }),
    onSuccess: () => client.invalidateQueries({ queryKey: networkQuery.queryKey }),
  });
}

/** Whether only this computer can open a link: the server puts the team's address into links wherever there is one. */
export const isForThisComputerOnly = (link: string): boolean =>
  /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(link).hostname);
