/**
 * Network settings: where the server listens, which further names it answers to, and how many requests a minute it takes from one client.
 * The port holds from the next start, everything else at once (team-network.ts); flags and environment come before both.
 */
import { z } from 'zod';
import type { NetworkSettings } from '../contract/shapes/network.ts';
import type { SystemActing } from '../domain/acting.ts';
import { serverSetting, storeServerSetting } from '../domain/organization/rows.ts';
import { writtenHostName } from '../network/host-check.ts';
import type { Reader } from '../storage/database.ts';

export type { NetworkSettings };

const hostName = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[\w.:-]+$/);

export const networkSettingsSchema = z
  .object({
    /** A loopback address = this computer only, 0.0.0.0 = the whole network. */
    server_host: hostName,
    server_port: z.int().min(1).max(65_535),
    /** Kept as browsers send them. */
    server_allowed_hosts: z
      .array(
        z
          .string()
          .trim()
          .min(1)
          .max(253)
          .refine((name) => writtenHostName(name) !== undefined, 'is not the name of a host')
          .overwrite((name) => writtenHostName(name) ?? name),
      )
      .max(50),
    /** Requests a minute and client; 0 = no limit. */
    rate_limit_per_minute: z.int().min(0).max(1_000_000),
    /** Whether pages of other origins may call the API, by key. */
    cors_enabled: z.boolean(),
    /** The team's address, where someone chose it; null = the best one. */
    team_address_pin: z
      .object({ adapter: z.string().min(1).max(200), address: z.ipv4() })
      .strict()
      .nullable(),
    /** Whether the name in the local network is announced while others may connect. */
    local_name_enabled: z.boolean(),
    https_enabled: z.boolean(),
    https_port: z.int().min(1).max(65_535),
  })
  .strict();

/** What holds where no one has chosen. */
export const networkDefaults: NetworkSettings = {
  server_host: '127.0.0.1',
  server_port: 7420,
  server_allowed_hosts: [],
  rate_limit_per_minute: 0,
  cors_enabled: false,
  team_address_pin: null,
  local_name_enabled: true,
  https_enabled: false,
  https_port: 7443,
};

/** The address that the team was informed last, "http://192.168.1.20:7420"; '' = none yet. Kept beside the settings. */
const knownAddress = 'team_address_known';

export function networkSettings(db: Reader): NetworkSettings {
  const one = <K extends keyof NetworkSettings>(name: K): NetworkSettings[K] =>
    serverSetting(db, name, networkDefaults[name]);
  return {
    server_host: one('server_host'),
    server_port: one('server_port'),
    server_allowed_hosts: one('server_allowed_hosts'),
    rate_limit_per_minute: one('rate_limit_per_minute'),
    cors_enabled: one('cors_enabled'),
    team_address_pin: one('team_address_pin'),
    local_name_enabled: one('local_name_enabled'),
    https_enabled: one('https_enabled'),
    https_port: one('https_port'),
  };
}

export function changeNetworkSettings(acting: SystemActing, changes: Partial<NetworkSettings>): void {
  for (const [name, value] of Object.entries(changes)) if (value !== undefined) storeServerSetting(acting, name, value);
}

export const knownTeamAddress = (db: Reader): string => serverSetting(db, knownAddress, '');

export function rememberTeamAddress(acting: SystemActing, url: string): void {
  storeServerSetting(acting, knownAddress, url);
}
