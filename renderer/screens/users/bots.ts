/** Bots as the API lists them for those who manage them, keys included. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api.ts';
import type { components } from '../../../server/contract/types.ts';

export type Bot = components['schemas']['Bot'];

export const botTypes: Record<string, string> = {
  '1': 'Generic: speaks the whole API',
  '2': 'Incoming webhook: only writes',
  '3': 'Outgoing webhook: is called when somebody writes to it',
};

export const botsQuery = queryOptions({
  queryKey: ['bots'],
  queryFn: async ({ signal }) => (await request<{ bots: Bot[] }>('GET', '/bots', {}, signal)).bots,
});
