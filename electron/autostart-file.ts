/** Starting at login on Linux: a .desktop file in the autostart folder, as every desktop there reads it (XDG Autostart). */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param configHome XDG_CONFIG_HOME, or ~/.config. */
export const autostartPath = (configHome: string): string => join(configHome, 'autostart', 'hearth.desktop');

/** @param command the program and its arguments. */
export function autostartEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Hearth',
    "Comment=The team's chat server",
    ...programLines(command),
    'Icon=hearth',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** With TryExec a desktop leaves out the entry of a program that was uninstalled. */
const programLines = (command: readonly string[]): string[] => [
  `TryExec=${(command[0] ?? '').replaceAll('\\', '\\\\')}`,
  `Exec=${command.map(quoted).join(' ')}`,
];

/** Writes the file, or takes it away. */
export function setAutostart(path: string, command: readonly string[], isOn: boolean): void {
  if (!isOn) return rmSync(path, { force: true });
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, autostartEntry(command));
}

/** The program has moved since the file was written, as an AppImage does with an update: the entry leads to it again. */
export function renewAutostart(path: string, command: readonly string[]): void {
  if (!isAutostartOn(path)) return;
  const text = readFileSync(path, 'utf8');
  const renewed = text.replace(/^TryExec=.*\n/m, '').replace(/^Exec=.*$/m, () => programLines(command).join('\n'));
  if (renewed !== text) writeFileSync(path, renewed);
}

/** Also false when the desktop's own settings have switched it off. */
export function isAutostartOn(path: string): boolean {
  if (!existsSync(path)) return false;
  const text = readFileSync(path, 'utf8');
  return !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(text);
}

/** Quoting of the Desktop Entry Specification: of the string, then of the argument; a % would stand for a file. */
function quoted(argument: string): string {
  const escaped = argument
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return /^[\w@+=:,./-]+$/.test(argument) ? argument : `"${escaped}"`;
}
