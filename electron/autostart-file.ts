/** Starting at login on Linux: a .desktop file in the autostart folder, as every desktop there reads it (XDG Autostart). */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { retryWhileHeldNow } from '../server/file-access.ts';

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
  if (!isOn) return retryWhileHeldNow(() => rmSync(path, { force: true }));
  mkdirSync(join(path, '..'), { recursive: true });
  write(path, autostartEntry(command));
}

/**
 * The program has moved since the file was written, as an AppImage does with an update: the entry leads to it again. An entry without a
 * program, as a power cut leaves it, is written again.
 */
export function renewAutostart(path: string, command: readonly string[]): void {
  if (!isAutostartOn(path)) return;
  const text = read(path);
  const renewed = /^Exec=/m.test(text)
    ? text.replace(/^TryExec=.*\n/m, '').replace(/^Exec=.*$/m, () => programLines(command).join('\n'))
    : autostartEntry(command);
  if (renewed !== text) write(path, renewed);
}

/** Also false when the desktop's own settings have switched it off, or when the file cannot be read. */
export function isAutostartOn(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(read(path));
  } catch {
    return false;
  }
}

const read = (path: string): string => retryWhileHeldNow(() => readFileSync(path, 'utf8'));
const write = (path: string, text: string): void => retryWhileHeldNow(() => writeFileSync(path, text));

/** Quoting of the Desktop Entry Specification: of the string, then of the argument; a % would stand for a file. */
function quoted(argument: string): string {
  const escaped = argument
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return /^[\w@+=:,./-]+$/.test(argument) ? argument : `"${escaped}"`;
}
