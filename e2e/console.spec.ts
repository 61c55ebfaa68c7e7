/**
 * The console in a real browser against a real server: sign-in, a server that goes, several tabs, and a phone. The rest is in
 * renderer/console/console.page.test.ts.
 * Every page is also watched for what must never happen: a request to another host, a script error, a broken content policy.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { HearthProcess, owner, ownerKey } from './hearth-process.ts';
import { signIn } from './sessions.ts';
import { freshTest, watchedTest as test } from './watched.ts';

let dataDir: string;
let hearth: HearthProcess;
let authorization: string;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-console-'));
  hearth = await HearthProcess.start({ dataDir });
  authorization = `Basic ${Buffer.from(`${owner.email}:${await ownerKey(hearth.url)}`).toString('base64')}`;
});

test.afterAll(async () => {
  await hearth.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Something that happens elsewhere, by another client of the API. */
async function elsewhere(method: string, path: string, params: Record<string, string>): Promise<void> {
  const answer = await fetch(`${hearth.url}/api/v1${path}`, {
    method,
    headers: { authorization },
    body: new URLSearchParams(params),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${hearth.url}/console/`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Where the form is not the point. */
async function enter(page: Page, email = owner.email): Promise<void> {
  await signIn(page.context(), hearth.url, email);
  await page.goto(`${hearth.url}/console/`);
}

async function open(page: Page, screen: 'Users'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}

test('a wrong password is refused in words, the right one opens the console, and signing out closes it', async ({
  page,
}) => {
  await fillIn(page, owner.email, 'wrong');
  await expect(page.getByRole('alert')).toContainText('incorrect');
  await fillIn(page, owner.email, owner.password);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.getByRole('button', { name: /Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await page.goto(`${hearth.url}/console/users`);
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
});

test('a user who is deactivated meanwhile is notified, and the user who forgot the password is led on', async ({
  page,
}) => {
  const dee = { email: 'dee@example.com', full_name: 'Dee Departing', password: owner.password };
  await elsewhere('POST', '/users', dee);
  await enter(page, dee.email);
  await open(page, 'Users');
  const found = await fetch(`${hearth.url}/api/v1/users/${dee.email}`, { headers: { authorization } });
  const { user } = (await found.json()) as { user: { user_id: number } };
  await elsewhere('DELETE', `/users/${user.user_id}`, {});
  await expect(page.getByRole('alert')).toContainText('Your account was deactivated.');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect(page.getByRole('button', { name: 'Forgot your password?' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Forgot your password?' })).toBeVisible();
});

test('the page says when the server is gone, and goes on when it is back', async ({ page }) => {
  await enter(page);
  await open(page, 'Users');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const { port } = hearth;
  await hearth.kill();
  await expect(page.getByText('Not connected')).toBeVisible();
  hearth = await HearthProcess.start({ dataDir, port });
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await elsewhere('POST', '/users', {
    email: 'ines@example.com',
    full_name: 'Ines Afterwards',
    password: owner.password,
  });
  await expect(page.getByRole('cell', { name: 'Ines Afterwards', exact: true })).toBeVisible();
});

// A page that was open before may have it in memory, and then asks no one for it.
freshTest('puts what is typed before the palette has loaded into its field', async ({ page }) => {
  await enter(page);
  await open(page, 'Users');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/palette-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/palette-[^/]*\.js$/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gcx');
  await page.keyboard.press('Backspace');
  await asked;
  release();
  const field = page.getByRole('combobox', { name: /Screen, person/ });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('gc');
  await page.keyboard.type('h');
  await expect(field).toHaveValue('gch');
  await page.keyboard.press('Escape');
  // No letter of it led elsewhere, and the next one begins again.
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ov');
  await expect(field).toHaveValue('ov');
});

test('on a phone every screen is reached by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page);
  for (const screen of ['Overview', 'Users', 'Channels'] as const) {
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('link', { name: screen, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
});

// The last of them: it leaves no server.
test('tabs that do not wait at the server say that it is gone as soon as one that waits knows', async ({
  page,
  context,
}) => {
  await enter(page);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const tabs = [page];
  // All are shown here, so that three of them wait, and the others rest for a minute.
  while (tabs.length < 5) {
    const tab = await context.newPage();
    await tab.goto(`${hearth.url}/console/`);
    await expect(tab.getByText('Live', { exact: true })).toBeVisible();
    tabs.push(tab);
  }
  await hearth.kill();
  await Promise.all(tabs.map((tab) => expect(tab.getByText('Not connected')).toBeVisible()));
});
