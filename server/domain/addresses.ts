/** The addresses under which this machine's server can be reached, the best one for teammates first. */
import { networkInterfaces } from 'node:os';

export interface Address {
  url: string;
  label: string;
  this_computer_only: boolean;
}

/** Names of adapters that lead to virtual machines, containers and VPNs, not to the office. */
const virtualAdapter = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|zt|tailscale|vEthernet|ham)/i;

/**
 * @param host the address the server listens on: 0.0.0.0 and :: mean every one.
 * @returns addresses that teammates can use; loopback alone when the server listens only there.
 */
export function reachableAddresses(host: string, port: number): Address[] {
  const onNetwork = host === '0.0.0.0' || host === '::';
  const local = { url: `http://localhost:${port}`, label: 'this computer', this_computer_only: true };
  if (!onNetwork)
    return isLoopback(host)
      ? [local]
      : [{ url: `http://${bracketed(host)}:${port}`, label: 'network', this_computer_only: false }];
  const found = Object.entries(networkInterfaces()).flatMap(([name, entries = []]) =>
    entries
      .filter((entry) => !entry.internal && entry.family === 'IPv4' && !entry.address.startsWith('169.254.'))
      .map((entry) => ({
        url: `http://${entry.address}:${port}`,
        label: name,
        this_computer_only: false,
        rank: virtualAdapter.test(name) ? 1 : 0,
      })),
  );
  const ranked = found.toSorted((a, b) => a.rank - b.rank).map(({ rank: _rank, ...address }) => address);
  return [...ranked, local];
}

/**
 * The address to put into what others will read elsewhere: the one the caller used, unless only this computer knows it.
 * @param origin "http://host:port" as the caller addressed the server.
 */
export function originForOthers(origin: string, { host, port }: { host: string; port: number }): string {
  if (!isLoopback(new URL(origin).hostname.replaceAll(/^\[|\]$/g, ''))) return origin;
  return reachableAddresses(host, port).find((address) => !address.this_computer_only)?.url ?? origin;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
