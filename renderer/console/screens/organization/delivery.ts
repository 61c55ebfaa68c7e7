/** How things leave the machine and how it is reached, as the console's calls give and take it. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../client/request.ts';

/** GET /console/delivery_settings. */
export interface DeliverySettings {
  smtp_host: string;
  smtp_port: number;
  smtp_security: 'none' | 'starttls' | 'tls';
  smtp_user: string;
  smtp_password_set: boolean;
  smtp_from: string;
  webhook_allowed_networks: string[];
  push_relay_url: string;
}

/** GET /console/deliveries. Times are UNIX seconds. */
export interface Delivery {
  id: number;
  kind: string;
  status: string;
  attempts: number;
  created_at: number;
  last_error: string | null;
  to?: string;
  subject?: string;
  file?: string | null;
}

export const deliverySettingsQuery = queryOptions({
  queryKey: ['delivery-settings'],
  queryFn: async ({ signal }) => (await request('GET', '/console/delivery_settings', {}, signal)).settings,
});

/** No event tells of deliveries, so they are asked for while somebody looks. */
export const mailsQuery = queryOptions({
  queryKey: ['deliveries', 'mail'],
  queryFn: async ({ signal }) =>
    (await request('GET', '/console/deliveries', { kind: 'mail' }, signal)).deliveries.slice(0, 10),
  refetchInterval: 2000,
});
