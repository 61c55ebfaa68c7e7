/** Origins: the one that others read, wherever a text leaves this computer, and those that lead to this server. */
import { isIP } from 'node:net';
import { isLoopback } from './addresses.ts';
import { hostNameOf, isKnownHost } from './host-check.ts';

/** What is known of the ways to this server. */
export interface Ways {
  isOwn(address: string): boolean;
  isGivenName(name: string): boolean;
  readonly isCertificateMadeHere: boolean;
  readonly teamOrigin: string | null;
  /** Beside the machine's own. */
  readonly names: readonly string[];
}

/**
 * The address to put into what others will read elsewhere: the one the caller used, unless only some devices get there by it.
 * Then the team's own takes its place, while others may connect at all. The caller's is only a claim (the Host header): an
 * IP address counts when this machine has it or someone gave it to the server, so that no mail leads to another machine.
 * @param usual what links made outside a request start with.
 * @returns an origin such as "http://192.168.1.20:7420".
 */
export function originForOthers(origin: string, network: Ways, usual: string): string {
  const { host, protocol } = new URL(origin);
  const name = hostNameOf(host);
  const isOwnAddress = isIP(name) !== 0 && !isLoopback(name) && network.isOwn(name);
  const makesBrowsersWarn = protocol === 'https:' && network.isCertificateMadeHere;
  if ((isOwnAddress || network.isGivenName(name)) && !makesBrowsersWarn) return origin;
  if (network.teamOrigin !== null) return network.teamOrigin;
  // Names have passed the check of hosts, and loopback leads nowhere else.
  return isIP(name) === 0 || isLoopback(name) || isOwnAddress ? origin : usual;
}

/**
 * Whether an origin leads to this server. Another port of this machine may be another Hearth; only a name that someone gave
 * the server may stand without one, for a proxy before it.
 */
export function isOwnOrigin(origin: string, network: Ways, ports: readonly number[]): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, port, protocol } = new URL(origin);
  const name = hostNameOf(host);
  if (port === '' && network.isGivenName(name)) return true;
  if (!ports.includes(Number(port) || (protocol === 'https:' ? 443 : 80))) return false;
  return isIP(name) === 0 ? isKnownHost(host, network.names) : network.isOwn(name);
}
