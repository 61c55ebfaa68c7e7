/** Server status: one list, behind the dot in the frame and wherever else it is shown. */
import { queryOptions } from '@tanstack/react-query';
import type { Alert } from '../../../server/contract/shapes/overview.ts';
import { request } from '../../client/request.ts';

export const severityColors: Record<Alert['severity'], string> = {
  error: 'red',
  warning: 'yellow',
  notice: 'blue',
};

/** Disks and drives tell of nothing on their own, so they are looked at while someone may see it. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => (await request('GET', '/console/status', {}, signal)).attention,
  refetchInterval: 30_000,
  staleTime: 10_000,
});
