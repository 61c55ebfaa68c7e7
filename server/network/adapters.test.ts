/** The right one of many addresses: machines as they are, with what virtual machines, containers and VPNs leave behind. */
import { describe, expect, it } from 'vitest';
import type { Pin } from '../contract/shapes/network.ts';
import { adaptersOf } from '../testing/office.ts';
import { isIn, rankAddresses } from './adapters.ts';

interface Machine {
  /** By adapter, as the system lists them. */
  addresses: Record<string, string>;
  defaultRoute: string | null;
  macs?: Record<string, string>;
  pin?: Pin | null;
}

const ranked = ({ addresses, defaultRoute, macs, pin = null }: Machine) =>
  rankAddresses(adaptersOf(addresses, macs), { defaultRoute, pin, port: 7420 });
const labels = (machine: Machine): [string, string][] => ranked(machine).map(({ address, label }) => [address, label]);

describe('The team is shown the address of the office', () => {
  it('on Windows with Hyper-V, WSL, VirtualBox, VMware and a VPN', () => {
    const windows: Machine = {
      addresses: {
        'vEthernet (Default Switch)': '172.29.16.1',
        'vEthernet (WSL (Hyper-V firewall))': '172.20.0.1',
        'Ethernet 2': '192.168.56.1',
        'VMware Network Adapter VMnet1': '192.168.40.1',
        'VMware Network Adapter VMnet8': '192.168.216.1',
        'Local Area Connection* 2': '192.168.137.1',
        Tailscale: '100.101.7.9',
        'OpenVPN TAP-Windows6': '10.8.0.6',
        'Wi-Fi': '192.168.1.20',
        Ethernet: '169.254.12.7',
      },
      macs: { 'Ethernet 2': '0a:00:27:00:00:0c' },
      defaultRoute: '192.168.1.20',
    };
    expect(labels(windows)).toEqual([
      ['192.168.1.20', 'Wi-Fi'],
      ['192.168.137.1', "this computer's own Wi-Fi"],
      ['100.101.7.9', 'VPN (Tailscale)'],
      ['10.8.0.6', 'VPN'],
      ['172.29.16.1', 'virtual machines (Hyper-V, WSL)'],
      ['172.20.0.1', 'virtual machines (Hyper-V, WSL)'],
      ['192.168.56.1', 'virtual machines (VirtualBox)'],
      ['192.168.40.1', 'virtual machines (VMware)'],
      ['192.168.216.1', 'virtual machines (VMware)'],
      ['169.254.12.7', 'no address was given out'],
    ]);
  });

  it('on Windows whose own adapter has become a virtual switch', () => {
    const host: Machine = {
      addresses: { 'vEthernet (Default Switch)': '172.29.16.1', 'vEthernet (External)': '10.1.2.3' },
      defaultRoute: '10.1.2.3',
    };
    expect(labels(host)[0]).toEqual(['10.1.2.3', 'network (virtual switch)']);
  });

  it('on macOS with a VPN that takes all traffic, Parallels and shared internet', () => {
    const mac: Machine = {
      addresses: {
        utun4: '10.6.0.2',
        bridge100: '192.168.64.1',
        vnic0: '10.211.55.2',
        en0: '192.168.178.31',
        awdl0: '169.254.3.3',
      },
      defaultRoute: '10.6.0.2',
    };
    expect(labels(mac).map(([address]) => address)).toEqual([
      '192.168.178.31',
      '10.6.0.2',
      '192.168.64.1',
      '10.211.55.2',
      '169.254.3.3',
    ]);
    expect(ranked(mac)[1]).toMatchObject({ kind: 'vpn', is_default_route: true });
  });

  it('on Linux with Docker, libvirt, WireGuard, ZeroTier and Tailscale; of cable and Wi-Fi, where the default route is', () => {
    const linux: Machine = {
      addresses: {
        docker0: '172.17.0.1',
        'br-5f2e9c1ab0d4': '172.18.0.1',
        virbr0: '192.168.122.1',
        wg0: '10.9.0.2',
        zt5u4y6ejv: '10.147.17.4',
        tailscale0: '100.64.0.9',
        wlp3s0: '192.168.1.44',
        enp0s31f6: '192.168.1.43',
      },
      defaultRoute: '192.168.1.43',
    };
    expect(labels(linux)).toEqual([
      ['192.168.1.43', 'cable'],
      ['192.168.1.44', 'Wi-Fi'],
      ['10.9.0.2', 'VPN (WireGuard)'],
      ['10.147.17.4', 'VPN (ZeroTier)'],
      ['100.64.0.9', 'VPN (Tailscale)'],
      ['172.17.0.1', 'containers (Docker)'],
      ['172.18.0.1', 'containers (Docker)'],
      ['192.168.122.1', 'virtual machines'],
    ]);
  });

  it('on a Linux server whose office is behind a bridge of its own', () => {
    expect(labels({ addresses: { docker0: '172.17.0.1', br0: '10.0.0.5' }, defaultRoute: '10.0.0.5' })[0]).toEqual([
      '10.0.0.5',
      'network',
    ]);
  });

  it('in a network without a way out', () => {
    expect(labels({ addresses: { docker0: '172.17.0.1', eth0: '192.168.0.2' }, defaultRoute: null })[0]?.[0]).toBe(
      '192.168.0.2',
    );
    expect(ranked({ addresses: {}, defaultRoute: null })).toEqual([]);
  });
});

describe('An address that someone chose', () => {
  const addresses = { en0: '192.168.1.20', en5: '10.0.0.7' };

  it('comes first, and keeps its place when its adapter gets another', () => {
    const pin = { adapter: 'en5', address: '10.0.0.7' };
    expect(ranked({ addresses, defaultRoute: '192.168.1.20', pin })[0]).toMatchObject({
      address: '10.0.0.7',
      is_pinned: true,
    });
    const renewed = ranked({ addresses: { ...addresses, en5: '10.0.0.99' }, defaultRoute: '192.168.1.20', pin });
    expect(renewed[0]).toMatchObject({ address: '10.0.0.99', is_pinned: true });
  });

  it('is not used while its adapter is gone or has no address', () => {
    const pin = { adapter: 'en5', address: '10.0.0.7' };
    expect(ranked({ addresses: { en0: '192.168.1.20' }, defaultRoute: null, pin })[0]?.is_pinned).toBe(false);
    const lost = ranked({ addresses: { ...addresses, en5: '169.254.1.1' }, defaultRoute: null, pin });
    expect(lost[0]).toMatchObject({ address: '192.168.1.20', is_pinned: false });
  });
});

describe('A network', () => {
  it('knows which addresses are in it', () => {
    expect(ranked({ addresses: { en0: '192.168.1.20' }, defaultRoute: null })[0]?.subnet).toBe('192.168.1.0/24');
    expect(isIn('192.168.1.0/24', '192.168.1.255')).toBe(true);
    expect(isIn('192.168.1.0/24', '192.168.2.1')).toBe(false);
    expect(isIn('100.64.0.0/10', '100.127.255.254')).toBe(true);
    expect(isIn('0.0.0.0/0', '8.8.8.8')).toBe(true);
  });
});
