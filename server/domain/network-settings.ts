/**
 * Where the server listens, which further names it answers to, and how many requests a minute it takes from one client.
 * Host, port and names hold from the next start, flags and environment before them (server/options.ts); the limit at once.
 */
import { z } from 'zod';
import type { Reader } from '../storage/database.ts';
import type { SystemActing } from './acting.ts';
import { storeServerSetting } from './organization.ts';
import { serverSetting } from './organization/read.ts';

const hostName = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[\w.:-]+$/);

export const networkSettingsSchema = z
  .object({
    /** 0.0.0.0 = the whole network. */
    server_host: hostName,
    server_port: z.int().min(1).max(65_535),
    server_allowed_hosts: z.array(hostName).max(50),
    /** Requests a minute and client; 0 = no limit. */
    rate_limit_per_minute: z.int().min(0).max(1_000_000),
  })
  .strict();
export type NetworkSettings = z.infer<typeof networkSettingsSchema>;

const defaults: NetworkSettings = {
  server_host: '127.0.0.1',
  server_port: 7420,
  server_allowed_hosts: [],
  rate_limit_per_minute: 0,
};

export function networkSettings(db: Reader): NetworkSettings {
  return Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, serverSetting(db, name, fallback as unknown)]),
  ) as NetworkSettings;
}

export function changeNetworkSettings(acting: SystemActing, changes: Partial<NetworkSettings>): void {
  for (const [name, value] of Object.entries(changes)) if (value !== undefined) storeServerSetting(acting, name, value);
}
