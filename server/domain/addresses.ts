/** The address that others read: in mails, in links of invitations, wherever a text leaves this computer. */
import { isIP } from 'node:net';
import { hostNameOf } from '../http/host-check.ts';
import { isEverywhere, isLoopback } from '../http/hosts.ts';
import type { SystemViewing } from './acting.ts';

/**
 * The address to put into what others will read elsewhere: the one the caller used, unless only some devices get there by it.
 * Then the team's own takes its place, while others may connect at all.
 * @returns an origin such as "http://192.168.1.20:7420".
 */
export function originForOthers({ origin, services: { network } }: Pick<SystemViewing, 'origin' | 'services'>): string {
  const { host, protocol } = new URL(origin);
  const name = hostNameOf(host);
  // An IP address says where; of names, only those that somebody gave the server on purpose are known everywhere.
  const isForAll = isIP(name) === 0 ? network.isGivenName(name) : !isLoopback(name) && !isEverywhere(name);
  const makesBrowsersWarn = protocol === 'https:' && network.isCertificateMadeHere;
  return isForAll && !makesBrowsersWarn ? origin : (network.teamOrigin ?? origin);
}

/** Where an invited person goes. @param key of the invitation. */
export const joinUrl = (viewing: Pick<SystemViewing, 'origin' | 'services'>, key: string): string =>
  `${originForOthers(viewing)}/join/${key}`;
