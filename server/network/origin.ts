/** The address that others read: in mails, in links of invitations, wherever a text leaves this computer. */
import { isIP } from 'node:net';
import { isLoopback } from './addresses.ts';
import { hostNameOf } from './host-check.ts';

/** What is known of the ways to this server. */
export interface Ways {
  isOwn(address: string): boolean;
  isGivenName(name: string): boolean;
  readonly isCertificateMadeHere: boolean;
  readonly teamOrigin: string | null;
}

/**
 * The address to put into what others will read elsewhere: the one the caller used, unless only some devices get there by it.
 * Then the team's own takes its place, while others may connect at all. The caller's is only a claim (the Host header): an
 * IP address counts when this machine has it or somebody gave it to the server, so that no mail leads to another machine.
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
