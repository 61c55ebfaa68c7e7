/** The server's place in the network (GET /console/network, services.network), which the console and the desktop app show, and its settings. Times are UNIX seconds. */
import { z } from 'zod';

/** `lan` leads to the office; `hotspot`: others reach it who join this computer's own Wi-Fi; the others lead elsewhere. */
const adapterKindShape = z.enum(['lan', 'hotspot', 'vpn', 'virtual', 'link_local']);
export type AdapterKind = z.infer<typeof adapterKindShape>;

/** What somebody chose as the team's address. The adapter is kept too: its next address takes the place of this one. */
const pinShape = z.strictObject({
  adapter: z.string(),
  address: z.string(),
});
export type Pin = z.infer<typeof pinShape>;

const rankedAddressShape = z.strictObject({
  address: z.string().describe('"192.168.1.20"'),
  url: z.string().describe('"http://192.168.1.20:7420"'),
  adapter: z.string().describe('As the system calls it: "en0", "Ethernet 2".'),
  kind: adapterKindShape,
  label: z.string().describe('For a person: "Wi-Fi", "VPN (Tailscale)".'),
  subnet: z.string().describe('"192.168.1.0/24"'),
  is_default_route: z.boolean(),
  is_pinned: z.boolean(),
});
export type RankedAddress = z.infer<typeof rankedAddressShape>;

/** GET /console/network_settings. */
export const networkSettingsShape = z.strictObject({
  server_host: z.string().describe('A loopback address = this computer only, 0.0.0.0 = the whole network.'),
  server_port: z.number(),
  server_allowed_hosts: z.array(z.string()),
  rate_limit_per_minute: z.number().describe('Requests a minute and client; 0 = no limit.'),
  cors_enabled: z.boolean().describe('Whether pages of other origins may call the API, by key.'),
  team_address_pin: pinShape.nullable().describe("The team's address, where somebody chose it; null = the best one."),
  local_name_enabled: z
    .boolean()
    .describe('Whether the name in the local network is announced while others may connect.'),
  https_enabled: z.boolean(),
  https_port: z.number(),
});
export type NetworkSettings = z.infer<typeof networkSettingsShape>;

/** Who reached the server during the test, by its code. */
const reachedShape = z.strictObject({
  address: z.string().describe('"192.168.1.23"'),
  browser: z.string().describe('"Firefox on Android"'),
  at: z.number().describe('UNIX seconds.'),
});
export type Reached = z.infer<typeof reachedShape>;

/** A running test from a second device. */
const reachTestStateShape = z.strictObject({
  code: z.string().describe('Six digits.'),
  url: z.string().describe('Where the code is typed; with `?code=` it is in the link already.'),
  expires_at: z.number().describe('UNIX seconds.'),
  reached: reachedShape.nullable(),
});
export type ReachTestState = z.infer<typeof reachTestStateShape>;

/** Why others may not get here, each with what to do about it. */
const adviceShape = z.strictObject({
  kind: z.enum([
    'sharing_off',
    'not_listening',
    'no_network',
    'only_virtual',
    'firewall',
    'guest_network',
    'other_subnet',
    'host_fixed',
  ]),
  title: z.string(),
  text: z.string(),
  commands: z
    .array(
      z.strictObject({
        label: z.string(),
        command: z.string(),
      }),
    )
    .describe('Commands to be copied, each for one firewall or system.'),
});
export type Advice = z.infer<typeof adviceShape>;

const certificateStateShape = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  names: z.array(z.string()).describe('Names and addresses that it is for.'),
  valid_from: z.number().describe('UNIX seconds.'),
  valid_to: z.number(),
  fingerprint: z.string().describe('SHA-256, as "AB:CD:…".'),
  is_made_here: z.boolean(),
  missing_names: z.array(z.string()).describe('Addresses of this machine that it is not for: browsers warn of them.'),
  is_expired: z.boolean(),
  is_not_yet_valid: z.boolean().describe('Made while a clock was ahead.'),
});
export type CertificateState = z.infer<typeof certificateStateShape>;

const httpsStateShape = z.strictObject({
  enabled: z.boolean(),
  port: z.number(),
  url: z.string().nullable().describe('Where it answers; null while it is off or cannot.'),
  problem: z.string().nullable().describe('One sentence; null while all is well.'),
  certificate: certificateStateShape.nullable(),
});
export type HttpsState = z.infer<typeof httpsStateShape>;

const localNameStateShape = z.strictObject({
  enabled: z.boolean(),
  url: z.string().nullable().describe('"http://hearth.local:7420"; null while it is not announced.'),
  problem: z.string().nullable(),
});
export type LocalNameState = z.infer<typeof localNameStateShape>;

export const networkStateShape = z.strictObject({
  shared: z.boolean().describe('Whether others may connect.'),
  fixed: z
    .strictObject({
      host: z.boolean(),
      port: z.boolean(),
    })
    .describe('Set by a flag or the environment, so that it cannot be changed from here.'),
  port: z.number(),
  addresses: z
    .array(rankedAddressShape)
    .describe('Every address of this machine, the best for teammates first; also while it is not shared.'),
  chosen: rankedAddressShape.nullable().describe("The team's address; null while nobody else can connect."),
  local_url: z.string().describe('"http://127.0.0.1:7420"'),
  problem: z.string().nullable().describe('One sentence; null while every address can be listened on.'),
  changed: z
    .strictObject({
      from: z.string(),
      to: z.string(),
    })
    .nullable()
    .describe('The team was told another address, which is gone.'),
  local_name: localNameStateShape,
  https: httpsStateShape,
  reach_test: reachTestStateShape.nullable(),
  last_visit: z
    .strictObject({
      address: z.string(),
      at: z.number(),
    })
    .nullable()
    .describe("When somebody else's device last connected, and from where; UNIX seconds."),
  advice: z.array(adviceShape),
  clients_connected: z
    .number()
    .describe("Programs and browsers that wait for events, but for the desktop app's own window."),
  people_online: z.number(),
});
export type NetworkState = z.infer<typeof networkStateShape>;
