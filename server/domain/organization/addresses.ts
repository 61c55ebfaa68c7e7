/** The address that others read: in mails, in links of invitations, wherever a text leaves this computer. */
import { isIP } from 'node:net';
import { hostNameOf } from '../../http/host-check.ts';
import { isLoopback } from '../../http/hosts.ts';
import { ownOrigin, type SystemViewing } from '../acting.ts';

/**
 * The address to put into what others will read elsewhere: the one the caller used, unless only some devices get there by it.
 * Then the team's own takes its place, while others may connect at all. The caller's is only a claim (the Host header): an
 * IP address counts when this machine has it or somebody gave it to the server, so that no mail leads to another machine.
 * @returns an origin such as "http://192.168.1.20:7420".
 */
export function originForOthers({ origin, services }: Pick<SystemViewing, 'origin' | 'services'>): string {
  const { network } = services;
  const { host, protocol } = new URL(origin);
  const name = hostNameOf(host);
  const isOwnAddress = isIP(name) !== 0 && !isLoopback(name) && network.isOwn(name);
  const makesBrowsersWarn = protocol === 'https:' && network.isCertificateMadeHere;
  if ((isOwnAddress || network.isGivenName(name)) && !makesBrowsersWarn) return origin;
  if (network.teamOrigin !== null) return network.teamOrigin;
  // Names have passed the check of hosts, and loopback leads nowhere else.
  return isIP(name) === 0 || isLoopback(name) || isOwnAddress ? origin : ownOrigin(services);
}

/** Where an invited person goes. @param key of the invitation. */
export const joinUrl = (viewing: Pick<SystemViewing, 'origin' | 'services'>, key: string): string =>
  `${originForOthers(viewing)}/join/${key}`;
