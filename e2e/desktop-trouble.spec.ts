/**
 * Failures under the desktop app: whatever happens to the server or to the data, the window says what, and offers a
 * way on that works. With the stand-in in Electron's place.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { themes, violations } from './axe.ts';
import { expect, shareApp, test } from './desktop-kit.ts';
import { HearthProcess, owner, ownerKey } from './hearth-process.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** A server starts in a second or two, and in many more where others are busy too. */
const patience = { timeout: 60_000 };
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of await themes(page)) expect(await violations(page, colorScheme)).toEqual([]);
}

/** Sends so many messages at once. @returns how many the server says it has. */
async function send(url: string, count: number): Promise<number> {
  const headers = { authorization: `Basic ${Buffer.from(`${owner.email}:${await ownerKey(url)}`).toString('base64')}` };
  const form = { type: 'channel', to: 'general', topic: 'greetings' };
  const sent = Array.from({ length: count }, async (_, index) =>
    fetch(`${url}/api/v1/messages`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ ...form, content: `message ${index}` }),
    }),
  );
  return (await Promise.all(sent)).filter(({ ok }) => ok).length;
}

/** @param page on the sign-in form of the owner that tests make. */
async function enter(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await signIn(page).click();
}

test.describe('with an organization', () => {
  const words = ['--port', '0', '--owner-email', owner.email, '--owner-password', owner.password];
  const shared = shareApp(
    ({ page }) => expect(signIn(page)).toBeVisible(patience),
    () => [words],
  );

  test('shows its page again after a crash of the window', async () => {
    const { app } = shared;
    await app.order({ order: 'power', event: 'suspend' });
    await app.order({ order: 'power', event: 'resume' });
    await app.crash();
    await expect(signIn(app.page)).toBeVisible(patience);
  });

  test('restarts a killed server', async () => {
    const { app } = shared;
    const first = await app.serverPid();
    // Shown only until the next server runs, so the expectation begins before the kill.
    const said = Promise.all([
      expect(title(app.page)).toHaveText('The server stopped unexpectedly', patience),
      expect(app.page.getByRole('button', { name: 'Open the log folder' })).toBeVisible(patience),
    ]);
    process.kill(first, 'SIGKILL');
    await said;
    await expect(signIn(app.page)).toBeVisible(patience);
    expect(await app.serverPid()).not.toBe(first);
    await expect
      .poll(async () => (await app.recorded()).notifications.map((one) => one.title))
      .toEqual(['Hearth was restarted']);
  });

  test('explains a missing data folder until it is back', async () => {
    const { app, home } = shared;
    const dataDir = join(home, 'share/Hearth');
    await rename(dataDir, `${dataDir} elsewhere`);
    process.kill(await app.serverPid(), 'SIGKILL');
    await expect(title(app.page)).toHaveText('The data folder is missing', patience);
    expect(existsSync(dataDir)).toBe(false);
    await rename(`${dataDir} elsewhere`, dataDir);
    await app.page.getByRole('button', { name: 'Try again' }).click();
    await expect(signIn(app.page)).toBeVisible(patience);
  });

  test('moves its folder to another drive', async () => {
    const { app, home } = shared;
    const { page } = app;
    await enter(page);
    await page.getByRole('link', { name: 'This computer' }).click();
    const target = join(home, 'drive');
    await mkdir(target);
    await writeFile(join(target, 'mine'), 'x');
    await app.answer(target, 0);
    const before = page.url();
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.waitForURL((url) => url.hostname === '127.0.0.1' && url.href !== before, patience);
    // Any free port is another one after a restart, and sessions are named by port. An office's port stays.
    await enter(page);
    await page.getByRole('link', { name: 'This computer' }).click();
    await expect(page.getByRole('main').getByText('The old folder is kept as a copy')).toBeVisible();
    await expect(page.getByText(join(target, 'Hearth'), { exact: true })).toBeVisible();
    expect(existsSync(join(home, 'share/Hearth/MOVED.txt'))).toBe(true);
  });

  test('says that it saves at quit, and loses no message', async () => {
    const { app, home } = shared;
    const { page } = app;
    const sent = await send(new URL(page.url()).origin, 20);
    const closing = await app.serverPid();
    await app.order({ order: 'hold' });
    process.kill(closing, 'SIGSTOP');
    await app.click('tray', 'Quit Hearth');
    await expect(title(page)).toHaveText('The server is stopping', patience);
    await expect(
      page.getByText('Saving all data to disk. This takes a few seconds at most.', { exact: true }),
    ).toBeVisible();
    expect((await app.tray()).slice(1, 2)).toEqual(['Closing']);
    const exited = once(app.child, 'exit');
    process.kill(closing, 'SIGCONT');
    expect(await exited).toEqual([0, null]);
    expect(sent).toBe(20);
    for (const folder of ['share/Hearth', 'drive/Hearth'])
      expect(existsSync(join(home, folder, 'in-use.lock'))).toBe(false);
  });
});

test('explains a locked folder, and opens it when the other program has ended', async ({ home, start }) => {
  const dataDir = join(home, 'share/Hearth');
  await mkdir(join(home, 'share'), { recursive: true });
  const other = await HearthProcess.start({ dataDir });
  const app = await start();
  const { page } = app;
  await expect(title(page)).toHaveText('The data folder is in use', patience);
  await expect(page.getByRole('status')).toContainText(`in use by process ${other.child.pid}`);

  await other.stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(signIn(page)).toBeVisible(patience);
});

test('explains a damaged folder, and recovers it', async ({ home, start }) => {
  const dataDir = join(home, 'share/Hearth');
  await mkdir(join(home, 'share'), { recursive: true });
  const before = await HearthProcess.start({ dataDir });
  expect(await send(before.url, 3)).toBe(3);
  await before.stop();
  const journal = join(dataDir, 'journal');
  const [segment = ''] = (await readdir(journal)).filter((name) => name.startsWith('segment-')).sort();
  const bytes = await readFile(join(journal, segment));
  // In the last of what was written, so that there is a good state before it.
  const end = bytes.findLastIndex((byte) => byte !== 0);
  bytes.fill(0x2a, end - 40, end - 20);
  await writeFile(join(journal, segment), bytes);
  const app = await start();
  const { page } = app;
  await expect(title(page)).toHaveText('The data is damaged', patience);
  await page.getByText('What the server said last').click();
  await expect(page.getByLabel('What the server said last')).toContainText(segment);
  await expectAccessible(page);

  await app.answer(0);
  await page.getByRole('button', { name: 'Recover the data' }).click();
  await expect(signIn(page)).toBeVisible(patience);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('damaged-'))).toHaveLength(1);

  await enter(page);
  await page.getByRole('link', { name: 'This computer' }).click();
  await expect(page.getByRole('main').getByText('Recovered up to transaction')).toBeVisible();
});
