/** Bringing a team in a browser: on the first page of an empty server from Slack, and into an organization that is in use from Mattermost. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { mattermostExport } from './import/mattermost-export.ts';
import { slackExport } from './import/slack-export.ts';
import { zipTo } from './import/zip.ts';

let folder: string;
let running: HostedServer | undefined;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-import-'));
});
test.afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the export' }).click();
  await (await choosing).setFiles(file);
}

const fact = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });

test('brings a team from Slack to an empty server, at the size of a phone', async ({ page }) => {
  const file = join(folder, 'Office Slack export Jan 1 2024 - Jan 20 2024.zip');
  await zipTo(file, slackExport({ seed: 3, users: 12, channels: 4, messages: 400, files: 5 }));
  running = await HostedServer.startFresh(join(folder, 'fresh'), null);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(running.setupLink ?? '');
  await page.getByRole('button', { name: 'Bring your team' }).click();
  await choose(page, { name: 'letter.zip', mimeType: 'application/zip', buffer: Buffer.from('a letter') });
  await expect(page.getByRole('alert')).toContainText('This file is no export that can be imported.');
  await choose(page, file);
  await expect(fact(page, 'Exported from')).toContainText('Slack');
  await expect(fact(page, 'Channels')).toContainText('6 (2 private)');
  await expect(page.getByText(/^Users without an email address \(\d\)/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('#channel-2').uncheck();
  await page.getByLabel(/^Direct messages/).uncheck();
  await page.getByRole('button', { name: 'Import team' }).click();
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/Enter your name/);
  await page.getByLabel('Your name').fill('Ada Okoye');
  await page.getByLabel('Email').fill('ada@office.example');
  await page.getByLabel('Password', { exact: true }).fill('a long password of Ada');
  await page.getByRole('button', { name: 'Import team' }).click();

  await expect(page.getByRole('heading', { name: 'Sign in to Office' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('ada@office.example');
  await page.getByLabel('Password', { exact: true }).fill('a long password of Ada');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goto(`${running.url}/console/organization/import`);
  const last = page.getByRole('region', { name: 'Last import' });
  await expect(last.getByText(/^Added: .* 5 channels/)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await last.getByRole('link', { name: 'Download report' }).click();
  expect((await downloading).suggestedFilename()).toBe('import-report.txt');
  await last.getByRole('button', { name: 'Create sign-in links' }).click();
  await expect(last.getByRole('button', { name: /^Copy/ }).first()).toBeVisible();
  const saving = page.waitForEvent('download');
  await last.getByRole('button', { name: 'Download all as CSV' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toMatch(
    /^full_name,email,link,sent_by_email\n.*new-password/,
  );
  await expect(last.getByText('Search finds all messages.')).toBeVisible();
  await expectAccessible(page);
});

test('a member of an imported team signs in with a link, and finds an old message by search and by its topic', async ({
  page,
  browser,
}) => {
  const files = slackExport({ seed: 3, users: 6, channels: 3, messages: 60, files: 0 });
  const { id, user, day } = { id: 'U00000002', user: 'user2', day: 1_704_100_000 };
  const said = { type: 'message', user: id, text: 'Where is the lighthouse ledger?', ts: `${day}.000100` };
  const reply = { type: 'message', user: id, text: 'Found it behind the printer.', ts: `${day + 60}.000100` };
  const thread = [
    { ...said, thread_ts: said.ts, reply_count: 1, reply_users: [id] },
    { ...reply, thread_ts: said.ts, parent_user_id: id },
  ];
  files.set('channel-1/2024-01-01.json', JSON.stringify(thread));
  const file = join(folder, 'Office Slack export Jan 1 2024 - Jan 20 2024.zip');
  await zipTo(file, files);
  running = await HostedServer.startFresh(join(folder, 'fresh'), null);
  await page.goto(running.setupLink ?? '');
  await page.getByRole('button', { name: 'Bring your team' }).click();
  await choose(page, file);
  await expect(fact(page, 'Users')).toBeVisible();
  await page.getByLabel('Your name').fill('Olga Owner');
  await page.getByLabel('Email').fill('olga@office.example');
  await page.getByLabel('Password', { exact: true }).fill('a long password of Olga');
  await page.getByRole('button', { name: 'Import team' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Office' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('olga@office.example');
  await page.getByLabel('Password', { exact: true }).fill('a long password of Olga');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goto(`${running.url}/console/organization/import`);
  const last = page.getByRole('region', { name: 'Last import' });
  await last.getByRole('button', { name: 'Create sign-in links' }).click();
  const saving = page.waitForEvent('download');
  await last.getByRole('button', { name: 'Download all as CSV' }).click();
  const links = await readFile(await (await saving).path(), 'utf8');
  const link = new RegExp(`${user}@[^,]*,([^,]+)`).exec(links)?.[1] ?? '';

  const member = await (await browser.newContext()).newPage();
  await member.goto(link);
  await member.getByLabel('Password', { exact: true }).fill('a password of a member');
  await member.getByRole('button', { name: 'Set password' }).click();
  await expect(member.getByRole('complementary', { name: 'Conversations' })).toBeVisible();
  await member.goto(`${running.url}/chat/#narrow/search/lighthouse`);
  const found = member.getByRole('feed', { name: 'Search: lighthouse' });
  await expect(found).toContainText('Where is the lighthouse ledger?');
  await member.getByRole('link', { name: 'channel-1 Where is the lighthouse ledger?' }).click();
  await expect(member).toHaveURL(/\/topic\/Where/);
  await expect(member.getByRole('feed')).toContainText('Found it behind the printer.');
  await member.context().close();
});

test('cancels a file that another client has begun to hand in', async ({ page, office }) => {
  const { email, password } = owner;
  const body = new URLSearchParams({ username: email, password });
  const key = (await (await fetch(`${office.url}/api/v1/fetch_api_key`, { method: 'POST', body })).json()) as {
    api_key: string;
  };
  const authorization = `Basic ${Buffer.from(`${email}:${key.api_key}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/octet-stream', 'content-length': 1_000_000 };
  const upload = request(`${office.url}/api/v1/console/imports?name=team.zip`, { method: 'POST', headers });
  upload.on('error', () => undefined);
  upload.write('PK');
  await openAs(page, office, '/organization/import');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Uploading the file.')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByRole('button', { name: 'Choose the export' })).toBeVisible();
  upload.destroy();
});

test('adds a team of Mattermost to an organization, and shows how the import ended', async ({ page, office }) => {
  const file = join(folder, 'export.zip');
  await zipTo(file, mattermostExport({ seed: 5, teams: 2, users: 12, channels: 3, messages: 200, files: 2 }));
  await openAs(page, office, '/organization/import');
  await choose(page, file);
  await expect(fact(page, 'Exported from')).toContainText('Mattermost');
  await page.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Team 2' }).click();
  await page.getByLabel('The topic without a name').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, file);
  await page.getByRole('button', { name: 'Import team' }).click();
  const last = page.getByRole('region', { name: 'Last import' });
  await expect(last.getByText(/^Added: .* 6 channels, 200 messages/)).toBeVisible();
  await expect(last.getByRole('button', { name: 'Create sign-in links' })).toBeVisible();
});
