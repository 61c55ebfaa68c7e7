/** Backups in the console: made, downloaded, restored elsewhere and deleted. Their settings are in server.page.test.ts. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { backUpDaily, expectAccessible, openAs, test } from './console-kit.ts';

const program = resolve(import.meta.dirname, '../dist/server/cli.js');

test('a backup is made, downloaded, restored into another folder with equal counts, and deleted', async ({
  page,
  office,
}, info) => {
  await backUpDaily(office, false);
  await openAs(page, office, '/backups');
  await expect(page.getByText('No backup yet')).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  const row = page.getByRole('row', { name: /manual/ });
  await expect(row).toContainText(/\d+ messages?, \d+ accounts and bots, \d+ channels?, \d+ files?/);
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await row.getByRole('link', { name: /^Download backup from/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^hearth-\w+-\d{8}-\d{6}-manual\.hearth-backup$/);
  const file = info.outputPath('downloaded');
  await download.saveAs(file);
  const flags = ['--data-dir', join(info.outputDir, 'restored'), '--from', file];
  const restored = execFileSync(process.execPath, [program, 'restore', ...flags]).toString();
  expect(restored).toContain("every count matches the backup's own");
  const messages = /messages +(\d+)/.exec(restored)?.[1];
  await expect(row.getByText(new RegExp(`^${messages} messages?,`))).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download diagnostics' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^hearth-logs-.*\.tar\.gz$/);

  const remove = async (): Promise<void> => {
    await row.getByRole('button', { name: /^More actions for backup from/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  await row.getByRole('button', { name: /^More actions for backup from/ }).click();
  await page.getByRole('menuitem', { name: 'Check now' }).click();
  const checked = page.getByRole('dialog', { name: /^Backup from/ });
  await expect(checked.getByText(/^The backup is intact/)).toBeVisible();
  await checked.getByRole('button', { name: 'Close' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this backup?' });
  await remove();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await remove();
  await question.getByRole('button', { name: 'Delete backup' }).click();
  await expect(page.getByText('No backup yet')).toBeVisible();
});

test('the bar of a backup is where the text beside it says, at once', async ({ page, office }) => {
  // One of an office this small is over too soon to be looked at.
  let done = 10;
  await page.route('**/api/v1/console/backups', async (route) => {
    const answer = (await (await route.fetch()).json()) as Record<string, unknown>;
    const running = { kind: 'manual', started_at: 0, phase: 'writing', done_bytes: done, total_bytes: 100 };
    await route.fulfill({ json: { ...answer, running } });
  });
  await openAs(page, office, '/backups');
  const bar = page.getByRole('progressbar', { name: 'Progress of the backup' });
  await expect(bar).toHaveAttribute('aria-valuenow', '10');
  // In the very frame in which it changes: a bar that glides there is still at its old place.
  const watched = await bar.evaluateHandle((section) => {
    const track = section.parentElement ?? section;
    const portion = (): number => section.getBoundingClientRect().width / track.getBoundingClientRect().width;
    const next = new Promise<number>((tell) => {
      new MutationObserver(() => requestAnimationFrame(() => tell(portion()))).observe(section, {
        attributeFilter: ['aria-valuenow'],
      });
    });
    return { next };
  });
  done = 100;
  expect(await watched.evaluate(({ next }) => next)).toBeGreaterThan(0.99);
  await expect(page.getByText('Backing up: 100 B of 100 B.')).toBeVisible();
});
