/** Devices that get notifications by the ntfy app: an addition of Hearth, which other clients need not know. */
import { z } from 'zod';
import * as devices from '../domain/ntfy-devices/devices.ts';
import { platforms } from '../domain/ntfy-devices/rows.ts';
import { bool, int, oneOf, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'One’s own account';

const deviceId = int().describe('As listed.');
const deviceName = text({ min: 1, max: 60 }).describe('How you call the device.');
const showsText = bool().describe('Whether notifications show what messages say, or only who wrote.');
const seconds = z.int().nullable().describe('UNIX seconds; null: never.');

export const listDevices = endpoint({
  method: 'GET',
  path: '/users/me/ntfy_devices',
  access: 'authenticated',
  summary: 'Lists your devices that get notifications by the ntfy app.',
  params: {},
  answer: {
    devices: z.array(
      z.object({
        device_id: z.int(),
        name: z.string(),
        platform: z.enum(platforms),
        shows_text: z.boolean(),
        created_at: z.int(),
        last_used_at: seconds,
        is_connected: z.boolean().describe('Whether it waits for notifications now.'),
      }),
    ),
  },
  run: ({ read }) => read((viewing) => ({ devices: devices.devicesWire(viewing) })),
});

export const addDevice = endpoint({
  method: 'POST',
  path: '/users/me/ntfy_devices',
  access: 'authenticated',
  summary: 'Adds a device; its topic is reported once and is a secret.',
  params: {
    name: deviceName,
    platform: oneOf(platforms).describe('An iPhone or iPad needs a server on the internet that wakes its app.'),
    shows_text: showsText.default(true),
  },
  answer: {
    device_id: z.int(),
    server_url: z.string().describe('Address of this server for the app.'),
    secret_topic: z.string().describe('What the device subscribes to. Anyone who knows it reads its notifications.'),
    link_url: z.string().describe('Opens the ntfy app of a phone with both.'),
  },
  run: ({ write, params }) =>
    write((acting) => ({
      ...devices.addDevice(acting, {
        name: params.name,
        platform: params.platform,
        showsText: params.shows_text,
      }),
    })),
});

export const changeDevice = endpoint({
  method: 'PATCH',
  path: '/users/me/ntfy_devices/{device_id}',
  access: 'authenticated',
  summary: 'Renames a device, or changes whether it shows what messages say.',
  params: { device_id: deviceId, name: deviceName.optional(), shows_text: showsText.optional() },
  answer: {},
  run: ({ write, params }) =>
    write((acting) => {
      devices.changeDevice(acting, params.device_id, { name: params.name, showsText: params.shows_text });
      return {};
    }),
});

export const revokeDevice = endpoint({
  method: 'DELETE',
  path: '/users/me/ntfy_devices/{device_id}',
  access: 'authenticated',
  summary: 'Revokes a device: it gets no more notifications.',
  params: { device_id: deviceId },
  answer: {},
  run: ({ write, params }) =>
    write((acting) => {
      devices.revokeDevice(acting, params.device_id);
      return {};
    }),
});

export const testDevice = endpoint({
  method: 'POST',
  path: '/users/me/ntfy_devices/{device_id}/test',
  access: 'authenticated',
  summary: 'Sends a test notification to a device.',
  params: { device_id: deviceId },
  answer: {
    connections: z.int().describe('How many connections of the device get it now; with 0 it waits for twelve hours.'),
    last_used_at: seconds,
  },
  async run({ write, params, services }) {
    const device = await write((acting) => devices.publishTest(acting, params.device_id));
    return { connections: services.phones.connections(device.id), last_used_at: device.last_used_at };
  },
});
