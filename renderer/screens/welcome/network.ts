/** Where the server is reached, as the end of the first run asks for it: a cable or a Wi-Fi may come while it is looked at. */
import { queryOptions } from '@tanstack/react-query';
import type { NetworkState } from '../../../server/contract/console-network.ts';
import { request } from '../../api.ts';

export const networkQuery = queryOptions({
  queryKey: ['network'],
  queryFn: async ({ signal }) =>
    (await request<{ network: NetworkState }>('GET', '/console/network', {}, signal)).network,
  refetchInterval: 5000,
});
