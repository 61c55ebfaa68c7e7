/** Lists of the console, with the demo's data: what sorts, and how they look on a tablet. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { demo } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

let dataDir: string;
let hearth: HostedServer;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-lists-'));
  hearth = await HostedServer.startDemo(dataDir);
});

test.afterAll(async () => {
  await hearth.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(page: Page, path: string): Promise<void> {
  await signIn(page.context(), hearth.url, demo.owner, demo.password);
  await page.goto(`${hearth.url}/console${path}`);
}

/** Columns that no head sorts: what is done with a row, and texts in which there is no order to look for. */
const unsorted: Readonly<Record<string, string[]>> = {
  '/users': [''],
  '/presence': [],
  '/groups': [],
  '/channels': ['Move', 'Actions'],
  '/invites': ['Actions'],
  // The server sorts its pages by time and by size.
  '/uploads': ['File', 'Uploaded by', 'Used in', 'Actions'],
  '/scheduled': ['Message', 'Actions'],
};

for (const [path, heads] of Object.entries(unsorted))
  test(`every column of ${path} that has an order sorts by its head`, async ({ page }) => {
    await open(page, path);
    const table = page.getByRole('main').getByRole('table').first();
    await expect(table.getByRole('columnheader').getByRole('button').first()).toBeVisible();
    const without = table.getByRole('columnheader').filter({ hasNot: page.getByRole('button') });
    await expect(without).toHaveText(heads);
  });

test('the presence of people is sorted by name and by when they were last seen', async ({ page }) => {
  await open(page, '/presence');
  const names = page.getByRole('row').getByRole('link');
  const head = (name: string) => page.getByRole('columnheader', { name });
  await head('Name').getByRole('button').click();
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(names.first()).toHaveText('Amara Okafor');
  await head('Name').getByRole('button').click();
  await expect(head('Name')).toHaveAttribute('aria-sort', 'descending');
  await expect(names.last()).toHaveText('Amara Okafor');
  await head('Last seen').getByRole('button').click();
  await expect(page).toHaveURL(/\?sort=last-seen$/);
  await page.reload();
  await expect(head('Last seen')).toHaveAttribute('aria-sort', 'ascending');
});

test('uploads are sorted on the server by the heads of their table', async ({ page }) => {
  await open(page, '/uploads');
  const size = page.getByRole('columnheader', { name: 'Size' });
  await size.getByRole('button').click();
  await expect(page).toHaveURL(/order=smallest/);
  await expect(size).toHaveAttribute('aria-sort', 'ascending');
  const uploaded = page.getByRole('columnheader', { name: 'Uploaded', exact: true });
  await uploaded.getByRole('button').click();
  await expect(page).toHaveURL(/order=oldest/);
  await uploaded.getByRole('button').click();
  await expect(uploaded).toHaveAttribute('aria-sort', 'descending');
  await uploaded.getByRole('button').click();
  await expect(uploaded).toHaveAttribute('aria-sort', 'ascending');
});

test('the dates below the chart of messages have one distance', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/');
  const labels = page.locator('.recharts-xAxis-tick-labels text');
  await expect.poll(() => labels.count()).toBeGreaterThan(5);
  const places = await labels.evaluateAll((texts) => texts.map((text) => Number(text.getAttribute('x'))));
  const steps = new Set(places.slice(1).map((place, at) => Math.round(place - (places[at] ?? 0))));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
});

test('a tablet shows four users at once', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await open(page, '/users');
  // Rows become cards when the table has been measured; as a table they are lower, and the first is its head.
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  await expect(page.getByRole('row').nth(3)).toBeInViewport({ ratio: 0.9 });
});
