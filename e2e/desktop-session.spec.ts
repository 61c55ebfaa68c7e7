/**
 * Start and end of the desktop app without a person at its window: started at login, asked to quit by an installer, and what the
 * window shows when several pages are asked for at once. With the stand-in in Electron's place.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Desktop, expect, setUp, test } from './desktop-kit.ts';

const lockOf = (home: string): string => join(home, 'share/Hearth/in-use.lock');

test('starts minimized at login without a tray, and stops in order when the session ends', async ({ home, start }) => {
  const app = await start(['--port', '0'], { STAND_IN_TRAY: 'false' }, ['--hidden']);
  await app.page.getByRole('button', { name: 'Set up my team' }).waitFor();
  await expect
    .poll(async () => (await app.recorded()).windows)
    .toMatchObject([{ isVisible: false, isMinimized: true }]);
  expect(existsSync(lockOf(home))).toBe(true);
  const gone = once(app.child, 'exit');
  await app.order({ order: 'end-session' }).catch(() => undefined);
  await gone;
  expect(existsSync(lockOf(home))).toBe(false);
});

test('shows a minimized window at the next start', async ({ home, start }) => {
  const app = await start(['--port', '0'], { STAND_IN_TRAY: 'false' }, ['--hidden']);
  await app.page.getByRole('button', { name: 'Set up my team' }).waitFor();
  await once(Desktop.spawn(home, []), 'close');
  await expect
    .poll(async () => (await app.recorded()).windows)
    .toMatchObject([{ isVisible: true, isMinimized: false }]);
});

test('stops a running app in order by --quit, and starts none', async ({ home, start }) => {
  const app = await start();
  await app.page.getByRole('button', { name: 'Set up my team' }).waitFor();
  const gone = once(app.child, 'exit');
  const asking = Desktop.spawn(home, [], {}, ['--quit']);
  let output = '';
  asking.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  expect(await once(asking, 'close')).toEqual([0, null]);
  expect(await gone).toEqual([0, null]);
  expect(output).toBe('');
  expect(existsSync(lockOf(home))).toBe(false);

  expect(await once(Desktop.spawn(home, [], {}, ['--quit']), 'close')).toEqual([0, null]);
  expect(existsSync(lockOf(home))).toBe(false);
});

test('shows the page of the last request, and returns to it after a restart', async ({ start }) => {
  const app = await start();
  await setUp(app.page);
  await app.page.getByRole('link', { name: 'Go to overview' }).click();
  await expect(app.page.getByRole('link', { name: 'This computer' })).toBeVisible();
  const visited: string[] = [];
  app.page.on('framenavigated', (frame) => {
    if (frame === app.page.mainFrame()) visited.push(frame.url());
  });
  // Each one ends the load of the one before.
  for (const page of ['Chat', 'Console', 'Chat']) await app.click('menu', page);
  await expect(app.page).toHaveTitle(/Inbox · Corner Office/);
  await expect(app.page).toHaveURL(/^http:\/\/[^/]+\/chat\//);
  expect(visited.filter((url) => url.includes('.stand-in'))).toEqual([]);

  const before = await app.serverPid();
  await app.click('menu', 'Restart server');
  await expect.poll(() => app.serverPid().catch(() => before)).not.toBe(before);
  // On another port, so that the session of the first one does not count.
  await expect(app.page).toHaveTitle(/Corner Office$/);
  await expect(app.page).toHaveURL(/^http:\/\/[^/]+\/chat\//);
});
