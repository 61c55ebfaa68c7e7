/** Uploading an export in a browser: paused, continued after a lost connection and a reload, and refused where it is another file. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from './console-kit.ts';
import { HostedServer } from './hosted-server.ts';
import { slackExport } from './import/slack-export.ts';
import { zipTo, type ExportFiles } from './import/zip.ts';

let folder: string;
let running: HostedServer | undefined;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-upload-'));
});
test.afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function choose(page: Page, button: string, file: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await choosing).setFiles(file);
}

const parts = /upload\/part/;

/** A zip file of two parts. @param first bytes in it that come first */
async function largeExport(name: string, first: Buffer): Promise<string> {
  const files: ExportFiles = new Map([['__uploads/F1/large.bin', Buffer.concat([first, largeBytes])]]);
  for (const entry of slackExport({ seed: 3, users: 4, channels: 2, messages: 20, files: 0 })) files.set(...entry);
  await zipTo(join(folder, name), files, () => ({ compress: false }));
  return join(folder, name);
}
const largeBytes = randomBytes(9 * 1024 * 1024);

test('continues an upload after a lost connection and a reload with the same file alone', async ({ page }) => {
  const file = await largeExport('team.zip', Buffer.from('the first'));
  running = await HostedServer.startFresh(join(folder, 'fresh'), null);
  await page.goto(running.setupLink ?? '');
  await page.getByRole('button', { name: 'Bring your team' }).click();
  const reached = { parts: 0 };
  await page.route(parts, async (route) => {
    reached.parts += 1;
    await (reached.parts > 1 ? route.abort() : route.continue());
  });
  await choose(page, 'Choose the export', file);
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/^team\.zip: .* uploaded\./)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(/^8\.\d MB of 9\.\d MB of team\.zip are uploaded/)).toBeVisible();
  await expectAccessible(page);
  await page.unroute(parts);

  const changed = await largeExport('changed.zip', Buffer.from('the other'));
  await rename(file, join(folder, 'kept.zip'));
  await rename(changed, file);
  await choose(page, 'Choose the file to continue', file);
  await expect(page.getByRole('alert')).toContainText('This is not the same file: team.zip has changed');
  await rename(join(folder, 'kept.zip'), file);
  await choose(page, 'Choose the file to continue', file);
  await expect(page.getByRole('row', { name: /^Exported from / })).toContainText('Slack');
});
