/** The console's view of how the server is reached (owners change it). */
import {
  changeNetworkSettings,
  networkSettings,
  networkSettingsSchema,
  type NetworkSettings,
} from '../../domain/network-settings.ts';
import { json } from '../../http/params.ts';
import { endpoint, type ApiEndpoint } from '../endpoint.ts';

export const getNetworkSettings = endpoint({
  method: 'GET',
  path: '/console/network_settings',
  access: 'administrator',
  summary: 'Where the server listens, which names it answers to, and its limit of requests.',
  params: {},
  read: ({ db }) => ({ settings: networkSettings(db) }),
});

export const editNetworkSettings = endpoint({
  method: 'PATCH',
  path: '/console/network_settings',
  access: 'owner',
  summary: 'Change how the server is reached; address, port and names hold from the next start.',
  params: { settings: json<Partial<NetworkSettings>>(networkSettingsSchema.partial()) },
  write(acting, { settings }) {
    changeNetworkSettings(acting, settings);
    return { settings: networkSettings(acting.db) };
  },
});

export const networkEndpoints: ApiEndpoint[] = [getNetworkSettings, editNetworkSettings];
