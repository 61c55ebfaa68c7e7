/** Network information of this machine: its adapters, and where the default route leaves. Injected, so that tests can have other machines. */
import { createSocket } from 'node:dgram';
import { hostname, networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

/** As os.networkInterfaces() gives them: by adapter, with one entry an address. */
export type Adapters = NodeJS.Dict<NetworkInterfaceInfo[]>;

export interface MachineNetwork {
  adapters(): Adapters;
  /** The address from which the default route leaves; null without a network. Never throws. */
  defaultRoute(): Promise<string | null>;
  hostName(): string;
}

export const systemNetwork: MachineNetwork = { adapters: networkInterfaces, defaultRoute, hostName: hostname };

/** An address for documentation (RFC 5737): it leads out, and no one has it. */
const outside = '203.0.113.1';
const limitMs = 1000;

/** Connecting a UDP socket sends nothing: the system only picks the route, and with it the address that we leave from. */
async function defaultRoute(): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (address: string | null): void => {
      clearTimeout(timer);
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      socket.close();
      resolve(address);
    };
    const timer = setTimeout(() => end(null), limitMs);
    socket.once('error', () => end(null));
    socket.once('connect', () => end(addressOf(socket)));
    socket.connect(9, outside);
  });
}

function addressOf(socket: ReturnType<typeof createSocket>): string | null {
  const { address } = socket.address();
  return address === '0.0.0.0' ? null : address;
}
