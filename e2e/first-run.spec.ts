/**
 * The first run in a browser, its three ways: a team of one's own, a backup of another computer, sample data. And a backup that
 * takes the place of what is there, while people are connected.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { backUpDaily, expectAccessible, openAs, test } from './console-kit.ts';
import { owner, ownerKey } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';

let folder: string;
let running: HostedServer[] = [];

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-first-run-'));
});

test.afterEach(async () => {
  for (const hearth of running) await hearth.stop();
  running = [];
  await rm(folder, { recursive: true, force: true });
});

/** A server that no one has set up, and its one-time link. */
async function fresh(host: string | null = null): Promise<{ url: string; link: string }> {
  const hearth = await HostedServer.startFresh(join(folder, 'fresh'), host);
  running.push(hearth);
  return { url: hearth.url, link: hearth.setupLink ?? 'no link' };
}

/** An office with a message and a file, and a backup of it. */
async function otherOffice(): Promise<{ file: string; sha256: string; link: string; messages: number }> {
  const hearth = await HostedServer.start(join(folder, 'other'));
  const authorization = `Basic ${Buffer.from(`${owner.email}:${await ownerKey(hearth.url)}`).toString('base64')}`;
  const call = async (method: string, path: string, body?: FormData | URLSearchParams): Promise<Response> =>
    fetch(`${hearth.url}/api/v1${path}`, { method, headers: { authorization }, body });
  const form = new FormData();
  form.set('file', new File(['what the team drew'], 'plan.txt', { type: 'text/plain' }));
  const { url: link } = (await (await call('POST', '/user_uploads', form)).json()) as { url: string };
  const said = { type: 'channel', to: 'general', topic: 'plans', content: `The plan: [plan.txt](${link})` };
  await call('POST', '/messages', new URLSearchParams(said));
  await call('POST', '/console/backups');
  interface Listed {
    backups: { name: string; sha256: string; counts: { messages: number } }[];
  }
  const listed = async (): Promise<Listed> => (await (await call('GET', '/console/backups')).json()) as Listed;
  await expect.poll(async () => (await listed()).backups.length).toBe(1);
  const [backup] = (await listed()).backups;
  if (backup === undefined) throw new Error('no backup was made');
  const bytes = Buffer.from(await (await call('GET', `/console/backups/${backup.name}`)).arrayBuffer());
  const file = join(folder, backup.name);
  await writeFile(file, bytes);
  await hearth.stop();
  expect(backup.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  return { file, sha256: backup.sha256, link, messages: backup.counts.messages };
}

async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the backup file' }).click();
  await (await choosing).setFiles(file);
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
}

