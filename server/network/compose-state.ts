/** Puts together what is shown of the network, from what is known of it. */
import type { HttpsState, NetworkSettings, NetworkState, RankedAddress } from '../contract/shapes/network.ts';
import { localOrigin, type ServerOptions } from '../options.ts';
import { phrase } from '../translation.ts';
import { isLoopback } from './addresses.ts';
import { adviceFor } from './advice.ts';
import type { KeptCertificate } from './certificate-files.ts';
import { describeCertificate } from './certificate.ts';
import type { FirewallName } from './firewall.ts';
import type { Listeners } from './listeners.ts';
import type { ReachTest } from './reach-test.ts';

export interface Facts {
  options: ServerOptions;
  /** null for a data folder without a server. */
  listeners: Listeners | null;
  settings: NetworkSettings | null;
  addresses: RankedAddress[];
  certificate: KeptCertificate | null;
  /** What the team was informed last: "http://192.168.1.20:7420"; '' = nothing yet. */
  known: string;
  reach: ReachTest | null;
  lastVisit: NetworkState['last_visit'];
  firewalls: readonly FirewallName[];
  /** Whether this machine has an IPv6 address that leads further than to the next switch. */
  hasIpv6: boolean;
}

/** All but the counts. */
export type Shown = Omit<NetworkState, 'clients_connected' | 'people_online'>;

export function composeState(facts: Facts): Shown {
  const { options, listeners, settings, known } = facts;
  const { chosen = null, reachable = [], localName } = listeners ?? {};
  const local = localOrigin(options);
  const isKnownGone = known !== '' && !reachable.some(({ url }) => url === known);
  const isNameEnabled = settings?.local_name_enabled ?? false;
  const state = {
    shared: !isLoopback(options.host),
    fixed: options.fixed,
    port: options.port,
    addresses: facts.addresses,
    chosen,
    local_url: local,
    problem: listeners?.problem ?? null,
    changed: chosen !== null && isKnownGone ? { from: known, to: chosen.url } : null,
    local_name: localName?.state(isNameEnabled, options.port) ?? { enabled: false, url: null, problem: null },
    https: httpsState(facts),
    reach_test: facts.reach?.state(chosen?.url ?? local) ?? null,
    last_visit: facts.lastVisit,
  };
  const machine = {
    platform: process.platform,
    program: process.execPath,
    firewalls: facts.firewalls,
    hasIpv6: facts.hasIpv6,
  };
  return { ...state, advice: adviceFor(state, machine) };
}

function httpsState({ options, listeners, settings, certificate }: Facts): HttpsState {
  const { chosen = null, reachable = [], https } = listeners ?? {};
  const enabled = settings?.https_enabled ?? false;
  const port = https?.port ?? null;
  const names = reachable.map(({ address }) => address);
  return {
    enabled,
    port: settings?.https_port ?? 0,
    url: port === null ? null : `https://${chosen?.address ?? 'localhost'}:${port}`,
    problem: enabled && certificate === null ? phrase('There is no certificate yet.') : (https?.problem ?? null),
    certificate: certificate && describeCertificate(certificate, names, options.clock()),
  };
}
