/** The desktop app as it is installed: its updates, its links, its start at login. With the stand-in in Electron's place. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, setUp, shareApp, test, type Desktop } from './desktop-kit.ts';
import { freePort } from './free-port.ts';

const newer = Buffer.from('the package of a newer version');

/** A web server with a newer version. @returns its address, and what was asked of it */
async function updateFeed(): Promise<{ server: Server; url: string; asked: string[] }> {
  const asked: string[] = [];
  const sha512 = createHash('sha512').update(newer).digest('base64');
  const file = `url: hearth.deb\n    sha512: ${sha512}\n    size: ${newer.length}`;
  const latest = `version: 99.0.0\nfiles:\n  - ${file}\npath: hearth.deb\nsha512: ${sha512}\nreleaseDate: 2026-01-01T00:00:00.000Z\n`;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(request.url?.startsWith('/latest') === true ? latest : newer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

/** What a Debian package puts beside the program. @returns the folder */
async function resourcesIn(home: string, feed: string): Promise<string> {
  const resources = join(home, 'resources');
  await mkdir(resources);
  await writeFile(join(resources, 'app-update.yml'), `provider: generic\nurl: ${feed}\nupdaterCacheDirName: hearth\n`);
  await writeFile(join(resources, 'package-type'), 'deb');
  return resources;
}

/** Programs in the place of the system's: `dpkg` notes its words and fails while there is a file `refuse`. @returns the folder */
async function packageTools(home: string): Promise<string> {
  const folder = join(home, 'bin');
  await mkdir(folder);
  const programs = {
    dpkg: `echo "$@" >> '${join(home, 'dpkg.log')}'; test ! -e '${join(home, 'refuse')}'`,
    'apt-get': 'exit 1',
    pkexec: 'shift; exec "$@"',
  };
  for (const [name, text] of Object.entries(programs))
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return folder;
}

let feed: Awaited<ReturnType<typeof updateFeed>>;
test.beforeAll(async () => {
  feed = await updateFeed();
});
test.afterAll(() => feed.server.close());

const shared = shareApp(
  ({ page }) => setUp(page),
  async (home) => {
    const env = {
      STAND_IN_RESOURCES: await resourcesIn(home, feed.url),
      XDG_CACHE_HOME: join(home, 'cache'),
      PATH: `${await packageTools(home)}:${join(import.meta.dirname, '../electron/testing/stand-in/bin')}:${process.env['PATH']}`,
    };
    // The session belongs to the port, which a restart keeps. And as an AppImage starts where the system forbids the sandbox.
    return [['--port', String(await freePort())], env, ['--no-sandbox']];
  },
);

test.beforeAll(async () => {
  const { app } = shared;
  await app.click('menu', 'This computer');
  await app.page.getByRole('button', { name: 'Download version 99.0.0' }).click();
  await expect(app.page.getByRole('button', { name: 'Back up, then install' })).toBeVisible();
});

test('finds updates, registers links and starts at login as an installed app', async () => {
  const { app, home } = shared;
  expect((await app.recorded()).schemes).toEqual(['hearth']);
  expect(existsSync(join(home, 'config/org.hearth.desktop/logs/app.log'))).toBe(true);
  await app.click('menu', 'This computer');
  await expect(app.page.getByText(/99\.0\.0/).first()).toBeVisible();
  await expect(app.page.getByText('The sandbox of this window is off')).toBeVisible();
  expect(feed.asked[0]).toMatch(/^\/latest-linux[\w-]*\.yml/);
  await app.page.getByRole('switch', { name: 'Start Hearth when you log in' }).click();
  const entry = join(home, 'config/autostart/hearth.desktop');
  await expect.poll(() => existsSync(entry)).toBe(true);
  const exec = /^Exec=(.*)$/m.exec(await readFile(entry, 'utf8'))?.[1];
  expect(exec).toContain(process.execPath);
  expect(exec).toMatch(/--hidden/);
  expect(exec).not.toContain(join(import.meta.dirname, '..'));
});

/** Orders the installation of the newer version, which is there. */
async function install({ app }: { app: Desktop }): Promise<void> {
  await app.click('menu', 'This computer');
  await app.answer(0);
  await app.page.getByRole('button', { name: 'Back up, then install' }).click();
}
/** What the installer was called with. */
const installerCalls = async (): Promise<string[]> =>
  (await readFile(join(shared.home, 'dpkg.log'), 'utf8')).trim().split('\n');

test('asks, and runs the server again when the installer of an update fails', async () => {
  const { app, home } = shared;
  await writeFile(join(home, 'refuse'), '');
  const first = await app.serverPid();
  await install(shared);
  await expect(app.page.getByText(/^This is version .* Could not install version 99\.0\.0: \w/)).toBeVisible();
  await expect.poll(() => app.serverPid().catch(() => first)).not.toBe(first);
  expect((await app.recorded()).dialogs.map(({ text }) => text.split('\n')[0])).toEqual(['Install Hearth 99.0.0 now?']);
  expect(await installerCalls()).toEqual([expect.stringMatching(/^-i .*hearth\.deb$/)]);
});

test('installs an update after a backup, and ends in order', async () => {
  const { app, home } = shared;
  await rm(join(home, 'refuse'), { force: true });
  const ended = once(app.child, 'exit');
  await install(shared);
  expect(await ended).toEqual([0, null]);
  expect((await installerCalls()).at(-1)).toMatch(/^-i .*hearth\.deb$/);
  expect(existsSync(join(home, 'share/Hearth/in-use.lock'))).toBe(false);
});
