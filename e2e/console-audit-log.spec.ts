/** The audit log on the screen: what someone changes stands there at once, in words, is found, and is for owners only. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { demo } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

/** The demo's own, the same everywhere. */
const ownerKey = 'AmaraKey123456789012345678901234';

let dataDir: string;
let hearth: HostedServer;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-audit-'));
  hearth = await HostedServer.startDemo(dataDir);
});

test.afterAll(async () => {
  await hearth.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('an owner sees who changed what as it happens, finds it, and saves it', async ({ page }) => {
  const call = async (method: string, path: string, form: Record<string, string>): Promise<void> => {
    const headers = { Authorization: `Basic ${Buffer.from(`${demo.owner}:${ownerKey}`).toString('base64')}` };
    const response = await fetch(`${hearth.url}/api/v1${path}`, { method, headers, body: new URLSearchParams(form) });
    expect(response.status).toBe(200);
  };
  await call('PATCH', '/realm', { description: 'First words' });
  await signIn(page.context(), hearth.url, demo.owner, demo.password);
  await page.goto(`${hearth.url}/console/audit-log`);
  const table = page.getByRole('table', { name: 'Audit log' });
  await expect(table.getByRole('row').filter({ hasText: '→ First words' })).toBeVisible();
  await call('POST', '/realm/domains', { domain: 'office.example', allow_subdomains: 'false' });
  const domain = table.getByRole('row').filter({ hasText: 'office.example' });
  await expect(domain).toContainText('created');
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Domain', exact: true }).click();
  await expect(table.getByRole('row').filter({ hasText: 'First words' })).toHaveCount(0);
  await expect(domain).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'As CSV, for spreadsheets' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved).toContain('office.example');
  expect(saved).not.toContain('First words');
});
