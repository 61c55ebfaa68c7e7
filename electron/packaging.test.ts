/**
 * The packaged app: electron-builder.yml is valid, and a real build with it, around a stand-in for the Electron program,
 * holds what must be inside and nothing else; the server taken out of it runs where no checkout is near.
 */
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { extractAll, listPackage, statFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { build, type Configuration } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packagerOptions, sizes } from '../server/tools/package.mjs';
import { signing } from '../server/tools/signing.mjs';

const root = resolve(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'hearth-package-'));
const standIn = join(work, 'electron');
const unpacked = join(work, `release/linux-${process.arch === 'x64' ? '' : `${process.arch}-`}unpacked`);
const archive = join(unpacked, 'resources/app.asar');
const feed = 'https://updates.example.com/hearth/';
const ownersSignIn = { username: 'owner@office.example', password: 'horse battery 9' };

/** Mark and switches as they lie in a real Electron program; here all as Electron ships them. */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const shippedFuses = '101100011';

let said = '';
let entries: string[] = [];
let extracted = '';
let server: ChildProcess | undefined;

/** A folder that electron-builder takes for an unpacked Electron for Linux. */
function makeStandIn(): void {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as {
    version: string;
  };
  mkdirSync(join(standIn, 'resources'), { recursive: true });
  writeFileSync(
    join(standIn, 'electron'),
    Buffer.concat([
      Buffer.from(`stand-in ${fuseMark}`),
      Buffer.from([1, shippedFuses.length]),
      Buffer.from(shippedFuses),
    ]),
  );
  chmodSync(join(standIn, 'electron'), 0o755);
  writeFileSync(join(standIn, 'version'), version);
  writeFileSync(join(standIn, 'LICENSE'), 'the licence of Electron');
}

const appProgram = '"$INSTDIR\\${APP_EXECUTABLE_FILENAME}"';
const installerScript = async (): Promise<string> =>
  readFileSync(join(root, String((await config()).nsis?.include)), 'utf8');
const macroOf = (script: string, name: string): string =>
  script.slice(script.indexOf(`!macro ${name}\n`)).split('!macroend')[0] ?? '';
const config = (): Promise<Configuration> => getConfig(root, 'electron-builder.yml', {});
const bytesOf = (path: string): number => {
  const entry = statFile(archive, path.slice(1));
  return 'size' in entry ? entry.size : 0;
};
const isFile = (path: string): boolean => 'size' in statFile(archive, path.slice(1));
const insideText = (path: string): string => readFileSync(join(extracted, path), 'utf8');

beforeAll(async () => {
  makeStandIn();
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
  // The build, should it be needed, is a real one, not one for tests.
  for (const name of ['HEARTH_UPDATE_FEED', 'VITEST', 'NODE_ENV']) delete env[name];
  const args = [
    join(root, 'server/tools/package.mjs'),
    '--dir',
    '--electron',
    standIn,
    '--output',
    join(work, 'release'),
  ];
  if (process.platform !== 'linux') return;
  ({ stdout: said } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 1e8 }));
  entries = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/'));
  extracted = join(work, 'elsewhere');
  extractAll(archive, extracted);
});

afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
});

