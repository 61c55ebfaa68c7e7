/** Commands with an administrator's rights: each system asks the person in its own dialog. */
import type { ServiceCommand } from '../server/service/command.ts';
import { posixQuoted, windowsQuoted } from '../server/shell-words.ts';

/**
 * @param systemRoot folder of Windows.
 * @returns the command that asks for the rights and runs `command` with them.
 */
export function elevated(
  command: ServiceCommand,
  platform: NodeJS.Platform,
  systemRoot = String.raw`C:\Windows`,
): ServiceCommand {
  if (platform === 'darwin') {
    const script = `do shell script ${appleQuoted(command.map(posixQuoted).join(' '))} with administrator privileges`;
    return ['/usr/bin/osascript', '-e', script];
  }
  if (platform === 'win32') {
    const [program, ...args] = command;
    const list = args.map((word) => powerShellQuoted(windowsQuoted(word))).join(',');
    const start = `Start-Process -Verb RunAs -WindowStyle Hidden -Wait -PassThru -FilePath ${powerShellQuoted(program)} -ArgumentList ${list}`;
    const powerShell = `${systemRoot}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`;
    return [powerShell, '-NoProfile', '-NonInteractive', '-Command', `exit (${start}).ExitCode`];
  }
  return ['pkexec', ...command];
}

/** A text of AppleScript. */
const appleQuoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
/** A literal text of PowerShell. */
const powerShellQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
