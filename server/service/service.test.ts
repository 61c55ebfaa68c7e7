/** Definitions of the service, read back as the systems read them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountOf, homeOf, makeFolderFor } from './accounts.ts';
import { carryOut, serviceManager, ServiceError } from './carry-out.ts';
import type { ServiceCommand } from './command.ts';
import { unescapeXml, type ServiceManager, type ServiceSettings } from './definition.ts';
import { launchd } from './launchd.ts';
import { systemd } from './systemd.ts';
import { taskScheduler } from './task-scheduler.ts';

/** Every sign that one of the three forms would read as something else. */
const awkward: ServiceSettings = {
  program: '/usr/bin/node',
  entry: '/opt/Hearth & Co/100% $HOME/cli.js',
  dataDir: String.raw`/srv/it's "the" <office> \ 100% ${'${HOME}'} ü`,
  user: 'office',
  flags: ['--host', '0.0.0.0'],
};
const words = [awkward.program, awkward.entry, 'serve', '--service', '--data-dir', awkward.dataDir, ...awkward.flags];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-service-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const contentOf = (manager: ServiceManager): string => manager.install(awkward).write[0]?.content ?? '';

describe('systemd', () => {
  const line = (name: string): string =>
    contentOf(systemd(folder))
      .split('\n')
      .find((one) => one.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? '';

  test('starts the server with the words as they are, as the owner of the data, at boot', () => {
    const quoted = [...line('ExecStart').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) =>
      word.replaceAll(/\\(.)/g, '$1').replaceAll('%%', '%'),
    );
    expect(line('ExecStart')).toMatch(/^:"/);
    expect(quoted).toEqual(words);
    expect(line('User')).toBe('office');
    expect(line('WantedBy')).toBe('multi-user.target');
    expect(line('Restart')).toBe('on-failure');
  });

  const hasVerifier = spawnSync('systemd-analyze', ['--version']).status === 0;
  test.runIf(hasVerifier)('has a unit that systemd itself finds no fault with', () => {
    // Programs that are there: the check looks for them, and for the account.
    const settings = { ...awkward, program: process.execPath, user: 'root' };
    const path = join(mkdtempSync(join(folder, 'verify-')), 'hearth.service');
    writeFileSync(path, systemd(folder).install(settings).write[0]?.content ?? '');
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((one) => one.includes('hearth'))).toEqual([]);
    expect(status).toBe(0);
  });
});

test('launchd reads the words as they are from a property list, and starts the server again after a failure', () => {
  const fromBuilder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib/package.json'));
  const { parse } = fromBuilder('plist') as { parse: (text: string) => Record<string, unknown> };
  expect(parse(contentOf(launchd(folder)))).toMatchObject({
    Label: 'org.hearth.server',
    ProgramArguments: words,
    UserName: 'office',
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    Umask: 0o077,
    StandardErrorPath: `${awkward.dataDir}/logs/service.log`,
  });
});

test('Task Scheduler reads the words as they are, at boot, without a password and without a time limit', () => {
  const manager = taskScheduler(String.raw`C:\Windows`, folder);
  const settings = {
    ...awkward,
    program: String.raw`C:\Program Files\Hearth\node.exe`,
    dataDir: String.raw`C:\Users\Ann & Bob\Data "x"\ `.trimEnd(),
  };
  const text = manager.install(settings).write[0]?.content ?? '';
  const valueOf = (name: string): string => unescapeXml(new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '');
  expect(valueOf('Command')).toBe(settings.program);
  expect(valueOf('Arguments')).toBe(
    String.raw`"/opt/Hearth & Co/100% $HOME/cli.js" serve --service --data-dir "C:\Users\Ann & Bob\Data \"x\"\\" --host 0.0.0.0`,
  );
  expect([valueOf('LogonType'), valueOf('RunLevel'), valueOf('ExecutionTimeLimit')]).toEqual([
    'S4U',
    'LeastPrivilege',
    'PT0S',
  ]);
  expect(text).toContain('<BootTrigger>');
  // It starts again within a minute, whatever its exit code was, and never twice.
  expect(valueOf('Interval')).toBe('PT1M');
  // triggerBaseType is a sequence: a trigger in another order may be refused.
  const trigger = /<TimeTrigger>([^]*)<\/TimeTrigger>/.exec(text)?.[1] ?? '';
  expect([...trigger.matchAll(/<(\w+)>/g)].map((found) => found[1])).toEqual([
    'Enabled',
    'StartBoundary',
    'Repetition',
    'Interval',
    'StopAtDurationEnd',
  ]);
  expect(valueOf('MultipleInstancesPolicy')).toBe('IgnoreNew');
  // A task that is removed is not started between its end and its removal.
  expect([...manager.remove().before, ...manager.remove().after].map((command) => command.slice(1))).toEqual([
    ['/Change', '/TN', String.raw`\Hearth\Server`, '/DISABLE'],
    ['/End', '/TN', String.raw`\Hearth\Server`],
    ['/Delete', '/TN', String.raw`\Hearth\Server`, '/F'],
  ]);
  expect(manager.install(settings).after[0]?.[0]).toBe(String.raw`C:\Windows\System32\schtasks.exe`);
});

/** A system's answers to a list of commands. */
const answers = (known: Record<string, { code: number; output: string }>) => (command: ServiceCommand) =>
  Promise.resolve(known[command.slice(1, 2).join(' ')] ?? { code: 1, output: 'unknown' });

