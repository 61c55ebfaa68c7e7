/** Firewalls that may stand before the port, and the command that opens it for the office and no one else. */
import { readFile, stat } from 'node:fs/promises';
import { phrase } from '../translation.ts';

export type FirewallName = 'windows' | 'macos' | 'ufw' | 'firewalld';

export interface FirewallCommand {
  label: string;
  command: string;
}

/** Those that are on or usual on this machine, as far as it can be seen without asking for rights. Never throws. */
export async function firewallsHere(platform: NodeJS.Platform = process.platform): Promise<FirewallName[]> {
  if (platform === 'win32') return ['windows'];
  if (platform === 'darwin') return ['macos'];
  const ufw = await readFile('/etc/ufw/ufw.conf', 'utf8').catch(() => '');
  const firewalld = await stat('/run/firewalld').then(
    () => true,
    () => false,
  );
  return [...(/^ENABLED=yes/im.test(ufw) ? ['ufw' as const] : []), ...(firewalld ? ['firewalld' as const] : [])];
}

/**
 * @param ports that others connect to.
 * @param subnet of the team's address, "192.168.1.0/24", where a rule can be limited to it.
 * @returns commands for an administrator of the machine, the likely one first.
 */
export function firewallCommands(
  { platform, program, firewalls }: { platform: NodeJS.Platform; program: string; firewalls: readonly FirewallName[] },
  ports: readonly number[],
  subnet: string | null,
): FirewallCommand[] {
  const list = ports.join(',');
  if (platform === 'win32')
    return [
      {
        label: phrase('PowerShell as administrator'),
        command: `New-NetFirewallRule -DisplayName "Hearth" -Direction Inbound -Action Allow -Protocol TCP -LocalPort ${list} -Profile Private`,
      },
      {
        label: phrase('Command prompt as administrator'),
        command: `netsh advfirewall firewall add rule name="Hearth" dir=in action=allow protocol=TCP localport=${list} profile=private`,
      },
      {
        label: phrase('If the network is marked as public: mark it as private (PowerShell as administrator)'),
        command: 'Get-NetConnectionProfile | Set-NetConnectionProfile -NetworkCategory Private',
      },
    ];
  if (platform === 'darwin')
    return [
      {
        label: phrase('Terminal'),
        command: `sudo /usr/libexec/ApplicationFirewall/socketfilterfw --add "${program}" --unblockapp "${program}"`,
      },
    ];
  const from = subnet === null ? '' : ` from ${subnet}`;
  const known: Record<'ufw' | 'firewalld', FirewallCommand> = {
    ufw: {
      label: 'ufw (Ubuntu, Debian, Mint)',
      command: ports.map((port) => `sudo ufw allow proto tcp${from || ' from any'} to any port ${port}`).join(' && '),
    },
    firewalld: {
      label: 'firewalld (Fedora, RHEL, openSUSE)',
      command: `${ports.map((port) => `sudo firewall-cmd --permanent --add-port=${port}/tcp`).join(' && ')} && sudo firewall-cmd --reload`,
    },
  };
  const first = firewalls.filter((name) => name === 'ufw' || name === 'firewalld');
  return (first.length > 0 ? first : (['ufw', 'firewalld'] as const)).map((name) => known[name]);
}
