/**
 * Start and end of the desktop app without a person at its window: started at login, asked to quit by an installer, and what the
 * window shows when several pages are asked for at once. With the stand-in in Electron's place.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Desktop, expect, setUp, shareApp, test } from './desktop-kit.ts';

const lockOf = (home: string): string => join(home, 'share/Hearth/in-use.lock');

test.describe('started at login without a tray', () => {
  const shared = shareApp(
    async ({ page }) => page.getByRole('button', { name: 'Set up my team' }).waitFor(),
    () => [['--port', '0'], { STAND_IN_TRAY: 'false' }, ['--hidden']],
  );

  test('starts minimized', async () => {
    await expect
      .poll(async () => (await shared.app.recorded()).windows)
      .toMatchObject([{ isVisible: false, isMinimized: true }]);
    expect(existsSync(lockOf(shared.home))).toBe(true);
  });

  test('shows a minimized window at the next start', async () => {
    await once(Desktop.spawn(shared.home, []), 'close');
    await expect
      .poll(async () => (await shared.app.recorded()).windows)
      .toMatchObject([{ isVisible: true, isMinimized: false }]);
  });

  test('minimizes the window at closing', async () => {
    await shared.app.order({ order: 'close' });
    await expect
      .poll(async () => (await shared.app.recorded()).windows[0])
      .toMatchObject({ isVisible: true, isMinimized: true });
  });

  test('stops in order when the session ends', async () => {
    const gone = once(shared.app.child, 'exit');
    await shared.app.order({ order: 'end-session' }).catch(() => undefined);
    await gone;
    expect(existsSync(lockOf(shared.home))).toBe(false);
  });
});

test('stops the server in order when the system shuts down', async ({ home, start }) => {
  const app = await start();
  await app.page.getByRole('button', { name: 'Set up my team' }).waitFor();
  expect(existsSync(lockOf(home))).toBe(true);
  await app.order({ order: 'power', event: 'shutdown' });
  const exited = once(app.child, 'exit');
  const { isShutdownPrevented } = await app.recorded().catch(() => ({ isShutdownPrevented: true }));
  expect(isShutdownPrevented).toBe(true);
  await exited;
  expect(existsSync(lockOf(home))).toBe(false);
});

test('stops a running app in order by --quit', async ({ home, start }) => {
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
});

test('starts no app by --quit', async ({ home }) => {
  expect(await once(Desktop.spawn(home, [], {}, ['--quit']), 'close')).toEqual([0, null]);
  expect(existsSync(lockOf(home))).toBe(false);
});

test.describe('several pages', () => {
  const shared = shareApp(async ({ page }) => {
    await setUp(page);
    await page.getByRole('link', { name: 'Go to overview' }).click();
    await expect(page.getByRole('link', { name: 'This computer' })).toBeVisible();
  });

  test('shows the page of the last request', async () => {
    const { app } = shared;
    const visited: string[] = [];
    app.page.on('framenavigated', (frame) => {
      if (frame === app.page.mainFrame()) visited.push(frame.url());
    });
    // Each one ends the load of the one before.
    for (const page of ['Chat', 'Console', 'Chat']) await app.click('menu', page);
    await expect(app.page).toHaveTitle(/Inbox · Corner Office/);
    await expect(app.page).toHaveURL(/^http:\/\/[^/]+\/chat\//);
    expect(visited.filter((url) => url.includes('.stand-in'))).toEqual([]);
  });

  test('returns to its page after a restart of the server', async () => {
    const { app } = shared;
    await app.click('menu', 'Chat');
    await expect(app.page).toHaveTitle(/Inbox · Corner Office/);
    const { origin } = new URL(app.page.url());
    const before = await app.serverPid();
    await app.click('menu', 'Restart server');
    await expect.poll(() => app.serverPid().catch(() => before)).not.toBe(before);
    // On another port, so that the session of the first one does not count.
    await expect.poll(() => new URL(app.page.url()).origin).not.toBe(origin);
    await expect(app.page).toHaveTitle(/Corner Office$/);
    await expect(app.page).toHaveURL(/^http:\/\/[^/]+\/chat\//);
  });
});
