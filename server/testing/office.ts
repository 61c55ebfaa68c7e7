/** A machine in an office, for tests: adapters that come and go, with an address that can really be listened on. */
import { createServer } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import type { Adapters, MachineNetwork } from '../machine-network.ts';

/** An address that this machine has and that is not the usual loopback; the second is another where there is one. */
export const officeAddress = await firstThatListens(['127.0.0.2', ...realAddresses()]);
export const otherAddress = await firstThatListens(['127.0.0.3', ...realAddresses()]);

export class TestMachine implements MachineNetwork {
  #adapters: Adapters;
  #defaultRoute: string | null;

  constructor(addresses: Record<string, string> = { Ethernet: officeAddress }) {
    this.#adapters = adaptersOf(addresses);
    this.#defaultRoute = Object.values(addresses)[0] ?? null;
  }

  adapters(): Adapters {
    return this.#adapters;
  }

  async defaultRoute(): Promise<string | null> {
    return Promise.resolve(this.#defaultRoute);
  }

  hostName(): string {
    return 'Frontdesk';
  }

  /** Puts other adapters in; the first one has the default route. */
  becomes(addresses: Record<string, string>): void {
    this.#adapters = adaptersOf(addresses);
    this.#defaultRoute = Object.values(addresses)[0] ?? null;
  }
}

/** One address an adapter, in networks of 256. @param macs by adapter, where they matter. */
export function adaptersOf(addresses: Record<string, string>, macs: Record<string, string> = {}): Adapters {
  const loopback = entryOf('127.0.0.1', '00:00:00:00:00:00', true);
  const others = Object.entries(addresses).map(([name, address]) => [
    name,
    [entryOf(address, macs[name] ?? 'a4:83:e7:00:00:01', false)],
  ]);
  return { lo: [loopback], ...(Object.fromEntries(others) as Adapters) };
}

function entryOf(address: string, mac: string, internal: boolean): NetworkInterfaceInfo {
  if (address.includes(':'))
    // Those of the link alone name their adapter.
    return {
      address,
      mac,
      internal,
      family: 'IPv6',
      netmask: 'ffff:ffff:ffff:ffff::',
      cidr: `${address}/64`,
      scopeid: address.startsWith('fe80:') ? 2 : 0,
    };
  return { address, mac, internal, family: 'IPv4', netmask: '255.255.255.0', cidr: `${address}/24` };
}

function realAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flat()
    .flatMap((entry) => (entry !== undefined && entry.family === 'IPv4' && !entry.internal ? [entry.address] : []));
}

async function firstThatListens(addresses: readonly string[]): Promise<string> {
  for (const address of addresses) {
    const server = createServer();
    const worked = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(0, address, () => resolve(true));
    });
    if (worked) return new Promise((resolve) => void server.close(() => resolve(address)));
  }
  throw new Error('this machine has no address beside 127.0.0.1');
}
