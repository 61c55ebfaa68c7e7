/**
 * Keeps requests that users cause (webhooks, push, link previews) away from this machine and the local network, unless the organization
 * allows it. Names are resolved and every address is checked, again at the moment of connecting, so that a name
 * cannot point elsewhere in between. Redirects are never followed here; a caller that follows one checks its address like the first.
 */
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';

/** Not reachable from the internet, or with a special meaning (IANA special-purpose registries). */
const privateNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Also the old way to write an IPv4 address into an IPv6 one.
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** Whether what a delivery met is the refusal of a private address, which the settings can lift. */
export const isPrivateRefusal = (error: string): boolean => / leads to a private address \([\d.:a-f]+\); /.test(error);

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export interface NetworkGuard {
  /** @throws AddressRefused when the address is not http(s), or leads to a network that is not allowed. */
  check(url: URL): Promise<void>;
  /** For undici: connects only to addresses that pass. */
  dispatcher: Agent;
}

/** Reads "192.168.0.0/16"; a bare address stands for itself. @throws Error for anything else. */
export function parseNetwork(network: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } {
  const [address = '', bits] = network.trim().split('/');
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : Number(bits);
  if (version === 0 || !/^\d{1,3}$/.test(bits ?? '0') || prefix > longest) throw new Error(`Not a network: ${network}`);
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** @param allowed networks that are allowed although private, e.g. ["192.168.0.0/16"]. */
export async function makeNetworkGuard(allowed: readonly string[]): Promise<NetworkGuard> {
  // Loaded when something is sent for the first time, not at every start.
  const undici = await import('undici');
  const refused = blockList(privateNetworks);
  const excepted = blockList(allowed);

  const checkAddress = (address: string, host: string): void => {
    const plain = withoutMapping(address);
    const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
    if (refused.check(plain, family) && !excepted.check(plain, family)) {
      throw new AddressRefused(
        `${host} leads to a private address (${plain}); the organization's settings do not allow that.`,
      );
    }
  };

  const guardedLookup: LookupFunction = (host, options, callback) => {
    lookup(host, { ...options, all: true } as LookupOptions & { all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      try {
        for (const { address } of addresses) checkAddress(address, host);
      } catch (refusal) {
        return callback(refusal as NodeJS.ErrnoException, '', 0);
      }
      return answerLookup(options.all === true, addresses, callback);
    });
  };

  return {
    async check(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new AddressRefused('Only http and https addresses can be called.');
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      // A literal address is connected to without any look-up, so it is checked here.
      if (isIP(host) !== 0) return checkAddress(host, host);
      await new Promise<void>((resolve, reject) =>
        guardedLookup(host, { all: true }, (error) => (error ? reject(error) : resolve())),
      );
    },
    dispatcher: new undici.Agent({
      connect: { lookup: guardedLookup, timeout: 10_000 },
      headersTimeout: 15_000,
      bodyTimeout: 15_000,
      keepAliveTimeout: 1000,
      maxRedirections: 0,
    } as Agent.Options),
  };
}

function answerLookup(all: boolean, addresses: LookupAddress[], callback: Parameters<LookupFunction>[2]): void {
  const [first] = addresses;
  if (first === undefined) callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
  else if (all) callback(null, addresses);
  else callback(null, first.address, first.family);
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const { address, prefix, family } = parseNetwork(network);
    list.addSubnet(address, prefix, family);
  }
  return list;
}

/** ::ffff:10.0.0.1 is 10.0.0.1 by another name, also when written in hexadecimal. */
function withoutMapping(address: string): string {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (hex === null) return address;
  const [high, low] = [Number.parseInt(hex[1] ?? '', 16), Number.parseInt(hex[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
