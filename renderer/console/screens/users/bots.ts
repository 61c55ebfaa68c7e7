/** Bots as the API lists them for those who manage them, keys included. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../server/contract/types.ts';
import { request } from '../../../client/request.ts';
import { perLanguage, t } from '../../../client/text.ts';

export type Bot = components['schemas']['Bot'];
export type BotService = { base_url: string; token: string; interface: number };

export const incomingWebhook = 2;
export const outgoingWebhook = 3;
export const botTypes = perLanguage((): Record<string, string> => ({
  '1': t('Generic: uses the full API'),
  '2': t('Incoming webhook: sends messages from services such as GitHub and Grafana'),
  '3': t('Outgoing webhook: calls a URL when mentioned or messaged'),
}));
export const botTypeNames = perLanguage((): Record<number, string> => ({
  1: t('Generic'),
  2: t('Incoming webhook'),
  3: t('Outgoing webhook'),
}));
/** The shapes in which an outgoing webhook is called. */
export const interfaces = perLanguage(() => [
  { value: '1', label: t('Hearth: JSON with the full message') },
  { value: '2', label: t('Slack-compatible: form fields') },
]);

export const botsQuery = queryOptions({
  queryKey: ['bots'],
  queryFn: async ({ signal }) => (await request('GET', '/bots', {}, signal)).bots,
});

/** What GET /bots does not tell. */
export function botDetailsQuery(id: number) {
  return queryOptions({
    queryKey: ['bots', id],
    queryFn: async ({ signal }) => (await request('GET', `/console/bots/${id}`, {}, signal)).bot,
    gcTime: 0,
    staleTime: Infinity,
  });
}

/** One bot of those the caller manages; undefined until it is known, and for others. */
export function useBot(id: number): Bot | undefined {
  return useQuery(botsQuery).data?.find(({ user_id }) => user_id === id);
}

/** Where a bot is called; undefined for those that are not. */
export function serviceOf({ services }: Bot): BotService | undefined {
  const [service] = services;
  return service !== undefined && 'base_url' in service ? service : undefined;
}
