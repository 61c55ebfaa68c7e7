/** Lists of the console with the demo's data, as far as they are measured: a chart, and a list on a tablet. The rest is in lists.page.test.ts. */
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

test('a file or a link that is dropped on a screen does not take its place', async ({ page }) => {
  await open(page, '/users');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const kept = () =>
    page.evaluate(() =>
      [new DataTransfer(), new DataTransfer()].map((dataTransfer, index) => {
        if (index === 0) dataTransfer.items.add(new File(['a'], 'a.txt'));
        else dataTransfer.setData('text/uri-list', 'https://example.com/');
        return ['dragover', 'drop'].map(
          (type) =>
            !document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
        );
      }),
    );
  await expect.poll(kept).toEqual([
    [true, true],
    [true, true],
  ]);
});
