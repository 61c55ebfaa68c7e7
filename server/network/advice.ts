/** Plain words on why others may not get here, the likely reason first. Pure: it is informed what is known. */
import type { Advice, NetworkState } from '../contract/shapes/network.ts';
import { phrase } from '../translation.ts';
import { firewallCommands, type FirewallName } from './firewall.ts';

type Known = Pick<NetworkState, 'shared' | 'fixed' | 'port' | 'addresses' | 'chosen' | 'problem' | 'https'>;

interface Machine {
  platform: NodeJS.Platform;
  /** Path of the program that listens. */
  program: string;
  firewalls: readonly FirewallName[];
  /** Whether it has an IPv6 address that leads further than to the next switch. */
  hasIpv6: boolean;
}

export function adviceFor(known: Known, machine: Machine): Advice[] {
  const own = reasonHere(known, machine);
  if (own !== null) return [own];
  const { chosen, addresses, port, https } = known;
  const ports = https.url === null ? [port] : [port, https.port];
  const subnet = chosen?.subnet ?? null;
  const onlyVirtual = !addresses.some(({ kind }) => kind === 'lan');
  return [
    ...(onlyVirtual ? [virtualOnly] : []),
    {
      kind: 'firewall',
      title: phrase('The firewall of this computer'),
      text: firewallText[machine.platform] ?? firewallText.linux,
      commands: firewallCommands(machine, ports, subnet),
    },
    {
      kind: 'other_subnet',
      title: phrase('The other device is on another network'),
      text:
        subnet === null
          ? phrase(
              'Both have to be in the same network. The address of the other device has to fit that of this computer: compare it in its Wi-Fi settings, and turn off its mobile data and VPN for the test.',
            )
          : phrase(
              `Both have to be in the same network. The address of the other device has to fit ${subnet}: compare it in its Wi-Fi settings, and turn off its mobile data and VPN for the test.`,
            ),
      commands: [],
    },
    {
      kind: 'guest_network',
      title: phrase('A guest Wi-Fi, or a Wi-Fi that keeps devices apart'),
      text: phrase(
        'Guest networks let devices reach the internet, but not each other; in the router this is called client isolation or AP isolation. Use the main Wi-Fi on both, or turn isolation off in the router.',
      ),
      commands: [],
    },
  ];
}

const virtualOnly: Advice = {
  kind: 'only_virtual',
  title: phrase('This computer is not connected to the office network'),
  text: phrase(
    'Its addresses belong to a VPN or to virtual machines, which only those can reach. Connect it by Wi-Fi or cable.',
  ),
  commands: [],
};

const firewallText: Partial<Record<NodeJS.Platform, string>> & { linux: string } = {
  win32: phrase(
    'Windows asks once whether Hearth may be reached; if that was answered with no, or never shown, this rule lets others in. It holds for private networks only.',
  ),
  darwin: phrase(
    'If the firewall is on in System Settings, Network, Firewall, Hearth has to be allowed there, or by this command.',
  ),
  linux: phrase('If a firewall is on, it blocks other devices until the port is open.'),
};

/** What is wrong on this side, without anybody's test; null when nothing is. */
function reasonHere({ shared, fixed, addresses, chosen, problem, port }: Known, { hasIpv6 }: Machine): Advice | null {
  if (!shared)
    return {
      kind: fixed.host ? 'host_fixed' : 'sharing_off',
      title: phrase('Only this computer can reach Hearth'),
      text: fixed.host
        ? phrase(
            'The server was started with --host (or HEARTH_HOST) for this computer only. Start it without, or with --host 0.0.0.0.',
          )
        : phrase('Sharing is off. Turn it on, and others in the network can connect.'),
      commands: [],
    };
  if (problem !== null)
    return {
      kind: 'not_listening',
      title: phrase('Hearth cannot listen on the network'),
      text: phrase(`${problem} End the other program, or choose another port than ${port}.`),
      commands: [],
    };
  if (chosen === null && hasIpv6)
    return {
      kind: 'no_network',
      title: phrase('This network has IPv6 only'),
      text: phrase(
        `Teammates are given IPv4 addresses, such as 192.168.1.20: they are short, and stay. This computer has none now. Turn on DHCP for IPv4 in the router; or start the server with --host ::, and use http://[its IPv6 address]:${port}.`,
      ),
      commands: [],
    };
  if (chosen === null)
    return {
      kind: 'no_network',
      title: phrase('This computer is not connected to a network'),
      text:
        addresses.length === 0
          ? phrase(
              'It has no address that other devices can use. Connect it by Wi-Fi or cable. This page updates within seconds.',
            )
          : phrase('Its network gave it no address. Reconnect the cable or the Wi-Fi, or restart the router.'),
      commands: [],
    };
  return null;
}