test('a team is set up on two screens by keyboard alone, and ends signed in where it connects', async ({ page }) => {
  const { url, link } = await fresh();
  // As someone comes who knows nothing but the address.
  await page.goto(`${url}/`);
  await expect(page).toHaveURL(/\/console\//);
  // A link that is dead is refused before anything is typed for it.
  await page.getByLabel('Setup link').fill('bogus');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Setup link')).toHaveAccessibleDescription(/not valid, or was used already/);
  await page.getByLabel('Setup link').fill(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Set up my team' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(link);
  await page.reload();
  const begin = page.getByRole('button', { name: 'Set up my team' });
  await begin.press('Enter');
  await page.getByLabel('Organization name').fill('Corner');
  // Back is no way out of the set-up, and asks before it takes what was typed.
  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Organization name')).toHaveValue('Corner');
  await page.goBack();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await begin.press('Enter');
  await expect(page.getByLabel('Organization name')).toBeFocused();
  await expectAccessible(page);
  const type = async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  };
  await type('Corner Office');
  await type('Olga Owner');
  await type('olga@example.com');
  await page.keyboard.type('short');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription(/1 more character needed/);
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/Password too short/);
  await page.keyboard.type('er than the plan');
  await expect(password).toHaveAccessibleDescription(/Good length/);
  await page.getByLabel('Only this computer').check();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Your team connects here' })).toBeVisible();
  await expect(page.getByText(new URL(url).origin, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow connections from the office network' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Invite people' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invites' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Corner Office', { exact: true })).toBeVisible();
  // The link has done its work: it leads to the console, and creates nothing any more.
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('where --host says who can connect, no one is asked, and no button is offered that could only fail', async ({
  page,
}) => {
  const { link } = await fresh('127.0.0.1');
  await page.goto(link);
  await page.getByRole('button', { name: 'Set up my team' }).click();
  await expect(page.getByLabel('Organization name')).toBeFocused();
  await expect(page.getByLabel('Only this computer')).toHaveCount(0);
  await page.getByLabel('Organization name').fill('Corner Office');
  await page.getByLabel('Your name').fill('Olga Owner');
  await page.getByLabel('Email', { exact: true }).fill('olga@example.com');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('password');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(password).toHaveAccessibleDescription(/too easy to guess/);
  await expect(password).toBeFocused();
  await password.fill('shorter than the plan');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your team connects here' })).toBeVisible();
  await expect(page.getByText('Set by --host.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow connections from the office network' })).toHaveCount(0);
});

test('a backup of another computer is shown first, restored with its counts and files, and its people sign in', async ({
  page,
}) => {
  const other = await otherOffice();
  const { url, link } = await fresh();
  await page.goto(link);
  await page.getByRole('button', { name: 'Restore a backup' }).click();
  await choose(page, { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all,') });
  await expect(page.getByRole('alert')).toContainText('This file is not a backup of Hearth.');
  const half = (await readFile(other.file)).subarray(0, 100_000);
  await choose(page, { name: 'half.hearth-backup', mimeType: 'application/x-tar', buffer: half });
  await expect(page.getByRole('alert')).toContainText('This file is not a whole backup');
  await choose(page, other.file);

  await expect(page.getByRole('heading', { level: 1, name: 'Contents of the backup' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Organization Test office' })).toBeVisible();
  await expect(page.getByRole('row', { name: `Messages ${other.messages}` })).toBeVisible();
  await page.getByText('Verified: every part is intact').click();
  await expect(page.getByText(other.sha256)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();

  await signIn(page);
  const messages = page.getByText('Messages', { exact: true }).locator('..').getByRole('definition').first();
  await expect(messages).toHaveText(String(other.messages));
  const file = await page.context().request.get(`${url}${other.link}`);
  expect(await file.text()).toBe('what the team drew');
});

test('sample data is entered at once, says on every screen what it is, and is left for the first screen', async ({
  page,
}) => {
  const { link } = await fresh();
  await page.goto(link);
  await page.getByRole('button', { name: 'Try with sample data' }).click();
  await page.getByRole('button', { name: 'Open sample data' }).click();
  const writing = page.getByText('Creating sixty days of messages.');
  await expect(writing).toBeVisible();
  // As long as the machine takes for sixty days.
  await writing.waitFor({ state: 'hidden' });
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  const badge = page.getByRole('button', { name: 'Leave sample data' });
  const question = page.getByRole('dialog', { name: 'Leave sample data?' });
  await badge.focus();
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(badge).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Leave sample data' }).click();
  await expect(page.getByRole('button', { name: 'Set up my team' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Set up my team' }).click();
  await expect(page.getByLabel('Organization name')).toBeVisible();
});

test('a backup takes the place of what is here after a safety copy, and the user who asked stays signed in', async ({
  page,
  office,
}) => {
  await backUpDaily(office, false);
  await openAs(page, office, '/backups');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('manual', { exact: true })).toBeVisible();
  await office.elsewhere('POST', '/channels/create', { name: 'made-since', subscribers: '[]' });

  await page.getByRole('button', { name: /^More actions for backup from/ }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  const question = page.getByRole('dialog', { name: 'Restore this backup?' });
  await question.getByLabel('Your password').fill('not this one');
  await question.getByRole('button', { name: 'Replace everything' }).click();
  await expect(question.getByLabel('Your password')).toHaveAccessibleDescription('This password is not right.');
  await expectAccessible(page);
  await question.getByLabel('Your password').fill(owner.password);
  await question.getByRole('button', { name: 'Replace everything' }).click();
  await page.getByRole('dialog', { name: 'Restored' }).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('before a restore', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Channels', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
  await expect(page.getByText('general').first()).toBeVisible();
  await expect(page.getByText('made-since')).toHaveCount(0);
});
