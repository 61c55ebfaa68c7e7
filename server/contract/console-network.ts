/**
 * The shapes of the server's place in the network (GET /console/network, services.network), which the console and the desktop
 * app show, and of its settings. Times are UNIX seconds.
 */

/** `lan` leads to the office; `hotspot`: others reach it who join this computer's own Wi-Fi; the others lead elsewhere. */
export type AdapterKind = 'lan' | 'hotspot' | 'vpn' | 'virtual' | 'link_local';

/** What somebody chose as the team's address. The adapter is kept too: its next address takes the place of this one. */
export interface Pin {
  adapter: string;
  address: string;
}

export interface RankedAddress {
  /** "192.168.1.20" */
  address: string;
  /** "http://192.168.1.20:7420" */
  url: string;
  /** As the system calls it: "en0", "Ethernet 2". */
  adapter: string;
  kind: AdapterKind;
  /** For a person: "Wi-Fi", "VPN (Tailscale)". */
  label: string;
  /** "192.168.1.0/24" */
  subnet: string;
  is_default_route: boolean;
  is_pinned: boolean;
}

/** GET /console/network_settings. */
export interface NetworkSettings {
  /** A loopback address = this computer only, 0.0.0.0 = the whole network. */
  server_host: string;
  server_port: number;
  server_allowed_hosts: string[];
  /** Requests a minute and client; 0 = no limit. */
  rate_limit_per_minute: number;
  /** The team's address, where somebody chose it; null = the best one. */
  team_address_pin: Pin | null;
  /** Whether the name in the local network is announced while others may connect. */
  local_name_enabled: boolean;
  https_enabled: boolean;
  https_port: number;
}

/** Who reached the server during the test, by its code. */
export interface Reached {
  /** "192.168.1.23" */
  address: string;
  /** "Firefox on Android" */
  browser: string;
  /** UNIX seconds. */
  at: number;
}

/** A running test from a second device. */
export interface ReachTestState {
  /** Six digits. */
  code: string;
  /** Where the code is typed; with `?code=` it is in the link already. */
  url: string;
  /** UNIX seconds. */
  expires_at: number;
  reached: Reached | null;
}

/** Why others may not get here, each with what to do about it. */
export interface Advice {
  kind:
    | 'sharing_off'
    | 'not_listening'
    | 'no_network'
    | 'only_virtual'
    | 'firewall'
    | 'guest_network'
    | 'other_subnet'
    | 'host_fixed';
  title: string;
  text: string;
  /** Commands to be copied, each for one firewall or system. */
  commands: { label: string; command: string }[];
}

export interface CertificateState {
  subject: string;
  issuer: string;
  /** Names and addresses that it is for. */
  names: string[];
  /** UNIX seconds. */
  valid_from: number;
  valid_to: number;
  /** SHA-256, as "AB:CD:…". */
  fingerprint: string;
  is_made_here: boolean;
  /** Addresses of this machine that it is not for: browsers warn of them. */
  missing_names: string[];
  is_expired: boolean;
}

export interface HttpsState {
  enabled: boolean;
  port: number;
  /** Where it answers; null while it is off or cannot. */
  url: string | null;
  /** One sentence; null while all is well. */
  problem: string | null;
  certificate: CertificateState | null;
}

export interface LocalNameState {
  enabled: boolean;
  /** "http://hearth.local:7420"; null while it is not announced. */
  url: string | null;
  problem: string | null;
}

export interface NetworkState {
  /** Whether others may connect. */
  shared: boolean;
  /** Set by a flag or the environment, so that it cannot be changed from here. */
  fixed: { host: boolean; port: boolean };
  port: number;
  /** Every address of this machine, the best for teammates first; also while it is not shared. */
  addresses: RankedAddress[];
  /** The team's address; null while nobody else can connect. */
  chosen: RankedAddress | null;
  /** "http://localhost:7420" */
  local_url: string;
  /** One sentence; null while every address can be listened on. */
  problem: string | null;
  /** The team was told another address, which is gone. */
  changed: { from: string; to: string } | null;
  local_name: LocalNameState;
  https: HttpsState;
  reach_test: ReachTestState | null;
  /** When somebody else's device last connected, and from where; UNIX seconds. */
  last_visit: { address: string; at: number } | null;
  advice: Advice[];
  /** Programs and browsers that wait for events, but for the desktop app's own window. */
  clients_connected: number;
  people_online: number;
}