describe.each([
  ['systemd', () => systemd(folder), { 'is-active': { code: 0, output: '' } }],
  ['launchd', () => launchd(folder), { print: { code: 0, output: '\tstate = running\n' } }],
] as const)('%s', (_name, make, running) => {
  test('says what it found installed, and nothing once it is removed', async () => {
    const manager = make();
    const nothing = { isInstalled: false, isRunning: false, settings: null };
    expect(await manager.status(answers(running))).toEqual(nothing);
    const { write } = manager.install(awkward);
    await carryOut({ before: [['false']], write, remove: [], after: [] }, answers({}));
    expect(statSync(write[0]?.path ?? '').mode & 0o777).toBe(0o644);
    expect(await manager.status(answers(running))).toEqual({ isInstalled: true, isRunning: true, settings: awkward });
    expect(await manager.status(answers({}))).toMatchObject({ isInstalled: true, isRunning: false });
    await carryOut({ ...manager.remove(), after: [] }, answers({}));
    expect(await manager.status(answers(running))).toEqual(nothing);
  });
});

test('runs bootstrap again until launchd has ended the old daemon, and reports another failure at once', async () => {
  const plan = { ...launchd(folder).install(awkward), write: [] };
  const codes = [37, 5, 0];
  const asked: string[] = [];
  const run = (code: () => number) => (command: ServiceCommand) => {
    asked.push(command[1] ?? '');
    return Promise.resolve({ code: command[1] === 'bootstrap' ? code() : 0, output: '' });
  };
  let pauses = 0;
  const pause = (): Promise<number> => Promise.resolve((pauses += 1));
  await carryOut(
    plan,
    run(() => codes.shift() ?? 1),
    pause,
  );
  expect({ asked, pauses }).toEqual({ asked: ['enable', 'bootstrap', 'bootstrap', 'bootstrap'], pauses: 2 });
  await expect(
    carryOut(
      plan,
      run(() => 37),
      pause,
    ),
  ).rejects.toThrow(ServiceError);
  expect(pauses).toBe(2 + 39);
  await expect(
    carryOut(
      plan,
      run(() => 125),
      pause,
    ),
  ).rejects.toThrow(ServiceError);
  expect(pauses).toBe(2 + 39);
});

test('a task is written in UTF-16, and what the system says about it is read', async () => {
  const manager = taskScheduler(String.raw`C:\Windows`, String.raw`C:\Temp`);
  const path = join(folder, 'task.xml');
  const content = contentOf(manager);
  await carryOut({ before: [], write: [{ path, content }], remove: [], after: [] });
  const stored = readFileSync(path);
  expect(stored.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]));
  const query = (output: string) => (command: ServiceCommand) =>
    Promise.resolve({ code: 0, output: command.includes('/XML') ? stored.toString('utf16le') : output });
  expect(await manager.status(query('Letztes Ergebnis: 267009'))).toEqual({
    isInstalled: true,
    isRunning: true,
    settings: awkward,
  });
  expect(await manager.status(query('Letztes Ergebnis: 0'))).toMatchObject({ isRunning: false });
});

test('reports a task that the system does not delete', async () => {
  const manager = taskScheduler(String.raw`C:\Windows`, folder);
  const refuse = (): Promise<{ code: number; output: string }> =>
    Promise.resolve({ code: 1, output: 'Access is denied.' });
  await expect(carryOut(manager.remove(), refuse)).rejects.toThrow('Access is denied.');
});

test('a command that the system refuses is reported with its answer', async () => {
  const plan = { before: [], write: [], remove: [], after: [['systemctl', 'start', 'hearth.service']] as const };
  const refuse = (): Promise<{ code: number; output: string }> => Promise.resolve({ code: 4, output: 'no such unit' });
  const failure = carryOut({ ...plan, after: [...plan.after] }, refuse);
  await expect(failure).rejects.toThrow(ServiceError);
  await expect(failure).rejects.toThrow('"systemctl start hearth.service" failed: no such unit');
});

test('only systems with a service manager that we know can have the service', () => {
  expect([serviceManager('linux'), serviceManager('darwin'), serviceManager('win32')].map((one) => one?.name)).toEqual([
    'systemd',
    'launchd',
    'Task Scheduler',
  ]);
  expect(serviceManager('freebsd')).toBeUndefined();
});

test.runIf(process.platform !== 'win32')('accounts are found by name and by number, and options are no names', () => {
  expect(accountOf('root')).toEqual({ name: 'root', uid: 0, gid: 0 });
  expect(accountOf(0)?.name).toBe('root');
  expect(accountOf('--help')).toBeUndefined();
  expect(accountOf('nobody-of-that-name')).toBeUndefined();
  expect(homeOf(userInfo().username)).toBe(userInfo().homedir);
  expect([homeOf('nobody-of-that-name'), homeOf('root; echo /x')]).toEqual([undefined, undefined]);
});

test.runIf(process.getuid?.() === 0)(
  'folders that an administrator makes for the service belong to its account',
  () => {
    const made = join(mkdtempSync(join(folder, 'made-')), 'office/data/logs');
    const account = { name: 'office', uid: 4321, gid: 4322 };
    makeFolderFor(account, made);
    const owners = [made, join(made, '..'), join(made, '../..'), join(made, '../../..')].map(
      (path) => statSync(path).uid,
    );
    expect(owners).toEqual([4321, 4321, 4321, 0]);
    makeFolderFor({ ...account, uid: 1 }, made);
    expect(statSync(made)).toMatchObject({ uid: 4321, gid: 4322, mode: 0o40700 });
  },
);