describe('the configuration', () => {
  test("passes electron-builder's own validation, which would have found a wrong option", async () => {
    await validateConfiguration(await config(), new DebugLogger(false));
    const wrong = { ...(await config()), nsis: { noSuchOption: true } };
    await expect(validateConfiguration(wrong as Configuration, new DebugLogger(false))).rejects.toThrow(
      'configuration.nsis',
    );
  });

  test('names installers for each platform and files that are there', async () => {
    const { linux, win, mac, nsis } = await config();
    expect([linux?.target, win?.target, mac?.target]).toEqual([['AppImage', 'deb', 'rpm'], 'nsis', ['dmg', 'zip']]);
    for (const path of [linux?.icon, win?.icon, mac?.icon, nsis?.include])
      expect(existsSync(join(root, String(path))), String(path)).toBe(true);
  });

  test('installs on Windows without an administrator, into a folder of choice', async () => {
    const { nsis } = await config();
    expect(nsis).toMatchObject({
      oneClick: false,
      perMachine: false,
      selectPerMachineByDefault: false,
      allowToChangeInstallationDirectory: true,
    });
  });

  test('starts programs by their full path in the Windows installer', async () => {
    const script = await installerScript();
    const programs = [...script.matchAll(/Exec\w* (?:\/TIMEOUT=\d+ )?'(\S+)/g)].map(([, program]) => program);
    expect(new Set(programs)).toEqual(new Set(['"$SYSDIR\\netsh.exe"', '"$SYSDIR\\schtasks.exe"', appProgram]));
  });

  test('stops a running app in order before its files are replaced, and ends what does not answer', async () => {
    const check = macroOf(await installerScript(), 'customCheckAppRunning');
    expect(check.indexOf(`'${appProgram} --quit'`)).toBeGreaterThan(0);
    expect(check.indexOf('!insertmacro _CHECK_APP_RUNNING')).toBeGreaterThan(check.indexOf('--quit'));
  });

  test('disables the task of the service only after another task will enable it again, and enables it at the end', async () => {
    const script = await installerScript();
    const check = macroOf(script, 'customCheckAppRunning');
    const [query, rescue, disable, end] = ['/Query', '/Create /F', '/DISABLE', '/End'].map((word) =>
      check.indexOf(word),
    );
    expect([query, rescue, disable, end].map(Number).toSorted((one, other) => one - other)).toEqual([
      query,
      rescue,
      disable,
      end,
    ]);
    const guards = [...check.slice(query, disable).matchAll(/\$\{if\} \$0 == 0/g)];
    expect(guards).toHaveLength(2);
    const task = /\/TR "([^"]*)"/.exec(check)?.[1] ?? '';
    // Task Scheduler takes no longer command (schtasks /Create, /TR).
    expect(task.replaceAll('$SYSDIR', 'C:\\Windows\\System32').length).toBeLessThan(261);
    expect(task).toBe(
      String.raw`$SYSDIR\cmd.exe /c $SYSDIR\schtasks.exe /Change /TN \Hearth\Server /ENABLE & $SYSDIR\schtasks.exe /Delete /TN \Hearth\Resume /F`,
    );
    const installed = macroOf(script, 'customInstall');
    expect(installed.indexOf('/ENABLE')).toBeLessThan(installed.indexOf(String.raw`/Delete /TN "\Hearth\Resume"`));
    expect(macroOf(script, 'customUnInstall')).toContain(String.raw`/Delete /TN "\Hearth\Resume"`);
  });

  test('removes at uninstall what the app registered, and keeps it in an update', async () => {
    const script = macroOf(await installerScript(), 'customUnInstall');
    const removed = script.slice(script.indexOf('${ifNot} ${isUpdated}'));
    for (const place of [
      String.raw`HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "org.hearth.desktop"`,
      String.raw`StartupApproved\Run" "org.hearth.desktop"`,
      String.raw`HKCU "Software\Classes\hearth"`,
      String.raw`/Delete /TN "\Hearth\Server"`,
    ])
      expect(removed).toContain(place);
    expect(script.slice(0, script.indexOf('${ifNot} ${isUpdated}'))).not.toMatch(/DeleteReg|schtasks/);
  });

  const hasCompiler = spawnSync('makensis', ['-VERSION']).status === 0;
  test.runIf(hasCompiler)('has macros that the installer compiler accepts', async () => {
    const include = join(root, 'node_modules/app-builder-lib/templates/nsis/include');
    const header = [
      `!addincludedir "${include}"`,
      '!include LogicLib.nsh',
      '!define APP_EXECUTABLE_FILENAME Hearth.exe',
      '!define PRODUCT_NAME Hearth',
      '!define APP_GUID x',
      '!define isUpdated `1 == 0`',
      'Var installMode',
      'LangString appRunning 0 x',
      'LangString appClosing 0 x',
      'LangString appCannotBeClosed 0 x',
      `!include "${join(root, 'resources/installer.nsh')}"`,
      `!include "${include}/allowOnlyOneInstallerInstance.nsh"`,
      'Name x',
      `OutFile "${join(work, 'x.exe')}"`,
      'Section\n!insertmacro CHECK_APP_RUNNING\n!insertmacro customInstall\nWriteUninstaller "$INSTDIR\\u.exe"\nSectionEnd',
      'Section Uninstall\n!insertmacro customUnInstall\nSectionEnd',
    ];
    const { status, stdout } = spawnSync('makensis', ['-V2', '-'], { input: header.join('\n'), encoding: 'utf8' });
    expect(stdout).not.toContain('Error');
    expect(status).toBe(0);
  });

  test('removes the service with a Linux package, and keeps it in an update', () => {
    const script = join(root, 'resources/before-remove.sh');
    const folder = mkdtempSync(join(work, 'remove-'));
    const unit = join(folder, 'hearth.service');
    const calls = join(folder, 'calls');
    writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\necho "$@" >> ${calls}\n`, { mode: 0o755 });
    // The same script on a folder of its own.
    const text = readFileSync(script, 'utf8').replaceAll('/etc/systemd/system', folder);
    const run = (argument: string): void => {
      const env = { PATH: `${folder}:${process.env['PATH']}` };
      expect(spawnSync('sh', ['-s', '--', argument], { input: text, env }).status).toBe(0);
    };
    const isThere = (): boolean => existsSync(unit);
    writeFileSync(unit, 'X-HearthSettings={}\n');
    for (const update of ['upgrade', '1']) run(update);
    expect([isThere(), existsSync(calls)]).toEqual([true, false]);
    for (const removal of ['remove', '0']) {
      writeFileSync(unit, 'X-HearthSettings={}\n');
      run(removal);
      expect(isThere()).toBe(false);
    }
    expect(readFileSync(calls, 'utf8')).toContain('disable --now hearth.service');
    writeFileSync(unit, '[Unit]\nDescription=of another program\n');
    run('remove');
    expect(isThere()).toBe(true);
  });

  test('opens links of its own, and names what Electron loads on Debian and Fedora', async () => {
    const { protocols, deb, rpm, mac } = await config();
    expect(protocols).toEqual([{ name: 'Hearth', schemes: ['hearth'] }]);
    expect(deb?.depends).toEqual(expect.arrayContaining(['libasound2t64 | libasound2', 'libgbm1']));
    expect(deb?.recommends).toBeUndefined();
    expect(rpm?.depends).toEqual(expect.arrayContaining(['alsa-lib', 'mesa-libgbm']));
    expect(mac?.extendInfo).toMatchObject({ NSAppSleepDisabled: true });
  });

  test('has no update address unless a feed is set, and accepts https only', async () => {
    expect((await config()).publish).toEqual({ provider: 'generic', url: 'https://no-feed.invalid/' });
    expect(packagerOptions({ targets: [] }).config).not.toHaveProperty('publish');
    for (const url of [feed, 'http://localhost:8000/'])
      expect(packagerOptions({ targets: [], feed: url }).config).toMatchObject({
        publish: { provider: 'generic', url },
      });
    for (const wrong of ['http://updates.example.com/', 'updates.example.com', 'ftp://example.com/', ''])
      expect(() => packagerOptions({ targets: [], feed: wrong })).toThrow('HEARTH_UPDATE_FEED');
  });

  test('signs with a certificate, notarizes with an account, and refuses incomplete variables', () => {
    const apple = { APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' };
    expect(signing({}, 'darwin').config).toMatchObject({
      mac: { notarize: false, identity: null },
      electronFuses: { enableCookieEncryption: false },
    });
    const signed = signing({ CSC_LINK: 'file.p12', ...apple }, 'darwin').config;
    expect(signed).toMatchObject({
      mac: { notarize: true, hardenedRuntime: true },
      electronFuses: { enableCookieEncryption: true },
    });
    expect(signed.mac).not.toHaveProperty('identity');
    expect(signing({ CSC_NAME: 'Ann' }, 'darwin').config).toMatchObject({ mac: { notarize: false } });
    expect(() => signing(apple, 'darwin')).toThrow('CSC_LINK or CSC_NAME');
    expect(() => signing({ CSC_LINK: 'f', APPLE_ID: 'a' }, 'darwin')).toThrow('APPLE_TEAM_ID');
    const azure = {
      HEARTH_AZURE_SIGN_ENDPOINT: 'https://weu.codesigning.azure.net',
      HEARTH_AZURE_SIGN_ACCOUNT: 'account',
      HEARTH_AZURE_SIGN_PROFILE: 'profile',
      HEARTH_SIGN_PUBLISHER: 'CN=Hearth',
    };
    expect(signing(azure, 'win32').config.win?.azureSignOptions).toEqual({
      endpoint: 'https://weu.codesigning.azure.net',
      codeSigningAccountName: 'account',
      certificateProfileName: 'profile',
      publisherName: 'CN=Hearth',
    });
    expect(() => signing({ HEARTH_SIGN_PUBLISHER: 'x' }, 'win32')).toThrow('HEARTH_AZURE_SIGN_ENDPOINT');
    expect(signing({}, 'win32')).toEqual({ config: {}, summary: 'Not signed.' });
    expect(signing({ CSC_LINK: 'file.pfx' }, 'win32').summary).toBe('Signed.');
    expect(signing({}, 'linux').config).toEqual({});
  });

  test('has a valid configuration with either kind of certificate', async () => {
    const mac = signing(
      { CSC_LINK: 'f', APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' },
      'darwin',
    );
    for (const { config: more } of [mac, signing({}, 'darwin')]) {
      const whole = await getConfig(root, 'electron-builder.yml', more);
      await expect(validateConfiguration(whole, new DebugLogger(false))).resolves.toBeUndefined();
    }
  });

  test('nothing is ever uploaded by a build', () => {
    expect(packagerOptions({ targets: [], feed })).toMatchObject({ publish: 'never' });
  });

  test('an AppImage is made before the Debian package marks the folder as its own', async () => {
    const hooks = packagerOptions({ targets: [] }).config as {
      artifactBuildStarted: (started: { targetPresentableName: string }) => Promise<void> | undefined;
      artifactBuildCompleted: (completed: { file: string }) => void;
    };
    const order: string[] = [];
    expect(hooks.artifactBuildStarted({ targetPresentableName: 'AppImage' })).toBeUndefined();
    const deb = hooks.artifactBuildStarted({ targetPresentableName: 'deb' })?.then(() => order.push('deb'));
    await Promise.resolve();
    order.push('AppImage');
    hooks.artifactBuildCompleted({ file: '/release/hearth.AppImage' });
    await deb;
    expect(order).toEqual(['AppImage', 'deb']);
    expect(packagerOptions({ targets: ['deb'] }).config).not.toHaveProperty('artifactBuildStarted');
  });
});

// Elsewhere the same build works with the Electron of that platform, which a stand-in cannot replace.
describe.runIf(process.platform === 'linux')('a build', () => {
  test('says how large it is, and has no feed of updates', () => {
    expect(said).toMatch(/linux-\S*unpacked: [\d.]+ MB, of which the app [\d.]+ MB \(app\.asar [\d.]+ MB, the server/);
    expect(said).toContain('Updates: no feed.');
    // Without this file, nothing could be fetched from a feed that is set later in the app.
    const update = readFileSync(join(unpacked, 'resources/app-update.yml'), 'utf8');
    expect(update).toBe('provider: generic\nurl: https://no-feed.invalid/\nupdaterCacheDirName: hearth-updater\n');
    expect(existsSync(join(unpacked, 'resources/package-type'))).toBe(false);
  });

  test('holds the server, the console, the window, the database, the migrations, the emoji and the licences', () => {
    const migrations = readdirSync(join(root, 'server/storage/migrations'));
    expect(migrations.length).toBeGreaterThan(0);
    const wanted = [
      'package.json',
      'LICENSE',
      'resources/unicode-license.txt',
      'resources/icon.png',
      'resources/tray/runningTemplate.png',
      'resources/tray/runningTemplate@2x.png',
      'resources/tray/problem-on-dark@1.5x.png',
      'dist/package.json',
      'dist/electron/main.js',
      'dist/electron/preload.cjs',
      'dist/electron/status/index.html',
      'dist/renderer/console/index.html',
      'dist/renderer/licenses.md',
      'dist/server/cli.js',
      'dist/server/storage-worker.js',
      'dist/server/emoji-data.js',
      'node_modules/sql.js/dist/sql-wasm.js',
      'node_modules/sql.js/dist/sql-wasm.wasm',
      'node_modules/sql.js/LICENSE',
      ...migrations.map((name) => `dist/server/storage/migrations/${name}`),
    ];
    expect(wanted.filter((path) => !entries.includes(`/${path}`))).toEqual([]);
    expect(insideText('dist/renderer/licenses.md')).toMatch(/^## react - /m);
    expect(insideText('dist/renderer/licenses.md')).toMatch(/^## @mantine\/core - /m);
    expect(existsSync(join(unpacked, 'LICENSE.electron.txt'))).toBe(true);
  });

  test('keeps the server and all that it needs beside the archive, where Node and the operating system can open it', () => {
    const beside = readdirSync(`${archive}.unpacked`, { recursive: true, encoding: 'utf8' });
    // No native build: on Linux it crashes beside the GLib that Electron has loaded.
    expect(beside.filter((path) => /\.node$|\.so/.test(path))).toEqual([]);
    expect(beside.some((path) => /sharp-wasm32.*\.wasm$/.test(path))).toBe(true);
    const inside = entries.filter((path) => isFile(path) && !beside.includes(path.slice(1)));
    expect(inside.filter((path) => !/^\/(?:dist\/electron|resources|LICENSE)/.test(path))).toEqual([]);
    expect(inside).toContain('/dist/electron/main.js');
  });

  test('has no dev dependency in it', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string; dev?: boolean }>;
    };
    // By version, not by place: electron-builder rearranges the packages.
    const allowed = new Set(
      Object.entries(lock.packages)
        .filter(([, { dev }]) => dev !== true)
        .map(([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`),
    );
    const manifests = entries.filter((path) => /\/node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path));
    const brought = manifests.map((path) => {
      const { version } = JSON.parse(insideText(path)) as { version: string };
      return `${path.slice(0, -'/package.json'.length).split('node_modules/').at(-1)} ${version}`;
    });
    expect(brought.length).toBeGreaterThan(50);
    expect(brought.filter((name) => !allowed.has(name))).toEqual([]);
    const own = JSON.parse(insideText('package.json')) as Record<string, unknown>;
    expect(own).toMatchObject({ name: 'hearth', main: 'dist/electron/main.js', desktopName: 'hearth.desktop' });
    expect(own['devDependencies']).toBeUndefined();
    expect(own['scripts']).toBeUndefined();
  });

  test('has no source, test, source map, typing or document of a library in it', () => {
    const files = entries.filter(isFile);
    expect(files.filter((path) => /\.(tsx?|mts|cts|map|flow|cc|cpp|h|c)$/.test(path))).toEqual([]);
    expect(
      files.filter((path) => /(\.|\/)(test|spec)\.[cm]?js$|\/(tests?|__tests__|docs|examples?)\//.test(path)),
    ).toEqual([]);
    expect(files.filter((path) => /\.(md|markdown)$/i.test(path) && !/licen[cs]e/i.test(path))).toEqual([]);
    const top = new Set(entries.map((path) => path.split('/')[1]));
    expect([...top].sort()).toEqual(['LICENSE', 'dist', 'node_modules', 'package.json', 'resources']);
    expect(files.filter((path) => path.startsWith('/dist/.') || path.includes('screenshots'))).toEqual([]);
  });

  test('is small: without translations the app takes less than 40 MB, without the pictures library 30 MB', () => {
    const bytesOfAll = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + bytesOf(path), 0);
    const pictures = entries.filter((path) => path.startsWith('/node_modules/@img/'));
    // Each translation of the pages and of the server is a file that only its readers load.
    const translations = entries.filter(
      (path) =>
        isFile(path) && /^\/dist\/(?:renderer\/assets\/[a-z]{2}-[\w-]{8}\.js|resources\/languages\/)/.test(path),
    );
    expect(bytesOfAll(translations)).toBeLessThan(5e6);
    const total = bytesOfAll(entries) - bytesOfAll(translations);
    expect(total).toBeLessThan(40e6);
    expect(total - bytesOfAll(pictures)).toBeLessThan(30e6);
    expect(sizes(join(work, 'release'), [archive])).toHaveLength(2);
  });

  test('has every switch of the Electron program set as it should be', async () => {
    const wire = await getCurrentFuseWire(join(unpacked, 'hearth'));
    const isOn = (fuse: FuseV1Options): boolean => String.fromCodePoint(Number(wire[fuse])) === '1';
    expect(readFileSync(join(standIn, 'electron'), 'latin1').endsWith(shippedFuses)).toBe(true);
    expect({
      runAsNode: isOn(FuseV1Options.RunAsNode),
      cookieEncryption: isOn(FuseV1Options.EnableCookieEncryption),
      nodeOptions: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
      asarIntegrity: isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: isOn(FuseV1Options.OnlyLoadAppFromAsar),
      ownSnapshot: isOn(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
      filePages: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      inspect: false,
      asarIntegrity: true,
      onlyAsar: true,
      ownSnapshot: false,
      filePages: false,
    });
  });

  test('brings every package that its program names', async () => {
    const files = readdirSync(join(extracted, 'dist'), { recursive: true, encoding: 'utf8' });
    const named = (folder: string): Set<string> => {
      const programs = files.filter((path) => path.startsWith(`${folder}/`) && /\.c?js$/.test(path));
      const text = programs.map((path) => insideText(`dist/${path}`)).join('\n');
      const found = [
        ...text.matchAll(
          /(?:^import|^export|[\s}]from|\bimport\(|\brequire\(|\(import\.meta\.url\)\()\s*["']([@a-z][\w@/.-]*)["']/gm,
        ),
      ];
      return new Set(found.map(([, name = '']) => name));
    };
    const builtIn = (name: string): boolean => name === 'electron' || builtinModules.includes(name);
    const ofServer = [...named('server')].filter((name) => !builtIn(name));
    const ofWindow = [...named('electron')].filter((name) => !builtIn(name));
    expect(ofServer).toContain('sql.js');
    // Whatever needs Electron cannot be loaded here, only found.
    const script = `
      import { createRequire } from 'node:module';
      for (const name of ${JSON.stringify(ofServer)}) await import(name);
      for (const name of ${JSON.stringify(ofWindow)}) import.meta.resolve(name);
      // What the updater reads its feed with.
      createRequire(import.meta.resolve('electron-updater'))('js-yaml').load('version: 1.0.0');`;
    writeFileSync(join(extracted, 'load-everything.mjs'), script);
    await promisify(execFile)(process.execPath, ['load-everything.mjs'], { cwd: extracted });
  });

  test('starts its server with nothing of the checkout near, which answers, colours code and finds words by their stems', async () => {
    // As the service does: the files beside the archive, with the Node program that the app brings.
    const args = [`${archive}.unpacked/dist/server/cli.js`, 'serve', '--port', '0', '--data-dir', join(work, 'data')];
    args.push('--owner-email', ownersSignIn.username, '--owner-password', ownersSignIn.password);
    const env = { PATH: process.env['PATH'], HOME: work };
    server = spawn(join(unpacked, 'resources/node'), args, { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const origin = await addressOf(server);
    const settings = await fetch(`${origin}/api/v1/server_settings`);
    expect(await settings.json()).toMatchObject({ result: 'success' });
    const page = await fetch(`${origin}/console/`);
    const html = await page.text();
    expect(html).toContain('<div id="root">');
    for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)) {
      const asset = await fetch(origin + path);
      expect([asset.status, (await asset.arrayBuffer()).byteLength > 0], path).toEqual([200, true]);
    }
    await expectGrammarsAndStems(origin);
    const ended = new Promise<number | null>((done) => server?.once('exit', done));
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('becomes a Debian package and an AppImage with a menu entry, and with a feed looks there for updates', async () => {
    const seen: unknown[] = [];
    const stopHere = (computed: unknown): Promise<boolean> => {
      seen.push(computed);
      return Promise.resolve(true);
    };
    for (const target of ['AppImage', 'deb']) {
      await build({
        ...packagerOptions({ targets: [target], output: join(work, 'installers'), feed }),
        prepackaged: unpacked,
        // The tools that write the files would have to be fetched: this stops just before them.
        effectiveOptionComputed: stopHere,
      });
      expect(existsSync(join(unpacked, 'resources/package-type'))).toBe(target === 'deb');
    }
    const deb = seen.find((computed): computed is [string[], string] => Array.isArray(computed))?.[0] ?? [];
    const after = (flag: string): string[] => deb.filter((_, index) => deb[index - 1] === flag);
    expect(after('--name')).toEqual(['hearth']);
    expect(after('--maintainer')).toEqual(['The Hearth authors <hearth@localhost>']);
    expect(after('--category')).toEqual(['net']);
    expect(after('--license')).toEqual(['MIT']);
    expect(deb.filter((arg) => arg.includes('/usr/share/icons/hicolor/'))).toHaveLength(9);
    expect(deb).toContain(`${unpacked}/=/opt/Hearth`);

    const image = seen.find(
      (computed): computed is { desktop: string; desktopFileName: string } => !Array.isArray(computed),
    );
    expect(image?.desktopFileName).toBe('hearth.desktop');
    expect(image?.desktop.split('\n')).toEqual(
      expect.arrayContaining([
        '[Desktop Entry]',
        'Name=Hearth',
        'GenericName=Team chat server',
        'Icon=hearth',
        'StartupWMClass=hearth',
        'Terminal=false',
        'Categories=Network;InstantMessaging;Office;',
      ]),
    );
    // The sandbox stays on; what an AppImage does where it cannot be is decided when it starts.
    expect(image?.desktop).not.toContain('sandbox');
    const update = readFileSync(join(unpacked, 'resources/app-update.yml'), 'utf8');
    expect(update).toContain('provider: generic');
    expect(update).toContain(`url: ${feed}`);
  });
});

/** What the server reads by name when it first needs it, which no import names: grammars of code, formulas, stemmers. */
async function expectGrammarsAndStems(origin: string): Promise<void> {
  const ask = async (path: string, fields?: Record<string, string>, key?: string): Promise<Record<string, unknown>> => {
    const body = fields && new URLSearchParams(fields);
    const credentials = Buffer.from(`${ownersSignIn.username}:${key}`).toString('base64');
    const headers: HeadersInit = key === undefined ? {} : { authorization: `Basic ${credentials}` };
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      body: body ?? null,
    });
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer, path).toMatchObject({ result: 'success' });
    return answer;
  };
  const key = String((await ask('/fetch_api_key', ownersSignIn))['api_key']);
  const grammars = ['bash', 'dockerfile', 'haskell', 'java', 'pgsql', 'python', 'typescript'];
  for (const grammar of grammars) {
    const content = `\`\`\`${grammar}\nif "a" == 1 then -- for RUN SELECT x\n\`\`\``;
    const { rendered } = await ask('/messages/render', { content }, key);
    expect(rendered, grammar).toContain('<span class="');
  }
  expect((await ask('/messages/render', { content: '$$x^2$$' }, key))['rendered']).toContain('class="katex"');

  const words: [written: string, searched: string][] = [
    ['deploying', 'deployed'],
    ['παιδιά', 'παιδί'],
  ];
  const { user_id: ownId } = await ask('/users/me', undefined, key);
  const content = words.map(([written]) => written).join(' ');
  const { id } = await ask('/messages', { type: 'direct', to: JSON.stringify([ownId]), content }, key);
  for (const [, searched] of words) {
    const narrow = encodeURIComponent(JSON.stringify([{ operator: 'search', operand: searched }]));
    const { messages } = await ask(`/messages?anchor=newest&num_before=5&num_after=0&narrow=${narrow}`, undefined, key);
    expect(
      (messages as { id: unknown }[]).map((message) => message.id),
      searched,
    ).toEqual([id]);
  }
}

/** Where a server says it listens. @throws when it ends before it says so */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let output = '';
    const hear = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      const address = /listening on (http:\/\/\S+)/.exec(output)?.[1];
      if (address !== undefined) done(address);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => failed(new Error(`The server ended with ${String(code)}: ${output}`)));
  });
}
