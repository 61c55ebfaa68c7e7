/** Who is there, for administrators. */
import { presenceOverview } from '../../domain/presence-overview.ts';
import { endpoint, type ApiEndpoint } from '../endpoint.ts';

export const getPresenceOverview = endpoint({
  method: 'GET',
  path: '/console/presence',
  access: 'administrator',
  summary: 'Everybody with status, since when, clients, and both formats of their presence.',
  params: {},
  read: (viewing) => ({ ...presenceOverview(viewing) }),
});

export const consolePresenceEndpoints: ApiEndpoint[] = [getPresenceOverview];
