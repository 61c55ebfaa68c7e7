/** Invite links shared without a mail server, and the console on an owner's phone: the office has a name that other devices reach. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { browserArgs, findBrowser } from './browser.ts';
import { HearthProcess, owner } from './hearth-process.ts';

const hostName = 'hearth.test';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let folder: string;
let hearth: HearthProcess;
let browser: Browser;
let url: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-phone-'));
  hearth = await HearthProcess.start({ dataDir: join(folder, 'data'), args: ['--allowed-host', hostName] });
  url = `http://${hostName}:${hearth.port}`;
  const args = [...browserArgs, `--host-resolver-rules=MAP ${hostName} 127.0.0.1`];
  browser = await chromium.launch({ executablePath: findBrowser(), args });
});

test.afterAll(async () => {
  await browser.close();
  await hearth.stop();
  await rm(folder, { recursive: true, force: true });
});

async function openAsOwner(path: string, device = {}): Promise<Page> {
  const page = await (await browser.newContext(device)).newPage();
  await page.goto(`${url}/console${path}`);
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

test('an invitation without a mail server ends on its link and code, and is accepted on a phone', async () => {
  const page = await openAsOwner('/invites');
  await page.getByRole('button', { name: 'Invite by email' }).click();
  const form = page.getByRole('dialog', { name: 'Invite people' });
  await expect(form.getByText('No mail server is set up.', { exact: false })).toBeVisible();
  await form.getByLabel('Email addresses').fill('pia@example.com');
  await form.getByRole('button', { name: 'Create invitations' }).click();
  const ready = page.getByRole('dialog', { name: 'Invitation for pia@example.com' });
  await expect(ready.getByText('No email was sent', { exact: false })).toBeVisible();
  await expect(ready.getByRole('img', { name: /QR code of http:\/\/hearth\.test.*\/join\// })).toBeVisible();
  // Without the modern clipboard, as on plain http.
  await ready.getByRole('button', { name: 'Copy link' }).click();
  await expect(ready.getByRole('button', { name: 'Copied link' })).toBeVisible();
  const link = (await ready.getByRole('link', { name: /\/join\// }).getAttribute('href')) ?? '';

  const guest = await (await browser.newContext(phone)).newPage();
  await guest.goto(link);
  await guest.getByLabel('Your name').fill('Pia Post');
  await guest.getByLabel('Password', { exact: true }).fill('a long enough password');
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest).toHaveURL(/\/chat\//);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /Accepted and past/ }).click();
  await expect(page.getByRole('row', { name: /pia@example.com joined as Pia Post/ })).toBeVisible();
});

test('a link to a new password says that it was not mailed, and is there to be copied', async () => {
  const page = await openAsOwner('/users/new');
  const form = page.getByRole('dialog', { name: 'Add user' });
  await form.getByLabel('Full name').fill('Nora New');
  await form.getByLabel('Email', { exact: true }).fill('nora@example.com');
  await form.getByRole('button', { name: 'Add user' }).click();
  const link = page.getByRole('dialog', { name: 'Password link for Nora New' });
  await expect(link.getByText('No email was sent', { exact: false })).toBeVisible();
  await expect(link.getByText('under Invites > Outbox', { exact: false })).toBeVisible();
  await expect(link.getByRole('img', { name: /QR code of http:\/\/hearth\.test/ })).toBeVisible();
  await link.getByRole('button', { name: 'Copy link' }).click();
  await expect(link.getByRole('button', { name: 'Copied link' })).toBeVisible();
});

test('an owner with a phone shows the code of a link, and no table runs out of the screen', async () => {
  const page = await openAsOwner('/invites', phone);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  const ready = page.getByRole('dialog', { name: 'Link created' });
  await expect(ready.getByRole('img', { name: /QR code (?:of|for)/ })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(ready).toBeHidden();
  const row = page.getByRole('row', { name: /Reusable link/ });
  for (const name of ['Copy link for Reusable link', 'Link and QR code for Reusable link', 'Revoke Reusable link'])
    await expect(row.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await row.getByRole('button', { name: 'Link and QR code for Reusable link' }).click();
  await expect(page.getByRole('img', { name: /QR code (?:of|for)/ })).toBeInViewport();
  await page.keyboard.press('Escape');
  for (const path of ['/invites', '/users', '/channels', '/backups']) {
    await page.goto(`${url}/console${path}`);
    const tables = page.getByRole('table');
    // There is no backup yet, and no table of them.
    await expect(path === '/backups' ? page.getByText('No backup yet') : tables.first()).toBeVisible();
    const widest = (): Promise<number> =>
      tables.evaluateAll((all) => Math.max(0, ...all.map((table) => table.getBoundingClientRect().width)));
    await expect.poll(widest).toBeLessThanOrEqual(phone.viewport.width);
  }
});
