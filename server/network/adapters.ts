/**
 * Office address of this machine: every IPv4 address named, labelled and ranked. Not those of IPv6: an
 * adapter has several, they change on their own every day, and no one types them. Pure: it is informed what adapters there are and
 * which address the default route leaves from.
 */
import type { NetworkInterfaceInfo } from 'node:os';
import type { AdapterKind, Pin, RankedAddress } from '../contract/shapes/network.ts';
import type { Adapters } from '../machine-network.ts';
import { phrase } from '../translation.ts';

type Naming = readonly [kind: AdapterKind, label: string, name: RegExp];

/** The first that fits names the adapter. Names are those of Linux, macOS and Windows, there also as translated. */
const namings: readonly Naming[] = [
  ['virtual', phrase('virtual machines (VMware)'), /^vmnet\d|vmware/i],
  ['virtual', phrase('virtual machines (VirtualBox)'), /^vboxnet\d|virtualbox/i],
  ['virtual', phrase('virtual machines (Hyper-V, WSL)'), /^vEthernet|hyper-v|\bwsl\b/i],
  ['virtual', phrase('virtual machines (Parallels)'), /^vnic\d|parallels/i],
  ['virtual', phrase('virtual machines'), /^(virbr|bridge1\d\d)/i],
  ['virtual', phrase('containers (Docker)'), /^(docker|br-[0-9a-f]|veth)|docker/i],
  ['virtual', phrase('containers'), /^(podman|cni|flannel|cali|lxc|lxd|kube|cilium)/i],
  ['vpn', 'VPN (Tailscale)', /^(tailscale|ts)\d|tailscale/i],
  ['vpn', 'VPN (ZeroTier)', /^zt\w{8}|zerotier/i],
  ['vpn', 'VPN (WireGuard)', /^wg\d|wireguard|nordlynx/i],
  ['vpn', 'VPN', /^(utun|tun|tap|ppp|ipsec|gpd|cscotun|ham)\d|vpn|hamachi|anyconnect|\bTAP-|fortinet|globalprotect/i],
  // Windows numbers the adapters of its own hotspot with a star: "Local Area Connection* 2".
  ['hotspot', phrase("this computer's own Wi-Fi"), /\* ?\d+$|^ap\d/],
  ['lan', phrase('Wi-Fi'), /^(wl|wifi|wi-fi|airport)|wireless|wlan/i],
  ['lan', phrase('cable'), /^(eth|en[opsx])\w|ethernet/i],
];

/** First bytes of adapters that virtual machine programs put into the host, where Windows lets people rename them. */
const hostAdapters: readonly (readonly [label: string, mac: RegExp])[] = [
  [phrase('virtual machines (VMware)'), /^00:50:56:c0:00:/i],
  [phrase('virtual machines (VirtualBox)'), /^0a:00:27:00:00:/i],
];

/** What comes first is the better address; within one kind the default route decides. */
const ranks: Record<AdapterKind, number> = { lan: 0, hotspot: 1, vpn: 2, virtual: 3, link_local: 4 };

/**
 * @param defaultRoute the address from which the default route leaves; null when there is none.
 * @returns the address for teammates first; none when the machine is in no network.
 */
export function rankAddresses(
  adapters: Adapters,
  { defaultRoute, pin, port }: { defaultRoute: string | null; pin: Pin | null; port: number },
): RankedAddress[] {
  const found = Object.entries(adapters).flatMap(([adapter, entries = []]) =>
    entries
      .filter((entry) => !entry.internal && entry.family === 'IPv4')
      .map((entry): RankedAddress => {
        const isDefaultRoute = entry.address === defaultRoute;
        const { kind, label } = nameOf(adapter, entry, isDefaultRoute);
        return {
          address: entry.address,
          url: `http://${entry.address}:${port}`,
          adapter,
          kind,
          label,
          subnet: subnetOf(entry),
          is_default_route: isDefaultRoute,
          is_pinned: false,
        };
      }),
  );
  const pinned = pin === null ? undefined : pinnedOf(found, pin);
  if (pinned !== undefined) pinned.is_pinned = true;
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Whether there is an IPv6 address that leads further than to the next switch. */
export function hasIpv6(adapters: Adapters): boolean {
  return Object.values(adapters).some((entries) =>
    entries?.some((entry) => entry.family === 'IPv6' && !entry.internal && entry.scopeid === 0),
  );
}

function nameOf(
  adapter: string,
  { address, mac }: NetworkInterfaceInfo,
  isDefaultRoute: boolean,
): { kind: AdapterKind; label: string } {
  if (address.startsWith('169.254.')) return { kind: 'link_local', label: phrase('no address was given out') };
  const host = hostAdapters.find(([, pattern]) => pattern.test(mac));
  if (host !== undefined) return { kind: 'virtual', label: host[0] };
  const [kind, label] = namings.find(([, , name]) => name.test(adapter)) ?? ['lan', phrase('network')];
  // A virtual switch that leads outside has taken the place of the machine's own adapter: the office is behind it.
  if (kind === 'virtual' && isDefaultRoute) return { kind: 'lan', label: phrase('network (virtual switch)') };
  // Tailscale's range, whatever its adapter is called.
  if (kind === 'vpn' && isIn('100.64.0.0/10', address)) return { kind, label: 'VPN (Tailscale)' };
  return { kind, label };
}

function rankOf({ kind, is_default_route: isDefaultRoute, is_pinned: isPinned }: RankedAddress): number {
  return isPinned ? -1 : ranks[kind] * 2 + (isDefaultRoute ? 0 : 1);
}

/** The pinned address itself, or, when that is gone, what its adapter has now. */
function pinnedOf(found: readonly RankedAddress[], pin: Pin): RankedAddress | undefined {
  return (
    found.find(({ address }) => address === pin.address) ??
    found.find(({ adapter, kind }) => adapter === pin.adapter && kind !== 'link_local')
  );
}

function subnetOf({ address, cidr }: NetworkInterfaceInfo): string {
  const bits = Number(cidr?.split('/')[1] ?? 32);
  return `${textOf(maskTo(numberOf(address), bits))}/${bits}`;
}

/** @param subnet "192.168.1.0/24". @returns whether an IPv4 address is in it. */
export function isIn(subnet: string, address: string): boolean {
  const [base = '', bits = '32'] = subnet.split('/');
  return maskTo(numberOf(address), Number(bits)) === maskTo(numberOf(base), Number(bits));
}

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const maskTo = (address: number, bits: number): number => address - (address % 2 ** (32 - bits));
const textOf = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
