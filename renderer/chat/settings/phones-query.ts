/** Devices that get notifications by the ntfy app, as the server lists them. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';

export const phonesQuery = queryOptions({
  queryKey: ['own-phones'],
  queryFn: async ({ signal }) => (await request('GET', '/users/me/ntfy_devices', {}, signal)).devices,
  staleTime: 0,
});

export type Phone = Awaited<ReturnType<NonNullable<(typeof phonesQuery)['queryFn']>>>[number];

export const platforms = [
  { value: 'android', label: () => t('Android phone or tablet') },
  { value: 'ios', label: () => t('iPhone or iPad') },
  { value: 'computer', label: () => t('Computer') },
] as const;

export type Platform = (typeof platforms)[number]['value'];
