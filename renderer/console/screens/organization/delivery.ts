/** Delivery and network settings in the console's calls. */
import { queryOptions } from '@tanstack/react-query';
import type { DeliveryWire } from '../../../../server/contract/shapes/deliveries.ts';
import { request } from '../../../client/request.ts';

/** A mail that waits to be sent, was sent or failed. */
export type Mail = Extract<DeliveryWire, { kind: 'mail' }>;

export const deliverySettingsQuery = queryOptions({
  queryKey: ['delivery-settings'],
  queryFn: async ({ signal }) => (await request('GET', '/console/delivery_settings', {}, signal)).settings,
});

/** No event reports deliveries, so they are asked for while someone looks. */
export const mailsQuery = queryOptions({
  queryKey: ['deliveries', 'mail'],
  queryFn: async ({ signal }) => {
    const { deliveries } = await request('GET', '/console/deliveries', { kind: 'mail' }, signal);
    return deliveries.filter((delivery): delivery is Mail => delivery.kind === 'mail').slice(0, 10);
  },
  refetchInterval: 2000,
});
