/** Tray support of this desktop: on Linux a program of the desktop has to (docs/api/tray, StatusNotifierItem). */
import { spawnSync } from 'node:child_process';

const limitMs = 2000;
const question = [
  'call',
  '--session',
  '--dest=org.kde.StatusNotifierWatcher',
  '--object-path=/StatusNotifierWatcher',
  '--method=org.freedesktop.DBus.Properties.Get',
  'org.kde.StatusNotifierWatcher',
  'IsStatusNotifierHostRegistered',
];

/** A desktop without the watcher has no tray: GNOME without an extension. Without an answer there is none. */
export function hasTray(platform: NodeJS.Platform = process.platform): boolean {
  if (platform !== 'linux') return true;
  const { status, stdout } = spawnSync('gdbus', question, { encoding: 'utf8', timeout: limitMs });
  return status === 0 && stdout.includes('true');
}
