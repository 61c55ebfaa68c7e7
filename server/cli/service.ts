/** `service`: starts Hearth with the computer, before anyone signs in. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { accountOf, homeOf, makeFolderFor, type Account } from '../service/accounts.ts';
import { carryOut, serviceManager } from '../service/carry-out.ts';
import { runCommand } from '../service/command.ts';
import type { ServiceManager, ServicePlan } from '../service/definition.ts';
import { refuseOldCopy } from '../storage/moved-note.ts';
import type { Command } from './command.ts';
import { ofError, t } from './language.ts';
import { dataDirFlag, dataDirOf, defaultDataDir, serverFlags, type Flags } from './settings.ts';
import { UsageError } from './usage.ts';

type Print = (line: string) => void;

/** Flags of `serve` that a service may be given. */
const passedOn = Object.entries(serverFlags).filter(([flag]) => flag !== 'data-dir');

export const service: Command = {
  summary: () => t('start the server with the computer, before anyone signs in'),
  actions: {
    install: () => t('writes and starts the service'),
    remove: () => t('stops and removes it; the data stays'),
    status: () => t('says whether it is installed and running'),
    start: () => t('starts it'),
  },
  options: {
    ...dataDirFlag,
    user: {
      type: 'string',
      help: () => t('account that the server runs as (default: the one that owns the data folder)'),
    },
    json: { type: 'boolean', help: () => t('with status: as JSON, for a program') },
    print: {
      type: 'boolean',
      help: () => t('with install or remove: shows the files and commands, and changes nothing'),
    },
    ...Object.fromEntries(passedOn),
  },
  async run(flags, print) {
    const manager = serviceManager(process.platform, process.env['SystemRoot']);
    if (manager === undefined) throw new UsageError(`Hearth cannot install a service on ${process.platform}.`);
    switch (flags['action']) {
      case 'install':
        return install(manager, flags, print);
      case 'remove':
        return remove(manager, flags, print);
      case 'start':
        checkRights(manager, 'start');
        await carryOut({ before: [], write: [], remove: [], after: [manager.start()] });
        return print(t('Hearth is starting.'));
      default:
        return printStatus(manager, flags['json'] === true, print);
    }
  },
};

async function install(manager: ServiceManager, flags: Flags, print: Print): Promise<void> {
  const dataDir = resolve(dataDirOf(flags, usualDataDir(flags)));
  await refuseOldCopy(dataDir);
  const account = accountFor(flags, dataDir);
  const given = passedOn.flatMap(([flag]) => (typeof flags[flag] === 'string' ? [`--${flag}`, flags[flag]] : []));
  const entry = programEntry();
  const plan = manager.install({ program: process.execPath, entry, dataDir, user: account.name, flags: given });
  if (flags['print'] === true) return printPlan(plan, print);
  checkRights(manager, 'install');
  // The service manager opens the log there before the server runs.
  makeFolderFor(account, join(dataDir, 'logs'));
  await carryOut(plan);
  print(
    t('Hearth starts with this computer ({{manager}}), as {{user}}, on {{dataDir}}.', {
      manager: manager.name,
      user: account.name,
      dataDir,
    }),
  );
  if (manager.note !== '') print(ofError(manager.note));
}

async function remove(manager: ServiceManager, flags: Flags, print: Print): Promise<void> {
  const plan = manager.remove();
  if (flags['print'] === true) return printPlan(plan, print);
  const { isInstalled, settings } = await manager.status(runCommand);
  if (!isInstalled) return print(t('Hearth is not installed as a service. Nothing was changed.'));
  checkRights(manager, 'remove');
  await carryOut(plan);
  print(
    settings === null
      ? t('Hearth no longer starts with this computer.')
      : t('Hearth no longer starts with this computer. The data stays in {{dataDir}}.', {
          dataDir: settings.dataDir,
        }),
  );
}

async function printStatus(manager: ServiceManager, isJson: boolean, print: Print): Promise<void> {
  const status = await manager.status(runCommand);
  if (isJson) return print(JSON.stringify(status));
  const { isInstalled, isRunning, settings } = status;
  if (!isInstalled) return print(t('Hearth is not installed as a service.'));
  print(
    t(
      isRunning
        ? 'Hearth is installed as a service ({{manager}}) and running.'
        : 'Hearth is installed as a service ({{manager}}) and not running.',
      { manager: manager.name },
    ),
  );
  if (settings !== null)
    print(t('It runs as {{user}} on {{dataDir}}.', { user: settings.user, dataDir: settings.dataDir }));
}

function printPlan({ before, write, remove: removed, after }: ServicePlan, print: Print): void {
  for (const command of before) print(t('run: {{command}}', { command: command.join(' ') }));
  for (const { path, content } of write) print(`${t('write {{path}}:', { path })}\n${content}`);
  for (const path of removed) print(t('remove: {{path}}', { path }));
  for (const command of after) print(t('run: {{command}}', { command: command.join(' ') }));
}

/** @throws UsageError where the system would refuse; Windows says so itself. */
function checkRights(manager: ServiceManager, action: string): void {
  if (process.geteuid !== undefined && process.geteuid() !== 0) throw new UsageError(manager.needsRights(action));
}

/** The command line that the service runs. @throws UsageError inside an AppImage, which is at another place at each start. */
function programEntry(): string {
  if (process.env['APPIMAGE'] !== undefined)
    throw new UsageError('An AppImage has no fixed location. Install the .deb or .rpm package instead.');
  return realpathSync(process.argv[1] ?? '');
}

/**
 * The owner of the data, so that files keep their owner, and the app opens them as before.
 * @throws UsageError when the folder belongs to another account than the one asked for
 */
function accountFor(flags: Flags, dataDir: string): Account {
  const wanted = typeof flags['user'] === 'string' ? flags['user'] : undefined;
  if (process.platform === 'win32')
    return { name: wanted ?? `${process.env['USERDOMAIN'] ?? '.'}\\${userInfo().username}`, uid: -1, gid: -1 };
  const owner = existsSync(dataDir) ? accountOf(statSync(dataDir).uid) : undefined;
  const name = wanted ?? owner?.name ?? process.env['SUDO_USER'] ?? userInfo().username;
  const account = accountOf(name);
  if (account === undefined) throw new UsageError(`There is no account ${name} on this computer.`);
  if (account.uid === 0 && wanted === undefined)
    throw new UsageError('A server that others reach should not run as root. Name an account with --user.');
  if (owner !== undefined && owner.uid !== account.uid)
    throw new UsageError(
      `${dataDir} belongs to ${owner.name}: the service has to run as that account, not as ${account.name}.`,
    );
  return account;
}

/** The usual data folder of the account that the server will run as: under sudo the home folder is that of root. */
function usualDataDir(flags: Flags): string {
  const own = defaultDataDir();
  const name = typeof flags['user'] === 'string' ? flags['user'] : process.env['SUDO_USER'];
  const inHome = relative(homedir(), own);
  const home = process.platform === 'win32' || name === undefined ? undefined : homeOf(name);
  return home === undefined || inHome.startsWith('..') ? own : join(home, inHome);
}
