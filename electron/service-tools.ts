/** Requirements of the service on this computer: Node, the account, the system's way of asking for rights. */
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { runCommand } from '../server/service/command.ts';
import { elevated } from './elevated.ts';
import type { ServiceTools } from './service-control.ts';
import { t } from './texts.ts';

/** A person may take their time to type a password, in milliseconds. */
const limitMs = 300_000;

/** @param entry the server's command line, as a file outside the archive. */
export function serviceTools(entry: string): ServiceTools {
  const node = nodeProgram();
  return {
    whyNot: whyNot(node),
    command: [node ?? '', entry],
    user: accountName(),
    elevate: (command) => elevated(command, process.platform, process.env['SystemRoot']),
    run: (command) => runCommand(command, limitMs),
  };
}

/** Electron itself cannot run a script (its fuse is off): the app brings Node, and a checkout was started by it. */
function nodeProgram(): string | null {
  const program = app.isPackaged
    ? join(process.resourcesPath, process.platform === 'win32' ? 'node.exe' : 'node')
    : (process.env['HEARTH_NODE'] ?? '');
  return existsSync(program) ? program : null;
}

function whyNot(node: string | null): string | null {
  if (process.env['APPIMAGE'] !== undefined)
    return t('An AppImage has no fixed location. Install the .deb or .rpm package instead.');
  if (process.platform === 'linux' && !existsSync('/run/systemd/system')) return t('This system does not use systemd.');
  return node === null ? t('This app was started without Node. Use "npm start" or install the app.') : null;
}

function accountName(): string {
  const { username } = userInfo();
  return process.platform === 'win32' ? `${process.env['USERDOMAIN'] ?? '.'}\\${username}` : username;
}
